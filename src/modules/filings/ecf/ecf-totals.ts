import { DECIMALS_MAX, divideRounded, fromScaled, powerOfTen, shareOut, sum, toScaled } from '#platform/decimal.ts';
import type { EcfDocument, EcfLine, EcfOtherTax, ItbisTreatment } from './ecf-document.ts';

/** Every amount in cents. */
export interface EcfTotals {
  lines: EcfLineAmounts[];
  /** Taxable amounts by treatment; a treatment without lines is missing. */
  bases: Partial<Record<ItbisTreatment, bigint>>;
  taxedTotal: bigint;
  itbis: Partial<Record<ItbisTreatment, bigint>>;
  itbisTotal: bigint;
  otherTaxes: { code: string; rate: string; amount: bigint }[];
  otherTaxesTotal: bigint;
  total: bigint;
  withheldItbis: bigint;
  withheldIsr: bigint;
}

export interface EcfLineAmounts {
  /** With four decimals. */
  unitPrice: bigint;
  discount: bigint;
  surcharge: bigint;
  amount: bigint;
}

export const taxedTreatments = ['general', 'reduced', 'zero'] as const;
/** The amounts that are not billed come last: they are in no total. */
const order: ItbisTreatment[] = [...taxedTreatments, 'exempt', 'not-billable'];
const HUNDRED_PERCENT = 10_000n;

/**
 * The totals as the authority reckons them: each line is price × quantity − discount + surcharge; bases are summed by
 * treatment, and ITBIS is taken on the sum, or out of it where prices hold it. Selective taxes enter the base of ITBIS.
 */
export function ecfTotals(document: EcfDocument): EcfTotals {
  const { lines } = document;
  const amounts = lines.map(lineAmounts);
  const gross: Partial<Record<ItbisTreatment, bigint>> = {};
  const add = (treatment: ItbisTreatment, amount: bigint) => {
    gross[treatment] = (gross[treatment] ?? 0n) + amount;
  };
  lines.forEach((line, place) => {
    add(line.itbis, amounts[place]!.amount);
  });
  for (const { kind, amount, itbis } of document.adjustments)
    add(itbis, kind === 'discount' ? -toScaled(amount, 2) : toScaled(amount, 2));
  const bases = { ...gross };
  const itbis: EcfTotals['itbis'] = {};
  for (const treatment of taxedTreatments) {
    if (gross[treatment] === undefined) continue;
    const rate = itbisRateOf(document, treatment);
    itbis[treatment] = itbisOf(document, treatment, rate, gross[treatment]);
    if (document.pricesIncludeItbis) bases[treatment] = gross[treatment] - itbis[treatment];
  }
  const otherTaxes = otherTaxesOf(document, amounts);
  const taxedTotal = sum(taxedTreatments.map((treatment) => bases[treatment] ?? 0n));
  const itbisTotal = sum(Object.values(itbis));
  const otherTaxesTotal = sum(otherTaxes.map(({ amount }) => amount));
  return {
    lines: amounts,
    bases,
    taxedTotal,
    itbis,
    itbisTotal,
    otherTaxes,
    otherTaxesTotal,
    total: taxedTotal + (bases.exempt ?? 0n) + itbisTotal + otherTaxesTotal,
    withheldItbis: sum(lines.map(({ withheld }) => toScaled(withheld?.itbis ?? '0', 2))),
    withheldIsr: sum(lines.map(({ withheld }) => toScaled(withheld?.isr ?? '0', 2))),
  };
}

/** The rate in hundredths of a percent. */
export const itbisRateOf = ({ itbisRates }: EcfDocument, treatment: ItbisTreatment): bigint =>
  treatment === 'general' || treatment === 'reduced' ? toScaled(itbisRates[treatment], 2) : 0n;

/** Whether the tax enters the base of ITBIS and depends on more than the price: alcohol and tobacco. */
export const isSelective = (code: string): boolean => Number(code) >= 6;

/** Converts a scaled amount at the rate as it is in the books: the XML shows only four of its decimals. */
export const toPesos = (amount: bigint, exchangeRate: string): bigint =>
  divideRounded(amount * toScaled(exchangeRate, DECIMALS_MAX), powerOfTen(DECIMALS_MAX));

/**
 * The totals in pesos, in which the authority counts. They are converted as the books convert them: the bases together, the
 * total as a whole, and the taxes share the difference with ITBIS last. Converting each line would be off by some cents.
 */
