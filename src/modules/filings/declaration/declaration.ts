import { selectPostingRules, type Transfer } from '#modules/accounting/index.ts';
import { legalParameters } from '#modules/taxes/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { greatest, least, percentOf } from '#platform/decimal.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { isPaidAfter, selectPaidBefore } from '../payment/filing.sql.ts';
import {
  describeFiling,
  LaterFilingPaid,
  lateFees,
  leavesCredit,
  payFiling,
  payingAccount,
  withheldCreditIn,
} from '../payment/filing.ts';
import { dueOn, type Month, monthOf } from '../period.ts';
import { declaredIds, eachDocument, reportFacts, unnumberedIds } from '../report/report.ts';
import { type Filing, type FilingKind, taxFilings } from '../tables.ts';
import { boxChanges } from './box-change.ts';
import { Ir17 } from './ir17.ts';
import { It1 } from './it1.ts';
import { annexBoxes, it1Boxes, withheldBoxes } from './it1-labels.ts';

/** The figures of a month that are not in its documents. */
interface It1Given {
  imports?: string | undefined;
  cardsWithheld?: string | undefined;
  previousCredit?: string | undefined;
}

/** The payment of a month; null: not paid yet. */
const paidFor = async (ctx: TenantContext, kind: FilingKind, { from: period }: Month) =>
  (await taxFilings.find(ctx, { kind, period, status: 'paid' })) ?? null;

/** Reads the last payment for an earlier month, which may have left a credit. */
type ReadBefore = (ctx: TenantContext, kind: FilingKind, month: Month) => ReturnType<typeof selectPaidBefore>;

const paidBefore: ReadBefore = (ctx, kind, { from }) => selectPaidBefore(ctx, kind, from);

/** Locks it for a payment, unless a later month has used its credit. After waiting for a lock the answer may differ: ask twice. */
const heldBefore: ReadBefore = async (ctx, kind, { from }) => {
  await selectPaidBefore(ctx, kind, from, 'FOR NO KEY UPDATE');
  const before = await selectPaidBefore(ctx, kind, from, 'FOR NO KEY UPDATE');
  if (before && leavesCredit(before) && (await isPaidAfter(ctx, kind, from))) throw LaterFilingPaid();
  return before;
};

async function dueDay(ctx: TenantContext, month: Month, name: 'due-day-it1' | 'due-day-ir17') {
  const law = await legalParameters(ctx, [name], month.lastDay);
  return dueOn(month, Number(law[name]));
}

/** The IT-1 of a month, as it would be paid on a day. */
async function it1Of(
  ctx: TenantContext,
  month: Month,
  given: It1Given,
  paidOn: Temporal.PlainDate,
  readBefore = paidBefore,
) {
  const [facts, sales, unnumberedSales, purchases, unnumberedPurchases, before, due] = await Promise.all([
    reportFacts(ctx, month),
    declaredIds(ctx, { month }, 'sale'),
    unnumberedIds(ctx, month, 'sale'),
    declaredIds(ctx, { month }, 'purchase'),
    unnumberedIds(ctx, month, 'purchase'),
    readBefore(ctx, 'it1', month),
    dueDay(ctx, month, 'due-day-it1'),
  ]);
  const it1 = new It1(facts);
  await eachDocument(ctx, facts, [...sales, ...unnumberedSales], (document) => it1.addSale(document));
  await eachDocument(ctx, facts, purchases, (document) => it1.addPurchase(document));
  await eachDocument(ctx, facts, unnumberedPurchases, (document) => it1.addUnnumberedPurchase(document));
  const minor = (amount: string) => toMinor(amount, facts.currency);
  it1.finish({
    imports: minor(given.imports ?? '0'),
    cardsWithheld: minor(given.cardsWithheld ?? '0'),
    previousCredit: given.previousCredit === undefined ? (before?.credit ?? 0n) : minor(given.previousCredit),
    withheldCredit: before ? minor(withheldCreditIn(before)) : 0n,
  });
  const owed = it1.boxes.get('33') + it1.boxes.get('67');
  it1.addLateFees(await lateFees(ctx, owed, due, paidOn));
  return { it1, currency: facts.currency, due };
}

