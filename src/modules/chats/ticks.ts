import { tick } from '#platform/tick.ts';

export const snoozeEnds = tick('chats-snooze');
export const followUpDue = tick('chats-follow-up');
export const diffusionsDue = tick('chats-diffusions');