export function pesoTotals(document: EcfDocument): EcfTotals {
  const own = ecfTotals(document);
  const { exchangeRate } = document;
  if (exchangeRate === null) return own;
  const convert = asBooked(document, own, exchangeRate);
  const treatments = order.filter((treatment) => own.bases[treatment] !== undefined);
  const bases = inSteps(
    treatments.map((treatment) => own.bases[treatment]!),
    convert,
  );
  const billable = sum(bases.filter((_, place) => treatments[place] !== 'not-billable'));
  const total = convert(own.total);
  const taxed = taxedTreatments.filter((treatment) => own.itbis[treatment] !== undefined);
  const taxes =
    bookedTaxes(document.lines, own, taxed) ??
    shareOut(total - billable, [
      ...own.otherTaxes.map(({ amount }) => amount),
      ...taxed.map((treatment) => own.itbis[treatment]!),
    ]);
  const otherTaxes = own.otherTaxes.map((tax, place) => ({ ...tax, amount: taxes[place]! }));
  const itbis = taxes.slice(otherTaxes.length);
  const amounts = lineAmountsInPesos(document.lines, own.lines, convert);
  const baseOf = Object.fromEntries(treatments.map((treatment, place) => [treatment, bases[place]!]));
  return {
    lines: inPesos(document).lines.map((line, place) => ({ ...lineAmounts(line), amount: amounts[place]! })),
    bases: baseOf,
    taxedTotal: sum(taxedTreatments.map((treatment) => baseOf[treatment] ?? 0n)),
    itbis: Object.fromEntries(taxed.map((treatment, place) => [treatment, itbis[place]!])),
    itbisTotal: sum(itbis),
    otherTaxes,
    otherTaxesTotal: sum(otherTaxes.map(({ amount }) => amount)),
    total,
    withheldItbis: toPesos(own.withheldItbis, exchangeRate),
    withheldIsr: toPesos(own.withheldIsr, exchangeRate),
  };
}

/** The taxes in pesos as they are in the books, in the order of the totals; null where the lines do not state them. */
function bookedTaxes(lines: EcfLine[], { otherTaxes }: EcfTotals, taxed: ItbisTreatment[]): bigint[] | null {
  const all = lines.flatMap((line) => line.otherTaxes);
  if (lines.some(({ itbisPesos }) => itbisPesos === undefined) || all.some(({ pesos }) => pesos === undefined))
    return null;
  const pesosOf = (tax: EcfOtherTax) => toScaled(tax.pesos!, 2);
  return [
    ...otherTaxes.map(({ code, rate }) =>
      sum(all.filter((tax) => tax.code === code && tax.rate === rate).map(pesosOf)),
    ),
    ...taxed.map((treatment) =>
      sum(lines.map(({ itbis, itbisPesos }) => (itbis === treatment ? toScaled(itbisPesos!, 2) : 0n))),
    ),
  ];
}

/** The books convert a credit note as its share of the invoice: its net and its total may be a cent off the rate. */
function asBooked({ bookedPesos }: EcfDocument, own: EcfTotals, exchangeRate: string): (amount: bigint) => bigint {
  const known = new Map<bigint, bigint>();
  if (bookedPesos) {
    known.set(own.taxedTotal + (own.bases.exempt ?? 0n), toScaled(bookedPesos.net, 2));
    known.set(own.total, toScaled(bookedPesos.total, 2));
  }
  return (amount) => known.get(amount) ?? toPesos(amount, exchangeRate);
}

/** Converts the lines in the order of their treatments, as the bases: so the lines of each treatment sum to its base. */
function lineAmountsInPesos(lines: EcfLine[], own: EcfLineAmounts[], convert: (amount: bigint) => bigint): bigint[] {
  const places = order.flatMap((treatment) =>
    lines.flatMap(({ itbis }, place) => (itbis === treatment ? [place] : [])),
  );
  const converted = inSteps(
    places.map((place) => own[place]!.amount),
    convert,
  );
  const byPlace = new Map(places.map((place, nth) => [place, converted[nth]!]));
  return lines.map((_, place) => byPlace.get(place)!);
}

/** Converts amounts one after the other, each as the difference that it makes to the converted sum. */
function inSteps(amounts: bigint[], convert: (amount: bigint) => bigint): bigint[] {
  let [before, converted] = [0n, 0n];
  return amounts.map((amount) => {
    before += amount;
    const until = convert(before);
    const step = until - converted;
    converted = until;
    return step;
  });
}

