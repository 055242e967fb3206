import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { changeOf } from '#platform/http/change.ts';
import { decimalWithin } from '#platform/money.ts';

const AMOUNT_MAX = 1_000_000_000_000;

/** Not negative, and small enough for the ledger in every currency. */
export const Amount = decimalWithin({ min: 0, max: AMOUNT_MAX });

export const DivisionKind = z
  .enum(['branch', 'warehouse', 'pos'])
  .describe('What the place is: a shop or office, a store of goods, or a till.');

const fields = {
  name: z.string().trim().min(1).max(200).describe('As users choose it, and as documents and reports show it.'),
  kind: DivisionKind,
  code: z.string().trim().min(1).max(30).nullable().describe('Your own short name for it, unique.'),
  address: z.string().trim().max(500).nullable().describe('Printed on the documents of the branch.'),
  phone: z.string().trim().max(40).nullable().describe('Printed on the documents of the branch.'),
};

const accessToken = z.string().min(1).max(1_000).optional().describe('Kept encrypted, never shown again.');
const testEventCode = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .nullable()
  .optional()
  .describe('Marks each conversion as a test; null: they count.');

export const ConversionsSettings = z
  .discriminatedUnion('provider', [
    z.strictObject({
      provider: z.literal('http').describe('Who receives the conversions; `simulator` is built in, for tests.'),
      url: z.url().max(500).describe('The https address that they are sent to.'),
      accessToken,
      testEventCode,
    }),
    z.strictObject({
      provider: z.literal('simulator').describe('Who receives the conversions; `simulator` is built in, for tests.'),
      accessToken,
      testEventCode,
    }),
  ])
  .describe('Where conversions are sent: an https address that speaks the Conversions API, or the built-in simulator.');

const { name, kind, code, address, phone } = fields;
export const NewDivision = z.strictObject({
  name,
  kind: kind.default('branch'),
  code: code.default(null),
  address: address.default(null),
  phone: phone.default(null),
  conversions: ConversionsSettings.nullable()
    .default(null)
    .describe('Where its sales are reported as conversions; null: nowhere.'),
});
export const DivisionChange = changeOf({
  ...fields,
  conversions: ConversionsSettings.nullable().describe('Null removes it.'),
  archived: z.boolean(),
});

export const DivisionView = z.object({
  id: z.uuid(),
  ...fields,
  active: z.boolean().describe('Whether the current session works in it.'),
  archived: z.boolean(),
  closedAt: Timestamp.nullable().describe('When its balances were last closed.'),
  conversions: z
    .object({
      provider: z.string().describe('Who receives the conversions.'),
      url: z.string().nullable().describe('Where they are sent; null: to the built-in simulator.'),
      testEventCode: z.string().nullable().describe('Marks each conversion as a test; null: they count.'),
      accessTokenLast4: z.string().describe('The end of the token, to recognize it.'),
    })
    .nullable()
    .describe('Where its sales are reported as conversions; null: nowhere.'),
  version: z.number().int(),
  createdAt: Timestamp,
});

const AccountBalances = {
  total: z.string().describe('In the organization’s currency.'),
  accounts: z
    .array(
      z.object({
        accountId: z.uuid(),
        name: z.string(),
        kind: z.string().describe('`cash`, `bank`, `card`, `payout` or `other`.'),
        currency: z.string().describe('Of the account.'),
        balance: z.string().describe('In the currency of the account.'),
        baseBalance: z.string().describe('In the organization’s currency, as the books have it.'),
      }),
    )
    .describe('Money accounts that hold something.'),
};

export const BranchBalancesView = z.object({
  currency: z.string().describe('The organization’s.'),
  date: CalendarDate.describe('The last day that counts.'),
  ...AccountBalances,
  divisions: z
    .array(
      z.object({
        divisionId: z.uuid().nullable().describe('Null: what belongs to no division.'),
        name: z.string().nullable(),
        ...AccountBalances,
      }),
    )
    .describe('Branches that hold something.'),
});

export const NewBranchTransfer = z.strictObject({
  accountId: z.uuid().describe('The account that the money is in.'),
  toAccountId: z.uuid().optional().describe('Default: the same account.'),
  fromDivisionId: z.uuid().nullable().describe('The branch that gives it; null: money of no branch.'),
  toDivisionId: z.uuid().nullable().describe('The branch that gets it; null: none.'),
  amount: Amount.describe('In the currency of the account.'),
  date: CalendarDate.optional().describe('Default: today.'),
  description: z.string().trim().max(1_000).default('').describe('The text of the record in the books.'),
});

