import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { changeOf } from '#platform/http/change.ts';
import { Currency } from '#platform/money.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { recordKindNames } from '../record/record-kinds.ts';
import { ChartAccountKind } from './chart.schema.ts';

const MEMBERS_MAX = 200;
const SOURCES_ASKED_MAX = 50;

const listOf = <S extends z.ZodType>(item: S, what: string) => uniqueList(item, { max: MEMBERS_MAX }).describe(what);

/** Every list that is not empty must match, each by any of its values. */
const SelectorFields = {
  accountIds: listOf(z.uuid(), 'Transfers from or to these accounts of the chart; of a heading, everything under it.'),
  taxIds: listOf(z.uuid(), 'Postings for these taxes.'),
  resourceIds: listOf(z.uuid(), 'Postings for these items.'),
  contactIds: listOf(z.uuid(), 'Postings for these contacts.'),
  divisionIds: listOf(z.uuid(), 'Postings for these divisions.'),
  projectIds: listOf(z.uuid(), 'Postings for these projects.'),
  recordKinds: listOf(
    z
      .string()
      .max(60)
      .refine((kind) => recordKindNames.has(kind), 'must be a kind of record such as expense'),
    'Postings of records of these kinds: `income`, `expense`, `payment`, …',
  ),
};

const DataSourceFields = {
  name: z.string().trim().min(1).max(200).describe('Unique; reports show it next to the amount of the source.'),
  description: z.string().trim().max(1_000).describe('For your own people: what the source is about.'),
};

const { accountIds, taxIds, resourceIds, contactIds, divisionIds, projectIds, recordKinds } = SelectorFields;
export const NewDataSource = z.strictObject({
  name: DataSourceFields.name,
  description: DataSourceFields.description.default(''),
  accountIds: accountIds.default([]),
  taxIds: taxIds.default([]),
  resourceIds: resourceIds.default([]),
  contactIds: contactIds.default([]),
  divisionIds: divisionIds.default([]),
  projectIds: projectIds.default([]),
  recordKinds: recordKinds.default([]),
});
export const DataSourceChange = changeOf({ ...DataSourceFields, ...SelectorFields });

export const DataSourceView = z.object({
  id: z.uuid(),
  ...DataSourceFields,
  ...SelectorFields,
  version: z.number().int(),
  createdAt: Timestamp,
});

const amount = z.string().describe('A decimal number.');
const AccountName = z.object({
  id: z.uuid(),
  code: z.string().describe('Of the account of the chart.'),
  name: z.string(),
});

const Side = AccountName.extend({
  ownAmount: amount.describe('In the currency of the account.'),
  currency: Currency,
});

export const DataSourceElementView = z.object({
  recordId: z.uuid(),
  recordKind: z.string().describe('What posted it: `income`, `expense`, `journal`, `payment`, …'),
  recordStatus: z
    .enum(['posted', 'void'])
    .describe('`void`: the record was deleted, and this transfer taken back by another.'),
  recordVersion: z.number().int().describe('The version of the record that posted it.'),
  sourceKind: z
    .string()
    .nullable()
    .describe('The kind of operation that posted the record; null: entered by hand. `invoice` is a document.'),
  sourceId: z.uuid().nullable().describe('Of an `invoice`: the document (`GET /v1/record/pending/:pendingRecordId`).'),
  reference: z.string().nullable().describe('Of the record.'),
  takesBack: z.boolean().describe('Whether it takes an earlier transfer back.'),
  entryId: z.uuid().describe('Transfers of one entry were posted together.'),
  line: z.number().int().describe('Its place in the entry, from 1.'),
  date: CalendarDate.describe('The day on which it counts in the books.'),
  postedAt: Timestamp.describe('When it was posted, whatever its date is.'),
  description: z.string().describe('The text of the record when it was posted.'),
  purpose: z.string().describe('Its purpose in the record: `net`, `tax`, `payment`, …'),
  debit: Side.describe('Where the amount went.'),
  credit: Side.describe('Where it came from.'),
  amount: amount.describe('In the organization’s currency; never negative.'),
  currency: Currency,
  divisionId: z.uuid().nullable(),
  projectId: z.uuid().nullable(),
  contactId: z.uuid().nullable(),
  taxId: z.uuid().nullable().describe('The tax that the amount is for: `GET /v1/taxes/list`.'),
  resourceId: z.uuid().nullable().describe('The product that the amount is for, such as the cost of what was sold.'),
});

export const DataSourceIds = z
  .string()
  .max(SOURCES_ASKED_MAX * 37)
  .transform((text) => text.split(','))
  .pipe(listOf(z.uuid(), '').max(SOURCES_ASKED_MAX))
  .describe('The ids, with commas between, in the order in which they take their shares. All, by name, by default.');

const Share = z.object({
  balance: amount,
  movements: z.number().int().describe('How many debits and credits of the account it counts.'),
});

export const ChartAccountBalance = z.object({
  account: AccountName.extend({
    kind: ChartAccountKind,
    postable: z.boolean().describe('False for a heading.'),
  }).describe('The account asked for; of a heading, everything under it counts.'),
  from: CalendarDate.nullable().describe('The first day that counts; null: from the beginning.'),
  to: CalendarDate.describe('The last day that counts; today by default.'),
  knownAt: Timestamp.describe('The moment whose books these are: send it back to get the same again.'),
  currency: Currency.describe('Of all amounts: the organization’s.'),
  opening: amount.describe('The balance before `from`.'),
  balance: amount.describe('The change from `from` to `to`; without `from`, the whole balance.'),
  closing: amount.describe('`opening` and `balance` together.'),
  movements: z.number().int().describe('How many debits and credits there were in the period.'),
  sources: z
    .array(
      Share.extend({
        dataSource: z.object({ id: z.uuid(), name: z.string() }).describe('The source, by its name.'),
        balance: amount.describe('The part that this source selects and none before it.'),
        caught: amount.describe('All that it catches, with what a source before it catches too.'),
      }),
    )
    .describe('In the order in which they took their shares.'),
  remainder: Share.extend({
    origins: z
      .array(
        Share.extend({
          recordKind: z.string().describe('What posted them: `income`, `expense`, `payment`, …'),
          purpose: z.string().describe('Of the lines in their record: `net`, `tax`, `payment`, …'),
        }),
      )
      .describe('The part that no source selects, by kind of record and purpose of the line.'),
  }).describe('What no source selects.'),
});
