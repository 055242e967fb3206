import { tick } from '#platform/tick.ts';

export const snoozeEnds = tick('chats-snooze');
