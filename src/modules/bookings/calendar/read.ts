import { z } from 'zod';
import { computation } from '#platform/compute/computation.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import {
  followRedirects,
  OutboundFailed,
  type OutboundFetch,
  OutboundRefused,
  outboundFetch,
} from '#platform/http/outbound.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { Refusal } from '#platform/refusal.ts';
import { outsideBusyTimes, outsideCalendars } from '../tables.ts';
import type { BusyTime } from './busy-time.ts';
import { selectDueCalendars } from './read.sql.ts';
import type readCalendar from './read-calendar.compute.ts';
import { urlPurpose } from './url-purpose.ts';

const reading = computation<typeof readCalendar>(import.meta.resolve('./read-calendar.compute.ts'));

const BYTES_MAX = 5_000_000;
const TIMEOUT_MS = 20_000;
const REDIRECTS_MAX = 3;
const DAYS_AHEAD = 400;
const DAY_MS = 86_400_000;
const INTERVAL = { hours: 1 };
const BATCH = 200;

/** Why a calendar could not be read, for the person who added it. */
class Unreadable extends Error {}

/** Reads an outside calendar and replaces its busy times. One that fails keeps the times that were read before. */
export const readOutside = tenantJob({
  name: 'bookings/read-calendar',
  payload: { id: z.uuid() },
  queue: 'deliveries',
  attempts: 1,
  timeoutSeconds: 120,
  run: async (ctx, { id }) => {
    const wanted = await ctx.transaction(async (unit) => {
      const calendar = await outsideCalendars.find(unit, id);
      const url = calendar && unit.secrets.decrypt(calendar.sealedUrl, urlPurpose(unit.organizationId, id)).toString();
      return url ? { url, now: unit.now, timeZone: unit.timeZone } : null;
    });
    if (!wanted) return;
    const from = wanted.now.epochMilliseconds - DAY_MS;
    try {
      const text = await download(guardedBy(ctx.config), wanted.url, ctx.signal);
      const until = from + DAYS_AHEAD * DAY_MS;
      const times = await ctx.compute(reading, { text, timeZone: wanted.timeZone, from, until }).catch(unreadable);
      await ctx.transaction((unit) => replaceTimes(unit, id, times));
    } catch (error) {
      const problem = problemOf(error);
      if (problem === null) throw error;
      await ctx.transaction(async (unit) => {
        if (await outsideCalendars.exists(unit, id))
          await outsideCalendars.update(unit, id, { state: 'failed', problem });
      });
    }
  },
});

function problemOf(error: unknown): string | null {
  const isExpected =
    error instanceof Unreadable ||
    error instanceof OutboundRefused ||
    error instanceof OutboundFailed ||
    error instanceof Refusal;
  return isExpected ? error.message.slice(0, 500) : null;
}

const guardedBy =
  ({ WEBHOOK_ALLOW_PRIVATE: allowPrivate }: TenantSteps['config']): OutboundFetch =>
  (url, request) =>
    outboundFetch(url, { ...request, allowPrivate });

/** Whatever breaks the parser is the fault of the file. A refusal, such as of a busy service, stays what it is. */
function unreadable(error: unknown): never {
  throw error instanceof Refusal ? error : new Unreadable('The calendar file cannot be understood.');
}

export async function download(call: OutboundFetch, address: string, signal: AbortSignal): Promise<string> {
  const request = {
    method: 'GET',
    headers: { accept: 'text/calendar, */*;q=0.1' },
    timeoutMs: TIMEOUT_MS,
    answerBytesMax: BYTES_MAX,
    signal,
  } as const;
  const answer = await followRedirects(address, (url) => call(url, request), REDIRECTS_MAX);
  if (!answer) throw new Unreadable('The address redirects too often.');
  if (answer.status !== 200) throw new Unreadable(`The site answered ${answer.status}.`);
  if (answer.truncated) throw new Unreadable('The calendar is larger than 5 MB.');
  const text = answer.body.toString('utf8');
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text)) throw new Unreadable('This is not a calendar file.');
  return text;
}

async function replaceTimes(ctx: TenantContext, calendarId: string, times: BusyTime[]): Promise<void> {
  const calendar = await outsideCalendars.find(ctx, calendarId, { lock: 'FOR UPDATE' });
  if (!calendar) return;
  await outsideBusyTimes.delete(ctx, { calendarId });
  await outsideBusyTimes.insertMany(
    ctx,
    times.map(({ start, end }) => ({
      calendarId,
      userId: calendar.userId,
      startsAt: Temporal.Instant.fromEpochMilliseconds(start),
      endsAt: Temporal.Instant.fromEpochMilliseconds(end),
    })),
  );
  await outsideCalendars.update(ctx, calendarId, { state: 'read', problem: null, readAt: ctx.now });
}

/** Asks for every calendar that is due to be read again. */
export async function tickCalendars(ctx: TenantContext): Promise<string | null> {
  for (const id of await selectDueCalendars(ctx, ctx.now, BATCH)) {
    await outsideCalendars.update(ctx, id, { nextReadAt: ctx.now.add(INTERVAL) });
    ctx.enqueue(readOutside, { id });
  }
  return outsideCalendars.min(ctx, 'nextReadAt');
}
