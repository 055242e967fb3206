import { z } from 'zod';
import { isPlainTime, LocalTime, Timestamp, TimeZone } from '#platform/date.ts';
import { isRule } from './rule.ts';

export const RuleText = z
  .string()
  .trim()
  .min(10)
  .max(500)
  .transform((text) => text.toUpperCase().replace(/^RRULE:/, ''))
  .refine(isRule, {
    error:
      'must be a rule of RFC 5545, from HOURLY to YEARLY, with INTERVAL up to 1000 and COUNT up to 366; HOURLY takes only INTERVAL, COUNT and UNTIL',
    params: { code: 'invalid_rule' },
  })
  .meta({ description: 'RRULE of RFC 5545.', example: 'FREQ=MONTHLY;BYDAY=-1FR' });

export const Occurrence = z
  .string()
  .regex(/^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\dZ?$/, 'must be a time such as 2026-11-27T09:00:00')
  .refine((text) => isPlainTime(text.replace('Z', '')), 'is not a time')
  .meta({
    description: 'Names one occurrence: its wall time, or its UTC time where the rule is hourly.',
    example: '2026-11-27T09:00:00',
  });

export const Recurrence = z.strictObject({
  rule: RuleText,
  timeZone: TimeZone.optional().describe('Default: that of the organization.'),
  start: LocalTime.optional().describe('No occurrence is earlier. Default: when the task is due, or now.'),
  excluded: z.array(LocalTime).max(500).default([]).describe('Occurrences that are left out.'),
  creates: z
    .enum(['on-schedule', 'on-completion'])
    .default('on-schedule')
    .describe('When the next task is made: at its time, or when the one before is completed.'),
  leadMinutes: z
    .number()
    .int()
    .min(0)
    .max(525_600)
    .default(0)
    .describe('How long before its time a task is made on schedule.'),
});

export const RecurrenceView = z.object({
  seriesId: z.uuid().describe('Shared by all tasks of the recurrence.'),
  occurrence: Occurrence,
  rule: z.string().describe('RRULE of RFC 5545.'),
  timeZone: z.string(),
  start: z.string().describe('No occurrence is earlier; a wall time without a zone.'),
  excluded: z.array(z.string()).describe('Occurrences that are left out.'),
  creates: z
    .enum(['on-schedule', 'on-completion'])
    .describe('When the next task is made: at its time, or when the one before is completed.'),
  leadMinutes: z.number().int().describe('How long before its time a task is made on schedule.'),
  ended: z.boolean().describe('Whether its rule has no more occurrences to make; false with `on-completion`.'),
});

export const OccurrenceView = z.object({
  occurrence: Occurrence,
  at: Timestamp.describe('The instant. A wall time that a change of clocks leaves out is shifted forward.'),
});
