import { tick } from '#platform/tick.ts';

export const exportExpiry = tick('organization-exports');
