import assert from 'node:assert/strict';
import type { ColmadoClient } from '#client';
import { anonymous, type Business, freshEmail } from '#test/harness.ts';

const everyDay = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** Open every day from 09:00 to 17:00 in Santo Domingo, in slots of 30 minutes. */
export const openDaily = (from = '09:00', to = '17:00') => everyDay.map((weekday) => ({ weekday, from, to }));

export async function newSchedule(api: ColmadoClient, fields: Record<string, unknown> = {}) {
  const body = {
    kind: 'availability' as const,
    title: 'Corte de pelo',
    timeZone: 'America/Santo_Domingo',
    weekly: openDaily(),
    durationMinutes: 30,
    ...fields,
  };
  const { data, error } = await api.POST('/v1/tasks/schedule', { body });
  assert.ok(data, String(error?.detail));
  return data;
}

/** A schedule with an open booking link. */
export async function newLink(
  api: ColmadoClient,
  fields: Record<string, unknown> = {},
  link: Record<string, unknown> = {},
) {
  const schedule = await newSchedule(api, fields);
  const { data, error } = await api.POST('/v1/tasks/schedule/link', { body: { scheduleId: schedule.id, ...link } });
  assert.ok(data, String(error?.detail));
  return { schedule, link: data, sharedId: data.sharedId };
}

export async function slotsOf(sharedId: string, query: Record<string, string> = {}) {
  const { data, error } = await anonymous.GET('/v1/tasks/schedule/link/{sharedId}', {
    params: { path: { sharedId }, query },
  });
  assert.ok(data, String(error?.detail));
  return data.slots;
}

let visitors = 0;

/** Submits a slot as a visitor of an own address, so that tests do not share a rate limit. */
export const submit = (
  sharedId: string,
  slot: { date: string; startTime: string },
  { timeZone = 'America/Santo_Domingo', email = freshEmail(), ...rest }: Record<string, unknown> = {},
) =>
  anonymous.POST('/v1/tasks/schedule/link/submit', {
    headers: { 'x-forwarded-for': `10.${(++visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}` },
    body: {
      sharedId,
      date: slot.date,
      startTime: slot.startTime,
      timeZone: timeZone as string,
      formData: { name: 'Juana Pérez', email: email as string },
      ...rest,
    },
  });

export const tokenIn = (url: string): string => url.split('/').at(-1)!;

/** A day so many days from now, as a date in a zone. */
export const dayFromNow = (days: number, timeZone = 'America/Santo_Domingo'): string =>
  Temporal.Now.zonedDateTimeISO(timeZone).add({ days }).toPlainDate().toString();

export const registrationsOf = async ({ api }: Pick<Business, 'api'>, scheduleId: string, query = {}) =>
  (await api.GET('/v1/tasks/schedule/{scheduleId}/registrations', { params: { path: { scheduleId }, query } })).data!
    .data;
