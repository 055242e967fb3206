import { tick } from '#platform/tick.ts';

/** Threads that waited long enough, and plans that are due. */
export const dueAutomations = tick('automations-due');

/** Threads that ended so long ago that they are deleted. */
export const expiredThreads = tick('automations-expired');

/** How long a thread stays readable after its end. */
export const KEPT = { hours: 90 * 24 };
