import { type Contact, findContact } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { greatest, sumOf } from '#platform/decimal.ts';
import { type PageRequest, pageInMemory } from '#platform/http/page.ts';
import { fromMinor } from '#platform/money.ts';
import { NotFound, refusal } from '#platform/refusal.ts';
import { fillInPrepaid } from '../hooks.ts';
import { type DebtMovement, selectDebt, selectDebtMovements } from './statement.sql.ts';

const MOVEMENTS_MAX = 5_000;
export const TooManyMovements = refusal(
  'too_many_movements',
  `More than ${MOVEMENTS_MAX.toLocaleString('en')} movements since that day: choose a later one.`,
);

export interface StatementQuery {
  from?: string | undefined;
  to?: string | undefined;
  direction?: 'sale' | 'purchase' | undefined;
  currency?: string | undefined;
}

/** A movement with the debt after it. */
export interface StatementLine extends DebtMovement {
  balance: bigint;
}

export interface Statement {
  contact: Pick<Contact, 'id' | 'name' | 'taxId' | 'taxIdKind'>;
  direction: 'sale' | 'purchase';
  currency: string;
  from: string;
  to: string;
  opening: bigint;
  closing: bigint;
  charged: bigint;
  paid: bigint;
  /** The overdue part of the present debt. */
  overdue: bigint;
  /** Paid in advance and not used yet. */
  prepaid: bigint;
  lines: StatementLine[];
}

/** The debts of a contact over a period. Void documents and payments do not count, not even in the past; refunds do. */
export async function statementOf(ctx: TenantContext, contactId: string, query: StatementQuery): Promise<Statement> {
  const contact = await findContact(ctx, contactId);
  if (!contact) throw NotFound();
  const { to = ctx.today.toString(), currency = ctx.currency } = query;
  const { direction = contact.isSupplier && !contact.isCustomer ? 'purchase' : 'sale' } = query;
  const { from = Temporal.PlainDate.from(to).with({ day: 1 }).toString() } = query;
  const debts = { contactId: contact.id, direction, currency };
  const prepaid = { amount: 0n };
  const [movements, { debt, overdue }] = await Promise.all([
    selectDebtMovements(ctx, debts, { from, limit: MOVEMENTS_MAX + 1 }),
    selectDebt(ctx, debts, ctx.today.toString()),
    fillInPrepaid(ctx, debts, prepaid),
  ]);
  if (movements.length > MOVEMENTS_MAX) throw TooManyMovements();
  // Back from the debt of now: what happened before the period need not be read.
  const opening = debt - sumOf(movements, ({ amount }) => amount);
  const shown = movements.filter(({ date }) => date <= to);
  let balance = opening;
  const lines = shown.map((movement) => {
    balance += movement.amount;
    return { ...movement, balance };
  });
  return {
    contact,
    direction,
    currency,
    from,
    to,
    opening,
    closing: balance,
    charged: sumOf(shown, ({ amount }) => greatest(amount, 0n)),
    paid: -sumOf(shown, ({ amount }) => (amount < 0n ? amount : 0n)),
    overdue,
    prepaid: prepaid.amount,
    lines,
  };
}

export async function readStatement(
  ctx: TenantContext,
  contactId: string,
  query: StatementQuery & PageRequest & { cursor?: string | undefined },
) {
  const { contact, direction, currency, from, to, lines, ...sums } = await statementOf(ctx, contactId, query);
  const format = (amount: bigint) => fromMinor(amount, currency);
  // A payment and its refund have the same id.
  const page = pageInMemory(query, lines, ({ id, amount }) => `${id} ${amount}`);
  return {
    ...page,
    beneficiaryId: contact.id,
    name: contact.name,
    direction,
    currency,
    from,
    to,
    opening: format(sums.opening),
    charged: format(sums.charged),
    paid: format(sums.paid),
    closing: format(sums.closing),
    overdue: format(sums.overdue),
    prepaid: format(sums.prepaid),
    data: page.data.map(({ id, date, documentId, documentKind, fiscalNumber, reference, source, method, ...line }) => ({
      date,
      paymentId: source === null ? null : id,
      documentId,
      documentKind,
      number: line.number === null ? null : Number(line.number),
      fiscalNumber,
      reference,
      source,
      method,
      charge: line.amount > 0n ? format(line.amount) : null,
      payment: line.amount < 0n ? format(-line.amount) : null,
      balance: format(line.balance),
    })),
  };
}
