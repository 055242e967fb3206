import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { bulkCounts, RowResult, validRowsOnly } from '#platform/http/bulk.schema.ts';
import { changeOf } from '#platform/http/change.ts';
import { pageOf } from '#platform/http/page.ts';
import { Currency } from '#platform/money.ts';

export const KnownAt = Timestamp.describe(
  'The books as they were known at that moment: later postings and reversals do not count.',
);

const ChartAccountFields = {
  code: z
    .string()
    .regex(/^[0-9A-Za-z][0-9A-Za-z.-]{0,29}$/, 'must be letters, digits, points and dashes, at most 30')
    .describe('Unique in the chart. Accounts are listed by it.'),
  name: z.string().trim().min(1).max(200).describe('As reports and the chart show it.'),
  parentId: z.uuid().nullable().describe('The heading above; null at the top.'),
  postable: z.boolean().describe('False for a heading: it groups accounts and takes no transfers itself.'),
};

const accountKinds = ['asset', 'liability', 'equity', 'income', 'expense'] as const;
export const ChartAccountKind = z
  .enum(accountKinds)
  .describe('On which side it grows, and in which report it is: balance sheet, or profit and loss.');
export type AccountKind = z.output<typeof ChartAccountKind>;

const { code, name, parentId, postable } = ChartAccountFields;
export const NewChartAccount = z.strictObject({
  code,
  name,
  kind: ChartAccountKind.optional().describe('Default: that of the heading above. Required at the top.'),
  parentId: parentId.optional(),
  currency: Currency.optional().describe('Default: the organization’s. It cannot change later.'),
  postable: postable.default(true),
});
export const ChartAccountChange = changeOf({ ...ChartAccountFields, archived: z.boolean() });

/** As many as a chart has, so that a file with headings and the accounts under them is written at once. */
export const CHART_ACCOUNTS_MAX = 5_000;

export const ChartAccountRow = z.strictObject({
  id: z.uuid().optional().describe('The account to change. Without it: a new one, which needs a code and a name.'),
  code: code.optional(),
  name: name.optional(),
  kind: NewChartAccount.shape.kind,
  parentCode: code.nullable().optional().describe('The heading above, which another row may add; null at the top.'),
  currency: Currency.optional().describe('Of a new account. Default: the organization’s.'),
  postable: postable.optional().describe('Default for a new account: false if another row is under it.'),
});

export const NewChartAccounts = z.strictObject({
  accounts: z
    .array(ChartAccountRow)
    .min(1)
    .max(CHART_ACCOUNTS_MAX)
    .describe('Headings and the accounts under them, in any order.'),
  validRowsOnly,
});

export const ChartAccountsWritten = z.object({
  ...bulkCounts,
  results: z.array(RowResult).describe('One for each row, in the order given.'),
});

const amount = z.string().describe('A decimal number.');

export const ChartAccountView = z.object({
  id: z.uuid(),
  ...ChartAccountFields,
  kind: ChartAccountKind,
  currency: Currency,
  depth: z.number().int().describe('0 at the top.'),
  archivedAt: Timestamp.nullable(),
  version: z.number().int(),
  createdAt: Timestamp,
});

const AccountWithBalance = ChartAccountView.extend({
  balance: amount
    .optional()
    .describe(
      'In the organization’s currency, everything under it included. Positive on the side where the kind grows: debit for assets and expenses, credit for the others.',
    ),
  ownBalance: amount.optional().describe('In the account’s own currency, where that is another.'),
});

export type ListedAccount = z.infer<typeof AccountWithBalance> & { children?: ListedAccount[] | undefined };

/** The schema is recursive, so the reference needs a name for it. */
const ListedAccountView: z.ZodType<ListedAccount, ListedAccount> = AccountWithBalance.extend({
  children: z
    .array(z.lazy(() => ListedAccountView))
    .optional()
    .describe('With `view=tree`: the accounts right under it, by code.'),
}).meta({ id: 'ListedChartAccount' });

export const ChartPage = pageOf(ListedAccountView).extend({
  currency: Currency.describe('Of the balances.'),
  date: CalendarDate.optional().describe('The last day that the balances count.'),
  knownAt: Timestamp.optional().describe('Send it back to get the same balances again, whatever is posted later.'),
  verifiedAt: Timestamp.nullable().describe(
    'When every total last agreed with its transfers; null if not yet checked.',
  ),
  checkedAt: Timestamp.nullable().describe('When that was last checked.'),
  differences: z.number().int().describe('How many totals the last check found wrong.'),
});
