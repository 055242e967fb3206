import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { changeOf } from '#platform/http/change.ts';
import { decimalWithin } from '#platform/money.ts';

const AMOUNT_MAX = 1_000_000_000_000;

/** Not negative, and small enough for the ledger in every currency. */
export const Amount = decimalWithin({ min: 0, max: AMOUNT_MAX });

export const DivisionKind = z.enum(['branch', 'warehouse', 'pos']);

const fields = {
  name: z.string().trim().min(1).max(200),
  kind: DivisionKind,
  code: z.string().trim().min(1).max(30).nullable().describe('Your own short name for it, unique.'),
  address: z.string().trim().max(500).nullable(),
  phone: z.string().trim().max(40).nullable(),
};

const accessToken = z.string().min(1).max(1_000).optional().describe('Kept encrypted, never shown again.');
const testEventCode = z.string().trim().min(1).max(100).nullable().optional();

export const ConversionsSettings = z
  .discriminatedUnion('provider', [
    z.strictObject({ provider: z.literal('http'), url: z.url().max(500), accessToken, testEventCode }),
    z.strictObject({ provider: z.literal('simulator'), accessToken, testEventCode }),
  ])
  .describe('Where conversions are sent: an https address that speaks the Conversions API, or the built-in simulator.');

const { name, kind, code, address, phone } = fields;
export const NewDivision = z.strictObject({
  name,
  kind: kind.default('branch'),
  code: code.default(null),
  address: address.default(null),
  phone: phone.default(null),
  conversions: ConversionsSettings.nullable().default(null),
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
      provider: z.string(),
      url: z.string().nullable(),
      testEventCode: z.string().nullable(),
      accessTokenLast4: z.string(),
    })
    .nullable(),
  version: z.number().int(),
  createdAt: Timestamp,
});

const AccountBalances = {
  total: z.string().describe('In the organization’s currency.'),
  accounts: z.array(
    z.object({
      accountId: z.uuid(),
      name: z.string(),
      kind: z.string(),
      currency: z.string(),
      balance: z.string(),
      baseBalance: z.string().describe('In the organization’s currency, as the books have it.'),
    }),
  ),
};

export const BranchBalancesView = z.object({
  currency: z.string(),
  date: CalendarDate,
  ...AccountBalances,
  divisions: z.array(
    z.object({
      divisionId: z.uuid().nullable().describe('Null: what belongs to no division.'),
      name: z.string().nullable(),
      ...AccountBalances,
    }),
  ),
});

export const NewBranchTransfer = z.strictObject({
  accountId: z.uuid(),
  toAccountId: z.uuid().optional().describe('Default: the same account.'),
  fromDivisionId: z.uuid().nullable(),
  toDivisionId: z.uuid().nullable(),
  amount: Amount.describe('In the currency of the account.'),
  date: CalendarDate.optional().describe('Default: today.'),
  description: z.string().trim().max(1_000).default(''),
});

export const BranchTransferView = z.object({
  recordId: z.uuid(),
  accountId: z.uuid(),
  toAccountId: z.uuid(),
  fromDivisionId: z.uuid().nullable(),
  toDivisionId: z.uuid().nullable(),
  amount: z.string(),
  currency: z.string(),
  date: CalendarDate,
  description: z.string(),
  createdAt: Timestamp,
});

const Series = {
  total: z.string(),
  amounts: z.array(z.string()).describe('One for each of `periods`.'),
};

export const BranchSpendingView = z.object({
  divisionId: z.uuid(),
  currency: z.string(),
  period: z.enum(['day', 'week', 'month']),
  from: CalendarDate,
  to: CalendarDate,
  periods: z.array(CalendarDate).describe('The first day of each. Weeks begin as the setting `weekStart` says.'),
  ...Series,
  categories: z.array(z.object({ chartAccountId: z.uuid(), code: z.string(), name: z.string(), ...Series })),
});

const Figures = {
  accountId: z.uuid(),
  name: z.string(),
  currency: z.string(),
  opening: z.string().describe('Opening balance.'),
  in: z.string().describe('Sum of incoming movements. A correction counts on both sides.'),
  out: z.string(),
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
  posOpen: z.boolean(),
  balances: z.array(
    z.object({ ...Figures, kind: z.string(), mustCount: z.boolean().describe('Cash that moved or is there.') }),
  ),
  cashInNoTill: z
    .array(z.object({ accountId: z.uuid(), name: z.string(), currency: z.string(), balance: z.string() }))
    .describe(
      'Cash that was taken without a division, which no close counts: move it to the division whose drawer has it with `POST /v1/division/transfer`, and give its account that division.',
    ),
});

export const TillCloseView = z.object({
  id: z.uuid(),
  divisionId: z.uuid(),
  number: z.number().int(),
  details: z.string().nullable(),
  since: Timestamp.nullable(),
  closedAt: Timestamp,
  closedOn: CalendarDate.describe('Nothing dated before this day can be added or changed any more.'),
  closedBy: z.uuid().nullable(),
  lastRecordRegisteredId: z.uuid().nullable(),
  canceledAt: Timestamp.nullable(),
  canceledBy: z.uuid().nullable(),
  balances: z.array(
    z.object({
      ...Figures,
      counted: z.string().nullable().describe('Null if it was not counted: then the balance of the books holds.'),
      difference: z.string().describe('counted − expected.'),
      balance: z.string().describe('The balance after the close.'),
      differenceRecordId: z.uuid().nullable().describe('The record that posted the difference.'),
    }),
  ),
});

export const TillStateView = z.object({
  divisionId: z.uuid(),
  open: z.boolean(),
  opening: z
    .object({
      id: z.uuid(),
      note: z.string().nullable(),
      openedAt: Timestamp,
      openedBy: z.uuid().nullable(),
      floats: z.array(z.object({ accountId: z.uuid(), name: z.string(), currency: z.string(), amount: z.string() })),
    })
    .nullable(),
  lastClose: TillCloseView.nullable(),
});
