import { divideRounded, greatest, least } from '#platform/decimal.ts';
import { type Fraction, type Period, percent, product, type Terms, yearShare } from './plan.ts';

/** The remaining capital to plan, and the periods in which it is paid. */
export interface Remainder {
  capital: bigint;
  annualRate: string;
  periods: Period[];
  /** How many of these periods pay interest only. */
  grace: number;
  /** Interest of the first period up to a day on which the capital or the rate changed. */
  accrued: { until: string; interest: bigint } | null;
}

interface Instalment extends Period {
  capital: bigint;
  interest: bigint;
}

/**
 * Plans the remainder. With `regular`, instalments keep that size and the plan ends when the capital is paid; without, the
 * size is chosen so that the last period pays everything off. That period absorbs the rounding, so the capital is paid
 * exactly.
 */
export function planInstalments(terms: Terms, left: Remainder, regular: bigint | null): Planned {
  const size = regular ?? regularSize(terms, left);
  const instalments: Instalment[] = [];
  const rate = percent(left.annualRate);
  let balance = left.capital;
  for (const [index, period] of left.periods.entries()) {
    if (balance === 0n) break;
    const interest = interestOf(terms, left, rate, balance, index);
    const isLast = index === left.periods.length - 1;
    const paysCapital = index >= left.grace && terms.method !== 'interest-only';
    const share = terms.method === 'level' ? size - interest : size;
    const capital = isLast ? balance : paysCapital ? within(share, balance) : 0n;
    instalments.push({ ...period, capital, interest });
    balance -= capital;
  }
  return { instalments, size };
}

export interface Planned {
  instalments: Instalment[];
  /** A level instalment, or the capital in each one. */
  size: bigint;
}

const within = (amount: bigint, max: bigint): bigint => least(greatest(amount, 0n), max);

/** The interest on a capital between two days of a period. */
export function interestBetween(
  terms: Terms,
  rate: Fraction,
  { capital, period, from, to }: { capital: bigint; period: Period; from: string; to: string },
): bigint {
  const { numerator, denominator } = product(rate, yearShare(terms, period, from, to));
  return divideRounded(capital * numerator, denominator);
}

function interestOf(terms: Terms, left: Remainder, rate: Fraction, capital: bigint, index: number): bigint {
  const period = left.periods[index]!;
  const accrued = index === 0 ? left.accrued : null;
  const from = accrued?.until ?? period.from;
  return (accrued?.interest ?? 0n) + interestBetween(terms, rate, { capital, period, from, to: period.dueOn });
}

function regularSize(terms: Terms, left: Remainder): bigint {
  const paying = left.periods.slice(left.grace);
  if (terms.method === 'interest-only' || paying.length === 0) return 0n;
  if (terms.method === 'constant-capital') return divideRounded(left.capital, BigInt(paying.length));
  return levelSize(terms, left);
}

/**
 * The level instalment for periods of any length: the future value of the capital divided by the future value of paying 1 at
 * every due date. Calculated in integers over one denominator, so that only the last step rounds.
 */
function levelSize(terms: Terms, left: Remainder): bigint {
  const rate = percent(left.annualRate);
  const shares = left.periods.slice(left.grace).map((period, index) => {
    const from = (left.grace + index === 0 && left.accrued?.until) || period.from;
    return product(rate, yearShare(terms, period, from, period.dueOn));
  });
  const denominator = shares.map((share) => share.denominator).reduce(leastCommonMultiple, 1n);
  const growths = shares.map((share) => denominator + share.numerator * (denominator / share.denominator));
  const accrued = left.grace === 0 ? (left.accrued?.interest ?? 0n) : 0n;
  let capitalThen = left.capital * growths[0]! + accrued * denominator;
  let onesThen = denominator;
  let scale = denominator;
  for (const growth of growths.slice(1)) {
    capitalThen *= growth;
    scale *= denominator;
    onesThen = onesThen * growth + scale;
  }
  return divideRounded(capitalThen, onesThen);
}

const leastCommonMultiple = (a: bigint, b: bigint): bigint => (a === b ? a : (a / greatestCommonDivisor(a, b)) * b);

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [greater, smaller] = [a, b];
  while (smaller !== 0n) [greater, smaller] = [smaller, greater % smaller];
  return greater;
}
