import type { TenantContext } from '#platform/context.ts';
import { hook } from '#platform/hook.ts';

/** A time at which a task is scheduled, for calendars. */
export interface ScheduledTime {
  taskId: string;
  scheduleId: string;
  startsAt: string;
  endsAt: string | null;
}

/** Adds the times at which other modules have scheduled tasks, within a window. */
export const fillInSchedules =
  hook<[ctx: TenantContext, window: { from: string; to: string; limit: number }, times: ScheduledTime[]]>(
    'tasks.fillInSchedules',
  );
