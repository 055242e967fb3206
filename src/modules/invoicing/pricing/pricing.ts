import { divideRounded, least, percentOf, rescale, shareOut, sum, toMillionths, toScaled } from '#platform/decimal.ts';
import { exponentOf, toMinor } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';

export const DiscountTooLarge = refusal(
  'discount_too_large',
  'The discount is more than the amount that it applies to: reduce it.',
);

/** The fields of a tax that its amount depends on. */
export interface AppliedTax {
  kind: 'itbis' | 'isc' | 'tip' | 'withheld-itbis' | 'withheld-isr' | 'other';
  /** Percent, as decimal text. */
  rate: string;
  /** The base of the rate: the net, or the ITBIS of the line. */
  base: 'net' | 'itbis';
  /** The code of the tax authority. */
  fiscalCode?: string | null;
}

export interface LineToPrice {
  quantity: string;
  unitPrice: string;
  discountKind: 'amount' | 'percent' | null;
  discountValue: string | null;
  taxes: AppliedTax[];
  /** The amounts of a line that is a part of another: all parts together are exactly the whole. */
  part?: PricedLine | undefined;
}

interface PricedTax {
  base: bigint;
  amount: bigint;
}

/** A line in minor units. `tax` is what is added, `withheld` what the payer keeps. */
export interface PricedLine {
  amount: bigint;
  discount: bigint;
  net: bigint;
  tax: bigint;
  withheld: bigint;
  total: bigint;
  /** In the order of the line's taxes. */
  taxes: PricedTax[];
}

interface PricedDocument {
  lines: PricedLine[];
  /** Before discounts, as priced. */
  subtotal: bigint;
  discount: bigint;
  net: bigint;
  tax: bigint;
  withheld: bigint;
  total: bigint;
}

/** Rates have ten decimals here, because the rate of a tax on another tax is a product of two. */
const RATE_DECIMALS = 10;
const HUNDRED_PERCENT = toScaled('100', RATE_DECIMALS);

export const isWithheld = ({ kind }: Pick<AppliedTax, 'kind'>): boolean => kind.startsWith('withheld-');

/**
 * The amounts of a document. Each line is rounded to the minor unit, half away from zero, and then summed. Where prices
 * include tax, the net and each tax are taken out of the sum of all lines with the same taxes, and the lines share them to
 * the cent.
 */
export function priceDocument(
  lines: LineToPrice[],
  { currency, pricesIncludeTax }: { currency: string; pricesIncludeTax: boolean },
): PricedDocument {
  const priced = lines.map((line, place) => ({ line, ...priceOf(line, currency, place) }));
  const nets = pricesIncludeTax
    ? netsOfGross(priced.map(({ line, amount, discount }) => ({ gross: amount - discount, taxes: line.taxes })))
    : priced.map(({ amount, discount }) => amount - discount);
  const shareInside = sharingInside();
  const done = priced.map(({ line, amount, discount }, place): PricedLine => {
    if (line.part) return line.part;
    const net = nets[place]!;
    const taxes = pricesIncludeTax
      ? taxesInside(line.taxes, net, shareInside(line.taxes, amount - discount - net))
      : taxesOn(line.taxes, net, (tax, base) => percentOf(base, tax.rate));
    const sumOf = (withheld: boolean) =>
      sum(taxes.map((tax, index) => (isWithheld(line.taxes[index]!) === withheld ? tax.amount : 0n)));
    const tax = sumOf(false);
    return { amount, discount, net, tax, withheld: sumOf(true), total: net + tax, taxes };
  });
  const total = (name: Exclude<keyof PricedLine, 'taxes'>) => sum(done.map((line) => line[name]));
  return {
    lines: done,
    subtotal: total('amount'),
    discount: total('discount'),
    net: total('net'),
    tax: total('tax'),
    withheld: total('withheld'),
    total: total('total'),
  };
}

function priceOf(line: LineToPrice, currency: string, place: number): { amount: bigint; discount: bigint } {
  const millionths = toMillionths(line.quantity) * toMillionths(line.unitPrice);
  const amount = rescale(millionths, 12, exponentOf(currency));
  const value = line.discountValue ?? '0';
  const discount = line.discountKind === 'percent' ? percentOf(amount, value) : toMinor(value, currency);
  if (discount <= amount) return { amount, discount };
  const message = 'is more than the amount of the line';
  throw DiscountTooLarge(undefined, {
    errors: [{ path: `body.elements[${place}].discount`, code: 'out_of_range', message }],
  });
}

