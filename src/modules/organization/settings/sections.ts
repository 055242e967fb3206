import { z } from 'zod';
import { CalendarDate, TimeOfDay } from '#platform/date.ts';
import { Language, Weekday } from '#platform/settings/general.ts';
import { settingsSection } from '#platform/settings/section.ts';
import { uniqueList } from '#platform/unique-list.ts';

const WorkingHours = z
  .strictObject({
    start: TimeOfDay.describe('When people begin to work.'),
    end: TimeOfDay.describe('When people stop working.'),
  })
  .refine(({ start, end }) => start < end, { error: 'must end after it starts', params: { code: 'invalid_order' } });

export const accountingSettings = settingsSection({
  name: 'accounting',
  description: 'The fiscal year, payment terms, exchange rates and the locked period.',
  fields: {
    fiscalYearStartMonth: z.number().int().min(1).max(12).default(1).describe('The first month; 1 is January.'),
    paymentTermsDays: z.number().int().min(0).max(3650).default(30).describe('Days until a new document is due.'),
    rateMaxAgeDays: z
      .number()
      .int()
      .min(0)
      .max(3650)
      .nullable()
      .default(null)
      .describe(
        'Published exchange rates that are older in days are not used: a document then needs its own rate. Null: no limit.',
      ),
    lockDate: CalendarDate.nullable().default(null).describe('Records dated on or before it cannot change.'),
  },
});

export const resourcesSettings = settingsSection({
  name: 'resources',
  description: 'How stock is kept and valued.',
  fields: {
    allowNegativeStock: z.boolean().default(false).describe('Whether more can leave than is there.'),
    valuation: z
      .enum(['average', 'fifo'])
      .default('average')
      .describe('How the cost of what leaves is found: the average, or first in, first out.'),
    defaultUnit: z.string().trim().min(1).max(20).default('unidad').describe('The unit of a new product.'),
    expiryWarningDays: z
      .number()
      .int()
      .min(0)
      .max(3650)
      .nullable()
      .default(30)
      .describe('The owner is notified so many days before a lot expires. Null: never.'),
  },
});

export const tasksSettings = settingsSection({
  name: 'tasks',
  description: 'When the team works.',
  fields: {
    workingDays: uniqueList(Weekday, { max: 7 })
      .default(['monday', 'tuesday', 'wednesday', 'thursday', 'friday'])
      .describe('The days on which people work.'),
    workingHours: WorkingHours.default({ start: '08:00', end: '17:00' }).describe('When people work on these days.'),
  },
});

export const interfaceSettings = settingsSection({
  name: 'interface',
  description: 'The user interface of this member.',
  fields: {
    theme: z.enum(['system', 'light', 'dark']).default('system').describe('`system`: as the device is set.'),
    language: Language.default('es').describe('Of the user interface.'),
  },
});