/** The amount of a month and its due day; of a paid month, also what has changed since. Each is computed once. */
export async function it1Obligation(ctx: TenantContext, month: Month, paid: Filing | null) {
  if (!paid) {
    const { it1, due } = await it1Of(ctx, month, {}, ctx.today);
    return { due, amount: it1.boxes.get('68'), changes: [] };
  }
  const due = await dueDay(ctx, month, 'due-day-it1');
  return { due, amount: paid.amount, changes: await it1Changes(ctx, month, paid) };
}

export async function it1Summary(ctx: TenantContext, query: It1Given & { period?: string | undefined }) {
  const month = monthOf(ctx, query.period);
  const { it1, currency, due } = await it1Of(ctx, month, query, ctx.today);
  const paid = await paidFor(ctx, 'it1', month);
  return {
    ...describeIt1(it1, month, currency),
    dueOn: due.toString(),
    filingId: paid?.id ?? null,
    changes: await it1Changes(ctx, month, paid),
  };
}

/** The boxes in which the books differ from the payment of the month. Figures that no document has are taken from the payment. */
async function it1Changes(ctx: TenantContext, month: Month, paid: Filing | null) {
  if (!paid) return [];
  const boxesOf = ({ annex, boxes, withheld }: ReturnType<typeof describeIt1>) => [...annex, ...boxes, ...withheld];
  const declared = boxesOf(paid.figures as ReturnType<typeof describeIt1>);
  const given = (name: string) => declared.find(({ box }) => box === name)?.amount;
  const { it1, currency } = await it1Of(
    ctx,
    month,
    { imports: given('24'), cardsWithheld: given('A27'), previousCredit: given('29') },
    Temporal.PlainDate.from(paid.paidOn),
  );
  return boxChanges(declared, boxesOf(describeIt1(it1, month, currency)), fromMinor(0n, currency));
}

function describeIt1(it1: It1, month: Month, currency: string) {
  const { boxes, toCost } = it1;
  const money = (minor: bigint) => fromMinor(minor, currency);
  const boxesOf = (labels: Record<string, string>, prefix = '') =>
    Object.entries(labels).map(([box, label]) => ({ box, label, amount: money(boxes.get(prefix + box)) }));
  return {
    period: month.period,
    currency,
    annex: boxesOf(annexBoxes),
    boxes: boxesOf(it1Boxes),
    withheld: boxesOf(withheldBoxes, 'W'),
    totals: {
      collected: money(boxes.get('21')),
      deductible: money(boxes.get('25')),
      withheldByOthers: money(boxes.get('30')),
      previousCredit: money(boxes.get('29')),
      surcharge: money(boxes.get('35')),
      interest: money(boxes.get('36')),
      withheldFromOthers: money(boxes.get('67')),
      toPay: money(boxes.get('68')),
      newCredit: money(boxes.get('34')),
      previousWithheldCredit: money(it1.previousWithheldCredit),
      newWithheldCredit: money(it1.withheldCredit),
      toCost: money(toCost),
      proportion: it1.proportion,
    },
  };
}

/** Declares and pays the ITBIS of a month: what was collected is set against what was paid, and the rest leaves the account. */
export async function payIt1(
  ctx: TenantContext,
  given: It1Given & { period: string; accountId: string; date?: string | undefined },
) {
  const account = await payingAccount(ctx, given.accountId);
  const month = monthOf(ctx, given.period);
  const paidOn = given.date ?? ctx.today.toString();
  const [{ it1, currency }, rules] = await Promise.all([
    it1Of(ctx, month, given, Temporal.PlainDate.from(paidOn), heldBefore),
    selectPostingRules(ctx),
  ]);
  const filing = await payFiling(ctx, account, {
    kind: 'it1',
    month,
    paidOn,
    amount: it1.boxes.get('68'),
    credit: it1.boxes.get('34'),
    figures: describeIt1(it1, month, currency),
    transfers: it1Transfers(it1, rules, account.chartAccountId),
  });
  return describeFiling(ctx, filing);
}

