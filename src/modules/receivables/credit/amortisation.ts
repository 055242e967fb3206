import { divideRounded, least, sumOf } from '#platform/decimal.ts';
import { refusal } from '#platform/refusal.ts';
import { interestBetween, type Planned, planInstalments, type Remainder } from './instalments.ts';
import { type Period, percent, periodsOf, type Terms } from './plan.ts';

export const CreditOverpaid = refusal('credit_overpaid', 'The amount is more than is owed on the credit: reduce it.');
export const CreditInArrears = refusal(
  'credit_in_arrears',
  'Capital can be prepaid only when nothing is overdue and no instalment is partly paid: pay those first.',
);
export const CreditEventOutOfOrder = refusal(
  'credit_event_out_of_order',
  'The date cannot be before the last event of the credit: use a later date, or undo the later events first.',
);

/** An event in the life of a credit. Amounts are minor units. */
export type CreditEvent =
  | { kind: 'payment'; date: string; amount: bigint }
  | { kind: 'capital'; date: string; amount: bigint; effect: 'term' | 'instalment' }
  | { kind: 'rate'; date: string; annualRate: string }
  | { kind: 'waiver'; date: string; amount: bigint };

export interface Parts {
  lateFee: bigint;
  interest: bigint;
  capital: bigint;
}

/** One line of the table: an instalment, or capital that was paid ahead. */
export interface Row extends Period, Parts {
  kind: 'instalment' | 'capital';
  paid: Parts;
  /** The waived part of the late fee. */
  waived: bigint;
  /** The capital of the credit left after this line. */
  balance: bigint;
}

/** A credit on a day: its table, the allocation of each event, and the amounts owed. */
export interface Amortisation {
  on: string;
  rows: Row[];
  /** The allocation of each event, in the order of the events. */
  allocations: Parts[];
  /** The amount owed of the whole table. */
  open: Parts;
  /** The part that is due by that day. */
  due: Parts;
  /** The part that must be paid before capital can be paid ahead: instalments that are due or partly paid. */
  begun: Parts;
  /** The amount that pays the credit off on that day, without future interest. */
  payOff: Parts;
}

const nothing: Parts = { lateFee: 0n, interest: 0n, capital: 0n };
export const totalOf = ({ lateFee, interest, capital }: Parts): bigint => lateFee + interest + capital;

/**
 * The table of a credit on a day. It depends only on the terms and the events, so a preview is the same function with one
 * more event.
 */
export function amortise(terms: Terms, events: CreditEvent[], on: string): Amortisation {
  const state = disburse(terms);
  const allocations: Parts[] = [];
  let last = terms.startsOn;
  for (const event of events) {
    if (event.date < last) throw CreditEventOutOfOrder();
    last = event.date;
    chargeLateFees(state, event.date);
    allocations.push(applyEvent(state, event));
  }
  const today = on < last ? last : on;
  chargeLateFees(state, today);
  return { on: today, rows: withBalances(state), allocations, ...owed(state, today) };
}

/** A credit while its events are replayed. */
interface State {
  terms: Terms;
  rows: Row[];
  annualRate: string;
  /** The size of an instalment until an event changes it. */
  size: bigint;
  /** Interest of the current period up to a change inside it. */
  accrued: Remainder['accrued'];
  charged: Set<Row>;
}

function disburse(terms: Terms): State {
  const state: State = { terms, rows: [], annualRate: terms.annualRate, size: 0n, accrued: null, charged: new Set() };
  const left = { capital: terms.principal, periods: periodsOf(terms), grace: terms.graceInstalments };
  replace(state, 0, planInstalments(terms, { ...left, annualRate: terms.annualRate, accrued: null }, null));
  return state;
}

function applyEvent(state: State, event: CreditEvent): Parts {
  if (event.kind === 'payment') return pay(state, event.amount, event.date);
  if (event.kind === 'capital') return payCapital(state, event, event.date);
  if (event.kind === 'waiver') return waive(state, event.amount);
  return changeRate(state, event.annualRate, event.date);
}

/** Charges the late fee of an instalment once, on its unpaid part after the days of grace. */
function chargeLateFees(state: State, until: string): void {
  const { numerator, denominator } = percent(state.terms.lateFeeRate);
  if (numerator === 0n) return;
  const limit = Temporal.PlainDate.from(until).subtract({ days: state.terms.lateFeeGraceDays }).toString();
  for (const row of state.rows) {
    if (state.charged.has(row) || row.dueOn >= limit) continue;
    state.charged.add(row);
    row.lateFee = divideRounded((unpaid(row, 'interest') + unpaid(row, 'capital')) * numerator, denominator);
  }
}

const unpaid = (row: Row, part: keyof Parts): bigint =>
  row[part] - row.paid[part] - (part === 'lateFee' ? row.waived : 0n);
/** The amounts still owed of a line. */
export const openOf = (row: Row): Parts => ({
  lateFee: unpaid(row, 'lateFee'),
  interest: unpaid(row, 'interest'),
  capital: unpaid(row, 'capital'),
});
const isPaid = (row: Row): boolean => totalOf(openOf(row)) === 0n;
const isTouched = ({ paid, kind }: Row): boolean => kind === 'capital' || totalOf(paid) > 0n;
const hasFallenDue = ({ dueOn }: Period, by: string): boolean => dueOn <= by;

/**
 * Allocates a payment to late fees, then to interest due, then to capital due, oldest first. The rest pays future instalments
 * in the order of the table.
 */
