import { z } from 'zod';
import { CalendarDate, TimeOfDay } from '#platform/date.ts';
import { Language, Weekday } from '#platform/settings/general.ts';
import { settingsSection } from '#platform/settings/section.ts';
import { uniqueList } from '#platform/unique-list.ts';

const WorkingHours = z
  .strictObject({ start: TimeOfDay, end: TimeOfDay })
  .refine(({ start, end }) => start < end, { error: 'must end after it starts', params: { code: 'invalid_order' } });

export const accountingSettings = settingsSection({
  name: 'accounting',
  description: 'The fiscal year, payment terms, exchange rates and the locked period.',
  fields: {
    fiscalYearStartMonth: z.number().int().min(1).max(12).default(1),
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
    allowNegativeStock: z.boolean().default(false),
    valuation: z.enum(['average', 'fifo']).default('average'),
    defaultUnit: z.string().trim().min(1).max(20).default('unidad'),
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
    workingDays: uniqueList(Weekday, { max: 7 }).default(['monday', 'tuesday', 'wednesday', 'thursday', 'friday']),
    workingHours: WorkingHours.default({ start: '08:00', end: '17:00' }),
  },
});

export const interfaceSettings = settingsSection({
  name: 'interface',
  description: 'The user interface of this member.',
  fields: {
    theme: z.enum(['system', 'light', 'dark']).default('system'),
    language: Language.default('es'),
  },
});
