import { tick } from '#platform/tick.ts';

/** Threads that waited long enough, and plans that are due. */
export const dueAutomations = tick('automations-due');