/** Whether ITBIS is charged on this tax too: on selective taxes of goods (alcohol and tobacco), not on those of services (001 to 005). */
const isTaxed = ({ kind, base, fiscalCode }: AppliedTax): boolean =>
  kind === 'isc' && base === 'net' && Number(fiscalCode ?? 0) > 5;

/** The amounts of taxes, those on the net first, because others apply to the ITBIS among them. */
function taxesOn(taxes: AppliedTax[], net: bigint, amountOf: (tax: AppliedTax, base: bigint) => bigint): PricedTax[] {
  const taxed = net + sum(taxes.map((tax) => (isTaxed(tax) ? amountOf(tax, net) : 0n)));
  const onNet = taxes.map((tax): PricedTax => {
    const base = tax.kind === 'itbis' ? taxed : net;
    return { base, amount: tax.base === 'net' ? amountOf(tax, base) : 0n };
  });
  const itbis = sum(taxes.map(({ kind }, place) => (kind === 'itbis' ? onNet[place]!.amount : 0n)));
  return taxes.map((tax, place) =>
    tax.base === 'net' ? onNet[place]! : { base: itbis, amount: amountOf(tax, itbis) },
  );
}

/** Takes the net out of prices that include tax: of the sum of all lines with the same taxes, shared among them. */
function netsOfGross(lines: { gross: bigint; taxes: AppliedTax[] }[]): bigint[] {
  const sums = new Map<bigint, { gross: bigint; net: bigint }>();
  return lines.map(({ gross, taxes }) => {
    const factor = grossFactor(taxes);
    const before = sums.get(factor) ?? { gross: 0n, net: 0n };
    const after = { gross: before.gross + gross, net: divideRounded((before.gross + gross) * HUNDRED_PERCENT, factor) };
    sums.set(factor, after);
    return after.net - before.net;
  });
}

const grossFactor = (taxes: AppliedTax[]): bigint => HUNDRED_PERCENT + sum(ratesInside(taxes));

/** An amount that includes these taxes, without them. */
export const withoutTaxes = (gross: bigint, taxes: AppliedTax[]): bigint =>
  divideRounded(gross * HUNDRED_PERCENT, grossFactor(taxes));

/** Percent of the net that each tax adds, withheld ones nothing; a tax on other taxes adds its percent of them. */
function ratesInside(taxes: AppliedTax[]): bigint[] {
  const taxed = sum(taxes.map((tax) => (isTaxed(tax) ? toScaled(tax.rate, RATE_DECIMALS) : 0n)));
  const onNet = taxes.map((tax) => {
    if (tax.base !== 'net') return 0n;
    return toScaled(tax.rate, RATE_DECIMALS) + (tax.kind === 'itbis' ? percentOf(taxed, tax.rate) : 0n);
  });
  const itbis = sum(taxes.map(({ kind }, place) => (kind === 'itbis' ? onNet[place]! : 0n)));
  return taxes.map((tax, place) => {
    if (isWithheld(tax)) return 0n;
    return tax.base === 'net' ? onNet[place]! : percentOf(itbis, tax.rate);
  });
}

/**
 * Shares the tax inside the price of one line after the other among its taxes, so that each tax is exact for the sum of all
 * lines with the same taxes: rounded by line, many equal lines would add up their difference. No share is negative.
 */
function sharingInside(): (taxes: AppliedTax[], inside: bigint) => bigint[] {
  const sums = new Map<string, { inside: bigint; shares: bigint[] }>();
  return (taxes, inside) => {
    const rates = ratesInside(taxes);
    const key = taxes.map(({ kind, rate, base }, place) => `${kind} ${rate} ${base} ${rates[place]}`).join();
    const before = sums.get(key) ?? { inside: 0n, shares: rates.map(() => 0n) };
    const wanted = shareOut(before.inside + inside, rates);
    let left = inside;
    const shares = wanted.map((until, place) => {
      const more = until - before.shares[place]!;
      const share = more < 0n ? 0n : least(more, left);
      left -= share;
      return share;
    });
    const given = shares.map((share, place) => before.shares[place]! + share);
    sums.set(key, { inside: before.inside + inside, shares: given });
    return shares;
  };
}

/** The taxes of a line with these shares of the tax in its price; withheld ones follow from the net and the ITBIS. */
function taxesInside(taxes: AppliedTax[], net: bigint, shares: bigint[]): PricedTax[] {
  const byTax = new Map(taxes.map((tax, place) => [tax, shares[place]!]));
  return taxesOn(taxes, net, (tax, base) => (isWithheld(tax) ? percentOf(base, tax.rate) : byTax.get(tax)!));
}