/**
 * Tax collected is owed; tax paid on purchases and tax withheld by buyers reduce it. The rest of these
 * stays as ITBIS that was paid in advance, for the months after. Credit notes may turn each of them round.
 */
function it1Transfers(
  { boxes, toCost, lateTax, ownAccounts }: It1,
  rules: Map<string, string>,
  account: string,
): Transfer[] {
  const rule = (name: string): string => rules.get(name)!;
  const fees = boxes.get('35') + boxes.get('36');
  return [
    ...ownAccounts.transfers(rules),
    ...cleared([
      [rule('salesTax'), boxes.get('21')],
      [rule('purchaseTax'), boxes.get('34') - boxes.get('25') - boxes.get('29')],
      [rule('taxWithheldFromUs'), -boxes.get('30')],
      [account, -boxes.get('33')],
    ]),
    { debit: rule('withholdings'), credit: account, amount: boxes.get('67'), purpose: 'withheld' },
    ...cleared([
      [rule('expenses'), toCost],
      [rule('purchaseTax'), -toCost],
    ]).map((transfer) => ({ ...transfer, purpose: 'cost' })),
    { debit: rule('expenses'), credit: rule('salesTax'), amount: lateTax, purpose: 'cost' },
    { debit: rule('expenses'), credit: account, amount: fees, purpose: 'late' },
  ].filter(({ amount }) => amount > 0n);
}

/** Turns debits, and credits as negative amounts, that sum to zero into transfers between their accounts. */
function cleared(changes: [accountId: string, amount: bigint][]): Transfer[] {
  const transfers: Transfer[] = [];
  const credits = changes.map(([accountId, amount]) => ({ accountId, left: greatest(-amount, 0n) }));
  for (const [debit, whole] of changes) {
    let left = whole;
    for (const credit of credits) {
      const amount = least(left, credit.left);
      if (amount <= 0n) continue;
      transfers.push({ debit, credit: credit.accountId, amount, purpose: 'tax' });
      left -= amount;
      credit.left -= amount;
    }
  }
  return transfers;
}

/** Pay in kind of the month, on which the employer owes the tax; and the credit carried forward from earlier months. */
interface Ir17Given {
  complementaryPay?: string | undefined;
  previousCredit?: string | undefined;
}

/** The IR-17 of a month, as it would be paid on a day. The excess of credit notes is carried forward. */
async function ir17Of(
  ctx: TenantContext,
  month: Month,
  given: Ir17Given,
  paidOn: Temporal.PlainDate,
  readBefore = paidBefore,
) {
  const [facts, purchases, unnumbered, due, law, before] = await Promise.all([
    reportFacts(ctx, month),
    declaredIds(ctx, { month }, 'purchase'),
    unnumberedIds(ctx, month, 'purchase'),
    dueDay(ctx, month, 'due-day-ir17'),
    legalParameters(ctx, ['complementary-pay-tax'], month.lastDay),
    readBefore(ctx, 'ir17', month),
  ]);
  const ir17 = new Ir17(facts);
  await eachDocument(ctx, facts, [...purchases, ...unnumbered], (document) => ir17.add(document));
  const minor = (amount: string) => toMinor(amount, facts.currency);
  const inKind = minor(given.complementaryPay ?? '0');
  const inKindTax = percentOf(inKind, law['complementary-pay-tax']);
  const previousCredit = given.previousCredit === undefined ? (before?.credit ?? 0n) : minor(given.previousCredit);
  const difference = ir17.total + inKindTax - previousCredit;
  const owed = greatest(difference, 0n);
  const late = await lateFees(ctx, owed, due, paidOn);
  return {
    ir17,
    inKind,
    inKindTax,
    previousCredit,
    owed,
    newCredit: owed - difference,
    late,
    toPay: owed + late.surcharge + late.interest,
    currency: facts.currency,
    due,
  };
}

