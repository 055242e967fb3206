import type { TenantContext } from '#platform/context.ts';
import { isBefore } from '#platform/date.ts';
import { tick } from '#platform/tick.ts';

export const autoCharging = tick('auto-charges');
export const reminding = tick('payment-reminders');

/** The next time that it is so late where the organization is. */
export function nextTimeAt({ now, today, timeZone }: TenantContext, hour: number): Temporal.Instant {
  const timeOf = (day: Temporal.PlainDate) => day.toZonedDateTime({ timeZone, plainTime: { hour } }).toInstant();
  return isBefore(now, timeOf(today)) ? timeOf(today) : timeOf(today.add({ days: 1 }));
}
