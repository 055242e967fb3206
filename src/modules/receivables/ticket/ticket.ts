import { selectPostingRules } from '#modules/accounting/index.ts';
import { createMany, createManyRecurrent, type OpenPayments } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { earlierDate } from '#platform/date.ts';
import type { GivenRows } from '#platform/http/rows.ts';
import type { GivenLine } from '../pay/pay.schema.ts';
import { lockMeans, payHeld } from '../pay/pay.ts';
import type { Till } from '../pay/tender.ts';
import type { GivenTicket, GivenTickets } from './ticket.schema.ts';

type Paid = Pick<Awaited<ReturnType<typeof payHeld>>, 'payments' | 'change'>;

/** Writes documents, and pays those that have payments in the same transaction. */
export async function createTickets(tickets: { ctx: TenantContext; ticket: GivenTicket }[]) {
  const all = tickets.map(({ ctx, ticket: { payments, overpayment, ...given } }) => {
    if (!payments) return { ctx, given };
    const paid: Paid = { payments: [], change: [] };
    return { ctx, given, paid, openPayments: paying({ payments, overpayment }, paid) };
  });
  const written = await createManyRecurrent(all);
  return written.map((late, place) => late.map((document) => ({ ...document, ...all[place]!.paid })));
}

/** Writes the documents of a bulk, and pays those that have payments. */
export const createBulk = (ctx: TenantContext, documents: GivenTickets, rows: GivenRows) =>
  createMany(
    ctx,
    documents.map(({ payments: _, overpayment: _overpayment, ...given }) => given),
    rows,
    (index) => {
      const { payments, overpayment } = documents[index]!;
      return payments && paying({ payments, overpayment }, { payments: [], change: [] });
    },
  );

interface Tenders {
  payments: GivenLine[];
  overpayment: Till['overpayment'];
}

/** Pays a document as it is written, by the rules of paying one that exists. A ticket of an earlier day was paid on that day. */
const paying =
  ({ payments, overpayment }: Tenders, paid: Paid): OpenPayments =>
  async (ctx, { contactId, date: issuedOn }) => {
    const rules = await selectPostingRules(ctx);
    const today = ctx.today.toString();
    const till: Till = {
      rules,
      date: earlierDate(issuedOn, today),
      contactId,
      divisionId: undefined,
      overpayment,
    };
    await lockMeans(ctx, till, payments);
    return {
      pay: async (document) => {
        const done = await payHeld(ctx, till, document, payments);
        Object.assign(paid, { payments: done.payments, change: done.change });
        return done.document;
      },
    };
  };
