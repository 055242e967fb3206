import { json, type Row, table } from '#platform/db/table.ts';
import type { Exception, WeeklyWindow } from './schedule/schedule.schema.ts';

export const schedules = table('schedules', json<{ weekly: WeeklyWindow[]; exceptions: Exception[] }>());
export type Schedule = Row<typeof schedules>;
export const scheduleHosts = table('scheduleHosts');
export type ScheduleHost = Row<typeof scheduleHosts>;
export const scheduleSessions = table('scheduleSessions');
export const sessionHosts = table('sessionHosts');
export const bookings = table('bookings', json<{ answers: Record<string, unknown> | null }>());
export type Booking = Row<typeof bookings>;
export const sessionReminders = table('sessionReminders');
export const scheduleLinks = table('scheduleLinks');
export type ScheduleLink = Row<typeof scheduleLinks>;
export const outsideCalendars = table('outsideCalendars');
export const outsideBusyTimes = table('outsideBusyTimes');
