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
  name: z.string().trim().min(1).max(200),
  description: z.string().trim().max(1_000),
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
const AccountName = z.object({ id: z.uuid(), code: z.string(), name: z.string() });

const Side = AccountName.extend({
  ownAmount: amount.describe('In the currency of the account.'),
  currency: Currency,
});

export const DataSourceElementView = z.object({
  recordId: z.uuid(),
  recordKind: z.string(),
  recordStatus: z.enum(['posted', 'void']),
  recordVersion: z.number().int().describe('The version of the record that posted it.'),
  sourceKind: z
    .string()
    .nullable()
    .describe('The kind of operation that posted the record; null: entered by hand. `invoice` is a document.'),
  sourceId: z.uuid().nullable().describe('Of an `invoice`: the document (`GET /v1/record/pending/:pendingRecordId`).'),
  reference: z.string().nullable().describe('Of the record.'),
  takesBack: z.boolean().describe('Whether it takes an earlier transfer back.'),
  entryId: z.uuid(),
  line: z.number().int(),
  date: CalendarDate,
  postedAt: Timestamp,
  description: z.string(),
  purpose: z.string().describe('Its purpose in the record: `net`, `tax`, `payment`, …'),
  debit: Side.describe('Where the amount went.'),
  credit: Side.describe('Where it came from.'),
  amount,
  currency: Currency,
  divisionId: z.uuid().nullable(),
  projectId: z.uuid().nullable(),
  contactId: z.uuid().nullable(),
  taxId: z.uuid().nullable(),
  resourceId: z.uuid().nullable(),
});

export const DataSourceIds = z
  .string()
  .max(SOURCES_ASKED_MAX * 37)
  .transform((text) => text.split(','))
  .pipe(listOf(z.uuid(), '').max(SOURCES_ASKED_MAX))
  .describe('The ids, with commas between, in the order in which they take their shares. All, by name, by default.');

const Share = z.object({ balance: amount, movements: z.number().int() });

export const ChartAccountBalance = z.object({
  account: AccountName.extend({ kind: ChartAccountKind, postable: z.boolean() }),
  from: CalendarDate.nullable(),
  to: CalendarDate,
  knownAt: Timestamp,
  currency: Currency.describe('Of all amounts: the organization’s.'),
  opening: amount.describe('The balance before `from`.'),
  balance: amount.describe('The change from `from` to `to`; without `from`, the whole balance.'),
  closing: amount.describe('`opening` and `balance` together.'),
  movements: z.number().int(),
  sources: z.array(
    Share.extend({
      dataSource: z.object({ id: z.uuid(), name: z.string() }),
      balance: amount.describe('The part that this source selects and none before it.'),
      caught: amount.describe('All that it catches, with what a source before it catches too.'),
    }),
  ),
  remainder: Share.extend({
    origins: z
      .array(Share.extend({ recordKind: z.string(), purpose: z.string() }))
      .describe('The part that no source selects, by kind of record and purpose of the line.'),
  }),
});
