import { z } from 'zod';
import type { TenantContext } from '../context.ts';
import { languages } from '../pages/language.ts';
import { settingsSection } from './section.ts';
import { readSettings } from './settings.ts';

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export const Weekday = z.enum(weekdays);
export const Language = z.enum(languages);

/** The format of numbers, dates and texts in documents and e-mails. */
export const generalSettings = settingsSection({
  name: 'general',
  description: 'How numbers, dates and texts are written in documents and e-mails.',
  fields: {
    language: Language.default('es').describe('The language of documents, e-mails, notifications and exports.'),
    dateFormat: z
      .enum(['dd/MM/yyyy', 'MM/dd/yyyy', 'yyyy-MM-dd'])
      .default('dd/MM/yyyy')
      .describe(
        'Dates in documents, e-mails and hosted pages. Exports keep real dates, which each spreadsheet shows its own way.',
      ),
    timeFormat: z.enum(['12h', '24h']).default('12h').describe('Times of day in e-mails.'),
    weekStart: Weekday.default('monday').describe('The first day of the weeks in reports that group by week.'),
    decimalSeparator: z
      .enum(['.', ','])
      .default('.')
      .describe('Numbers in documents, e-mails and hosted pages; thousands are grouped by the other sign.'),
  },
});

/** The day on which the weeks of reports begin, from 1 (Monday) to 7. */
export const firstWeekday = async (ctx: TenantContext): Promise<number> =>
  weekdays.indexOf((await readSettings(ctx, generalSettings)).weekStart) + 1;