function pay(state: State, amount: bigint, date: string): Parts {
  const allocation = { ...nothing };
  let left = amount;
  const take = (row: Row, part: keyof Parts) => {
    const open = unpaid(row, part);
    const paid = least(open, left);
    row.paid[part] += paid;
    allocation[part] += paid;
    left -= paid;
  };
  const due = state.rows.filter((row) => hasFallenDue(row, date));
  for (const part of ['lateFee', 'interest', 'capital'] as const) for (const row of due) take(row, part);
  for (const row of state.rows.filter((future) => !hasFallenDue(future, date))) {
    take(row, 'interest');
    take(row, 'capital');
  }
  if (left > 0n) throw CreditOverpaid();
  return allocation;
}

/** Waives late fees, oldest first. */
function waive(state: State, amount: bigint): Parts {
  let left = amount;
  for (const row of state.rows) {
    const open = unpaid(row, 'lateFee');
    const waived = least(open, left);
    row.waived += waived;
    left -= waived;
  }
  if (left > 0n) throw CreditOverpaid('Only late fees that are owed can be waived.');
  return nothing;
}

/**
 * Pays capital ahead. From that day on interest is calculated on the remaining capital; interest accrued before stays owed
 * with its instalment, or is paid with a pay-off.
 */
function payCapital(
  state: State,
  { amount, effect }: { amount: bigint; effect: 'term' | 'instalment' },
  date: string,
): Parts {
  const next = firstPlannable(state, date);
  if (state.rows.slice(0, next).some((row) => !isPaid(row))) throw CreditInArrears();
  const left = remainderAt(state, next, date);
  const accrued = left.accrued?.interest ?? 0n;
  const paysOff = amount === left.capital + accrued;
  if (!paysOff && amount >= left.capital) throw CreditOverpaid();
  const parts = { lateFee: 0n, interest: paysOff ? accrued : 0n, capital: paysOff ? left.capital : amount };
  const row: Row = {
    kind: 'capital',
    from: date,
    dueOn: date,
    days: 0,
    ...parts,
    paid: { ...parts },
    waived: 0n,
    balance: 0n,
  };
  const rest = { ...left, capital: left.capital - parts.capital };
  const planned = paysOff
    ? { instalments: [], size: state.size }
    : planInstalments(state.terms, rest, effect === 'term' ? state.size : null);
  replace(state, next, planned);
  state.rows.splice(next, 0, row);
  state.accrued = rest.accrued;
  return parts;
}

/** Changes the rate from a day on and replans the instalments without a payment. */
function changeRate(state: State, annualRate: string, date: string): Parts {
  const next = firstPlannable(state, date);
  const left = next < state.rows.length ? remainderAt(state, next, date) : null;
  state.annualRate = annualRate;
  if (!left) return nothing;
  const { method } = state.terms;
  replace(state, next, planInstalments(state.terms, { ...left, annualRate }, method === 'level' ? null : state.size));
  state.accrued = left.accrued;
  return nothing;
}

/** The first instalment that is neither due nor partly paid: from there on the plan can still change. */
const firstPlannable = ({ rows }: State, date: string): number =>
  1 + rows.findLastIndex((row) => isTouched(row) || hasFallenDue(row, date));

/** The remainder to plan from a line on, with the interest accrued in its period so far. */
function remainderAt(state: State, next: number, date: string): Remainder {
  const rows = state.rows.slice(next);
  const capital = sumOf(rows, (row) => row.capital);
  const { terms, annualRate } = state;
  const passed = state.rows.slice(0, next).filter((row) => row.kind === 'instalment').length;
  return {
    capital,
    annualRate,
    periods: rows.map(({ from, dueOn, days }) => ({ from, dueOn, days })),
    grace: Math.max(0, terms.graceInstalments - passed),
    accrued: rows.length > 0 ? accruedBy(state, rows[0]!, capital, date) : null,
  };
}

function accruedBy(state: State, period: Period, capital: bigint, date: string): Remainder['accrued'] {
  if (date <= period.from) return null;
  const isOfPeriod = state.accrued && state.accrued.until > period.from;
  const before = isOfPeriod ? state.accrued! : { until: period.from, interest: 0n };
  const since = interestBetween(state.terms, percent(state.annualRate), {
    capital,
    period,
    from: before.until,
    to: date,
  });
  return { until: date, interest: before.interest + since };
}

/** Replaces all instalments from a line on. */
function replace(state: State, from: number, { instalments, size }: Planned): void {
  const rows = instalments.map(
    (instalment): Row => ({
      ...instalment,
      kind: 'instalment',
      lateFee: 0n,
      paid: { ...nothing },
      waived: 0n,
      balance: 0n,
    }),
  );
  state.rows.splice(from, Number.POSITIVE_INFINITY, ...rows);
  state.size = size;
}

function withBalances({ rows, terms }: State): Row[] {
  let balance = terms.principal;
  return rows.map((row) => {
    balance -= row.capital;
    return { ...row, balance };
  });
}

function owed(state: State, today: string): Pick<Amortisation, 'open' | 'due' | 'begun' | 'payOff'> {
  const open = openIn(state.rows);
  const due = openIn(state.rows.filter((row) => hasFallenDue(row, today)));
  // A partly paid instalment is owed in full; after it only accrued interest is owed.
  const next = firstPlannable(state, today);
  const begun = openIn(state.rows.slice(0, next));
  const left = remainderAt(state, next, today);
  return {
    open,
    due,
    begun,
    payOff: { ...begun, interest: begun.interest + (left.accrued?.interest ?? 0n), capital: open.capital },
  };
}

const openIn = (rows: Row[]): Parts =>
  rows.map(openOf).reduce(
    (sum, part) => ({
      lateFee: sum.lateFee + part.lateFee,
      interest: sum.interest + part.interest,
      capital: sum.capital + part.capital,
    }),
    nothing,
  );
