import {
  AmountOutOfRange,
  converted,
  divisionOfMoney,
  requireAccount,
  requireDivisionAndProject,
  requireRate,
  selectPostingRules,
  writeRecord,
} from '#modules/accounting/index.ts';
import { requireContact } from '#modules/contacts/index.ts';
import { issueLoan } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { toMinor } from '#platform/money.ts';
import { bridge, costOfMoney, sideOf } from '../bridge.ts';
import type { GivenLoan } from './credit.schema.ts';
import { dayOf, openCredit } from './credit.ts';
import { capitalRule } from './postings.ts';

/** Lends or borrows cash: a document, its record in the books, and the plan to pay it back. */
export async function createLoan(ctx: TenantContext, given: GivenLoan) {
  const [account, contact, rules] = await Promise.all([
    requireAccount(ctx, given.accountId, 'body.accountId'),
    requireContact(ctx, given.contactId, 'body.contactId'),
    selectPostingRules(ctx),
    requireDivisionAndProject(ctx, given),
  ]);
  const date = dayOf(ctx, given.date);
  const { currency } = account;
  const amount = toMinor(given.amount, currency);
  if (amount === 0n) throw AmountOutOfRange();
  const rate = currency === ctx.currency ? null : await requireRate(ctx, currency, date);
  const value = rate === null ? amount : converted(amount, rate, currency, ctx.currency);
  const lends = given.direction === 'granted';
  const kind = 'loan' as const;
  const direction = lends ? ('sale' as const) : ('purchase' as const);
  const id = newId();
  const head = {
    date,
    currency,
    rate,
    divisionId: await divisionOfMoney(ctx, account, given.divisionId),
    projectId: given.projectId ?? null,
    contactId: contact.id,
    reference: given.reference ?? null,
  };
  const owed = rules.get(capitalRule({ kind, direction }))!;
  // Money that leaves an account in another currency leaves at its cost, and is owed at its value.
  const paid = lends ? await costOfMoney(ctx, account, amount, date) : value;
  const money = sideOf(ctx, account, { value: paid, own: amount });
  const debt = { chartAccountId: owed, value };
  const record = await writeRecord(ctx, {
    ...head,
    kind,
    description: lends ? `Préstamo a ${contact.name}` : `Préstamo de ${contact.name}`,
    amount,
    baseAmount: value,
    accountId: account.id,
    chartAccountId: owed,
    sourceKind: kind,
    sourceId: id,
    transfers: lends ? bridge(debt, money, kind, rules) : bridge(money, debt, kind, rules),
  });
  const document = await issueLoan(ctx, {
    ...head,
    id,
    direction,
    recordId: record.id,
    contactName: contact.name,
    contactTaxId: contact.taxId,
    contactTaxIdKind: contact.taxIdKind,
    notes: given.notes ?? '',
    amount,
    baseAmount: value,
  });
  return openCredit(ctx, document, { ...given.plan, startsOn: given.plan.startsOn ?? date });
}
