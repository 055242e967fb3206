import { tick } from '#platform/tick.ts';

export const invitationExpiry = tick('invitations');