export async function ir17Obligation(ctx: TenantContext, month: Month, paid: Filing | null) {
  if (!paid) {
    const { toPay, due } = await ir17Of(ctx, month, {}, ctx.today);
    return { due, amount: toPay, changes: [] };
  }
  const due = await dueDay(ctx, month, 'due-day-ir17');
  return { due, amount: paid.amount, changes: await ir17Changes(ctx, month, paid) };
}

export async function ir17Summary(ctx: TenantContext, query: Ir17Given & { period?: string | undefined }) {
  const month = monthOf(ctx, query.period);
  const [found, paid] = await Promise.all([ir17Of(ctx, month, query, ctx.today), paidFor(ctx, 'ir17', month)]);
  return {
    ...describeIr17(found, month),
    dueOn: found.due.toString(),
    filingId: paid?.id ?? null,
    changes: await ir17Changes(ctx, month, paid),
  };
}

/** The boxes in which the books differ from the payment of the month, by their tax. */
async function ir17Changes(ctx: TenantContext, month: Month, paid: Filing | null) {
  if (!paid) return [];
  const boxesOf = ({ boxes }: ReturnType<typeof describeIr17>) => boxes.map(({ box, tax }) => ({ box, amount: tax }));
  const figures = paid.figures as ReturnType<typeof describeIr17>;
  const { complementaryPay, previousCredit } = figures.totals;
  const given = { complementaryPay, previousCredit };
  const found = await ir17Of(ctx, month, given, Temporal.PlainDate.from(paid.paidOn));
  return boxChanges(boxesOf(figures), boxesOf(describeIr17(found, month)), fromMinor(0n, found.currency));
}

function describeIr17(found: Awaited<ReturnType<typeof ir17Of>>, month: Month) {
  const money = (minor: bigint) => fromMinor(minor, found.currency);
  return {
    period: month.period,
    currency: found.currency,
    boxes: [...found.ir17.boxes]
      .toSorted(([a], [b]) => Number(a) - Number(b))
      .map(([box, { base, tax, documents }]) => ({
        box,
        base: money(base),
        tax: money(tax),
        count: documents.length,
        documents: documents.map((document) => ({ ...document, base: money(document.base), tax: money(document.tax) })),
      })),
    totals: {
      withheld: money(found.ir17.total),
      complementaryPay: money(found.inKind),
      complementaryPayTax: money(found.inKindTax),
      previousCredit: money(found.previousCredit),
      surcharge: money(found.late.surcharge),
      interest: money(found.late.interest),
      toPay: money(found.toPay),
      newCredit: money(found.newCredit),
    },
  };
}

/** Declares and pays what was withheld from suppliers. */
export async function payIr17(
  ctx: TenantContext,
  given: Ir17Given & { period: string; accountId: string; date?: string | undefined },
) {
  const account = await payingAccount(ctx, given.accountId);
  const month = monthOf(ctx, given.period);
  const paidOn = given.date ?? ctx.today.toString();
  const [found, rules] = await Promise.all([
    ir17Of(ctx, month, given, Temporal.PlainDate.from(paidOn), heldBefore),
    selectPostingRules(ctx),
  ]);
  const { ir17, inKindTax, previousCredit, newCredit, owed } = found;
  const credit = account.chartAccountId;
  const fees = found.late.surcharge + found.late.interest;
  const filing = await payFiling(ctx, account, {
    kind: 'ir17',
    month,
    paidOn,
    amount: found.toPay,
    credit: newCredit,
    figures: describeIr17(found, month),
    transfers: [
      ...ir17.ownAccounts.transfers(rules),
      ...cleared([
        [rules.get('withholdings')!, ir17.total - previousCredit + newCredit],
        [rules.get('salaries')!, inKindTax],
        [credit, -owed],
      ]),
      { debit: rules.get('expenses')!, credit, amount: fees, purpose: 'late' },
    ],
  });
  return describeFiling(ctx, filing);
}