export const BranchTransferView = z.object({
  recordId: z.uuid().describe('The record of the books that moved it.'),
  accountId: z.uuid().describe('The account that the money was in.'),
  toAccountId: z.uuid().describe('The account that it is in now.'),
  fromDivisionId: z.uuid().nullable().describe('The branch that gave it; null: money of no branch.'),
  toDivisionId: z.uuid().nullable().describe('The branch that got it; null: none.'),
  amount: z.string().describe('What was moved.'),
  currency: z.string(),
  date: CalendarDate.describe('The day of the transfer in the books.'),
  description: z.string().describe('The text of the record in the books.'),
  createdAt: Timestamp,
});

const Series = {
  total: z.string().describe('The sum of `amounts`.'),
  amounts: z.array(z.string()).describe('One for each of `periods`.'),
};

export const BranchSpendingView = z.object({
  divisionId: z.uuid(),
  currency: z.string().describe('The organization’s.'),
  period: z.enum(['day', 'week', 'month']).describe('How long each step is.'),
  from: CalendarDate.describe('The first day that counts.'),
  to: CalendarDate.describe('The last day that counts.'),
  periods: z.array(CalendarDate).describe('The first day of each. Weeks begin as the setting `weekStart` says.'),
  ...Series,
  categories: z
    .array(
      z.object({
        chartAccountId: z.uuid().describe('The account of expenses.'),
        code: z.string().describe('Of the account in the chart.'),
        name: z.string(),
        ...Series,
      }),
    )
    .describe('One for each account of expenses.'),
});

const Figures = {
  accountId: z.uuid(),
  name: z.string(),
  currency: z.string().describe('Of the account: its amounts are in it.'),
  opening: z.string().describe('Opening balance.'),
  in: z.string().describe('Sum of incoming movements. A correction counts on both sides.'),
  out: z.string().describe('Sum of outgoing movements. A correction counts on both sides.'),
  transfered: z.string().describe('Moved here from other divisions, less what was moved there.'),
  expected: z.string().describe('opening + in − out + transfered: what the books hold.'),
};

export const TillClosePreview = z.object({
  divisionId: z.uuid(),
  number: z
    .number()
    .int()
    .describe('Of the close that would be made. Send it along to be sure that no other came first.'),
  since: Timestamp.nullable().describe('Where the balance begins: at the opening, else at the last close, else ever.'),
  posOpen: z.boolean().describe('Whether the point of sale is open.'),
  balances: z
    .array(
      z.object({
        ...Figures,
        kind: z.string().describe('`cash`, `bank`, `card`, `payout` or `other`.'),
        mustCount: z.boolean().describe('Cash that moved or is there.'),
      }),
    )
    .describe('One for each account that the close would fix.'),
  cashInNoTill: z
    .array(
      z.object({
        accountId: z.uuid(),
        name: z.string(),
        currency: z.string(),
        balance: z.string().describe('In the currency of the account.'),
      }),
    )
    .describe(
      'Cash that was taken without a division, which no close counts: move it to the division whose drawer has it with `POST /v1/division/transfer`, and give its account that division.',
    ),
});

export const TillCloseView = z.object({
  id: z.uuid(),
  divisionId: z.uuid(),
  number: z.number().int().describe('1, 2, 3, … of its division.'),
  details: z.string().nullable().describe('What the person who closed noted; null: nothing.'),
  since: Timestamp.nullable().describe('Where its balance begins; null: with the first movement.'),
  closedAt: Timestamp.describe('When it was closed.'),
  closedOn: CalendarDate.describe('Nothing dated before this day can be added or changed any more.'),
  closedBy: z.uuid().nullable().describe('Who closed it; null: the service.'),
  lastRecordRegisteredId: z.uuid().nullable().describe('The newest record that the close counts; null: none.'),
  canceledAt: Timestamp.nullable().describe('When it was canceled; null: it holds.'),
  canceledBy: z.uuid().nullable().describe('Who canceled it; null: it holds.'),
  balances: z
    .array(
      z.object({
        ...Figures,
        counted: z.string().nullable().describe('Null if it was not counted: then the balance of the books holds.'),
        difference: z.string().describe('counted − expected.'),
        balance: z.string().describe('The balance after the close.'),
        differenceRecordId: z.uuid().nullable().describe('The record that posted the difference.'),
      }),
    )
    .describe('One for each account of the division.'),
});

export const TillStateView = z.object({
  divisionId: z.uuid(),
  open: z.boolean().describe('Whether the point of sale is open now.'),
  opening: z
    .object({
      id: z.uuid(),
      note: z.string().nullable().describe('What the person who opened noted.'),
      openedAt: Timestamp.describe('When it was opened; the next close counts from here.'),
      openedBy: z.uuid().nullable().describe('Who opened it; null: the service.'),
      floats: z
        .array(
          z.object({
            accountId: z.uuid(),
            name: z.string(),
            currency: z.string(),
            amount: z.string().describe('In the currency of the account.'),
          }),
        )
        .describe('The cash in the drawer at the opening.'),
    })
    .nullable()
    .describe('How the day began; null: it is closed.'),
  lastClose: TillCloseView.nullable().describe('Null: never closed.'),
});