/** The same document with prices in pesos. Its totals are `pesoTotals`. */
export function inPesos(document: EcfDocument): EcfDocument {
  const { exchangeRate } = document;
  if (exchangeRate === null) return document;
  const convert = (amount: string, digits: number): string =>
    fromScaled(toPesos(toScaled(amount, digits), exchangeRate), digits);
  const convertOrNull = (amount: string | null) => (amount === null ? null : convert(amount, 2));
  /** The lines must sum to the converted total. */
  const withheldOf = (name: 'itbis' | 'isr'): bigint[] =>
    inSteps(
      document.lines.map(({ withheld }) => toScaled(withheld?.[name] ?? '0', 2)),
      (amount) => toPesos(amount, exchangeRate),
    );
  const [withheldItbis, withheldIsr] = [withheldOf('itbis'), withheldOf('isr')];
  return {
    ...document,
    currency: 'DOP',
    exchangeRate: null,
    payment: {
      ...document.payment,
      forms: document.payment.forms.map((each) => ({ ...each, amount: convert(each.amount, 2) })),
    },
    lines: document.lines.map((line, place) => ({
      ...line,
      unitPrice: convert(line.unitPrice, 4),
      discount: convert(line.discount, 2),
      surcharge: convert(line.surcharge, 2),
      itbisAmount: convertOrNull(line.itbisAmount),
      otherTaxes: line.otherTaxes.map((tax) => ({ ...tax, amount: convertOrNull(tax.amount) })),
      withheld: line.withheld && {
        itbis: fromScaled(withheldItbis[place]!, 2),
        isr: fromScaled(withheldIsr[place]!, 2),
      },
    })),
    adjustments: document.adjustments.map((each) => ({ ...each, amount: convert(each.amount, 2) })),
  };
}

function lineAmounts({ quantity, unitPrice, discount, surcharge }: EcfLine): EcfLineAmounts {
  const amounts = {
    unitPrice: toScaled(unitPrice, 4),
    discount: toScaled(discount, 2),
    surcharge: toScaled(surcharge, 2),
  };
  const price = divideRounded(amounts.unitPrice * toScaled(quantity, 2), 10_000n);
  return { ...amounts, amount: price - amounts.discount + amounts.surcharge };
}

/** The tax charged, where every line states it; otherwise computed from the price, or out of it where it holds the tax. */
function itbisOf(document: EcfDocument, treatment: ItbisTreatment, rate: bigint, gross: bigint): bigint {
  const lines = document.lines.filter(({ itbis }) => itbis === treatment);
  const isCharged = lines.length > 0 && lines.every(({ itbisAmount }) => itbisAmount !== null);
  if (isCharged) return sum(lines.map(({ itbisAmount }) => toScaled(itbisAmount!, 2)));
  if (document.pricesIncludeItbis) return gross - divideRounded(gross * HUNDRED_PERCENT, HUNDRED_PERCENT + rate);
  const selective = sum(
    lines.flatMap(({ otherTaxes }) => otherTaxes.filter(({ code }) => isSelective(code))).map(selectiveAmount),
  );
  return divideRounded((gross + selective) * rate, HUNDRED_PERCENT);
}

const selectiveAmount = ({ amount }: EcfOtherTax): bigint => toScaled(amount ?? '0', 2);

/** One entry for each code and rate. The base of what follows from its rate is the price without ITBIS. */
function otherTaxesOf(document: EcfDocument, amounts: EcfLineAmounts[]): EcfTotals['otherTaxes'] {
  const byCode = new Map<string, { code: string; rate: string; base: bigint; amount: bigint }>();
  const net = (amount: bigint, treatment: ItbisTreatment): bigint =>
    document.pricesIncludeItbis
      ? divideRounded(amount * HUNDRED_PERCENT, HUNDRED_PERCENT + itbisRateOf(document, treatment))
      : amount;
  document.lines.forEach(({ otherTaxes, itbis }, place) => {
    for (const tax of otherTaxes) {
      const key = `${tax.code} ${tax.rate}`;
      const entry = byCode.get(key) ?? { code: tax.code, rate: tax.rate, base: 0n, amount: 0n };
      if (tax.amount === null) entry.base += net(amounts[place]!.amount, itbis);
      else entry.amount += selectiveAmount(tax);
      byCode.set(key, entry);
    }
  });
  // By code, because that is the order in which the books share converted taxes.
  return [...byCode.values()]
    .toSorted((a, b) => Number(a.code) - Number(b.code))
    .map(({ code, rate, base, amount }) => ({
      code,
      rate,
      amount: amount + divideRounded(base * toScaled(rate, 2), HUNDRED_PERCENT),
    }));
}
