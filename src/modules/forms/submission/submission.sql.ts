import { sql } from 'kysely';
import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { filter, list, search } from '#platform/db/list.ts';
import { mapOf, rowsOf, type Tenant } from '#platform/db/table.ts';
import { plainDecimal } from '#platform/decimal.ts';
import { formAnswers, formSubmissions, type Submission } from '../tables.ts';
import { comparable } from './answer-text.ts';

const DECIMAL = /^-?\d{1,15}(\.\d{1,10})?$/;
const ANSWER = /^[a-z][\w.-]{0,99}:[^\0]{1,200}$/s;

const AnswerFilter = z.string().max(310).regex(ANSWER, 'must be a question and a value, such as city:Santiago');

/** A question and what was answered: `city:Santiago`, or a range of numbers, dates or times: `age:18..30`, `age:18..`. */
function answered(text: string) {
  const place = text.indexOf(':');
  const [field, value] = [text.slice(0, place), text.slice(place + 1)];
  const range = /^(.*?)\.\.(.*)$/s.exec(value);
  if (!range) return sql`a.field = ${field} AND a.value = ANY (${formsOf(value)})`;
  const [from = '', to = ''] = range.slice(1);
  const isNumeric = [from, to].every((limit) => limit === '' || DECIMAL.test(limit));
  const bound = (limit: string, sign: '>=' | '<=') => {
    if (limit === '') return sql``;
    return isNumeric
      ? sql`AND a.amount ${sql.raw(sign)} ${limit}::numeric`
      : sql`AND a.value ${sql.raw(sign)} ${comparable(limit)}`;
  };
  return sql`a.field = ${field} ${bound(from, '>=')} ${bound(to, '<=')}`;
}

/** How a value may be stored: as text, as the key of an option, or as a number with the decimals of any currency. */
function formsOf(value: string): string[] {
  const asText = [comparable(value), value];
  if (!DECIMAL.test(value)) return asText;
  const plain = plainDecimal(value);
  const [whole, decimals = ''] = plain.split('.');
  return [...asText, plain, ...[2, 3].map((places) => `${whole}.${decimals.padEnd(places, '0')}`)];
}

export const submissionList = list<Submission>()({
  from: (ctx) => sql`${formSubmissions.of(ctx)} t`,
  select: formSubmissions.columns('t'),
  filters: {
    search: search('form-submission', 'Words of the answers.'),
    answer: filter(
      z
        .union([AnswerFilter, z.array(AnswerFilter).max(10)])
        .optional()
        .describe(
          'A question and what was answered, `city:Santiago`, or a range, `age:18..30`. Several must all hold.',
        ),
      (given, ctx) =>
        sql.join(
          [given].flat().map(
            (each) => sql`EXISTS (SELECT FROM ${formAnswers.of(ctx)} a
              WHERE a.form_id = t.form_id AND a.submission_id = t.id AND ${answered(each)})`,
          ),
          sql` AND `,
        ),
    ),
    from: filter(
      Timestamp.optional().describe('Received at this time or later.'),
      (value) => sql`t.submitted_at >= ${value}::timestamptz`,
    ),
    to: filter(
      Timestamp.optional().describe('Received at this time or before.'),
      (value) => sql`t.submitted_at <= ${value}::timestamptz`,
    ),
  },
  scope: { formId: filter(z.uuid(), (value) => sql`t.form_id = ${value}`) },
  sort: { submitted: { by: sql`t.submitted_at`, type: 'timestamp with time zone' } },
  order: '-submitted',
});

interface Tally {
  field: string;
  value: string;
  count: number;
  amount: string | null;
}

/** How often each value was given, for questions with few values. */
export const selectTallies = (tenant: Tenant, formId: string, fields: string[]) =>
  rowsOf<Tally>(tenant.tx)`
    SELECT a.field, a.value, count(*)::int AS count, sum(a.amount)::numeric AS amount
    FROM ${formAnswers.of(tenant)} a WHERE a.form_id = ${formId} AND a.field = ANY (${fields}::text[])
    GROUP BY a.field, a.value ORDER BY a.field, count(*) DESC, a.value`;

interface FieldTotals {
  field: string;
  answered: number;
  average: string | null;
  lowest: string | null;
  highest: string | null;
  total: string | null;
}

/** The figures of each question. An answer of several values, such as the rows of a matrix, counts each of them. */
export const selectTotals = (tenant: Tenant, formId: string) =>
  rowsOf<FieldTotals>(tenant.tx)`
    SELECT split_part(a.field, '.', 1) AS field, count(*)::int AS answered, round(avg(a.amount), 4) AS average,
           min(a.amount) AS lowest, max(a.amount) AS highest, sum(a.amount) AS total
    FROM ${formAnswers.of(tenant)} a WHERE a.form_id = ${formId} GROUP BY split_part(a.field, '.', 1)`;

/** How many answered each of these questions, whose answers have several values. */
export const selectAnswered = (tenant: Tenant, formId: string, keys: string[]) =>
  mapOf<number>(tenant.tx)`
    SELECT field, count(*)::int AS answered FROM (
      SELECT DISTINCT split_part(a.field, '.', 1) AS field, a.submission_id
      FROM ${formAnswers.of(tenant)} a WHERE a.form_id = ${formId} AND split_part(a.field, '.', 1) = ANY (${keys})) AS given
    GROUP BY field`;
