import type { FiscalDocument } from '#modules/invoicing/index.ts';
import { divideRounded, fromMillionths, greatest, MILLION, sumOf } from '#platform/decimal.ts';
import {
  type DeclaredAmounts,
  declaredAmounts,
  formsOf,
  isSettledBy,
  paymentForms,
  signOf,
  withheldAtPayment,
} from '../report/amounts.ts';
import { purchaseOf } from '../report/purchases-606.ts';
import type { ReportFacts } from '../report/report.ts';
import { OwnAccounts } from './own-accounts.ts';

/** The boxes of a form with their amounts; a box that nothing was put in holds nothing. */
class Boxes {
  readonly #amounts = new Map<string, bigint>();

  get(name: string): bigint {
    return this.#amounts.get(name) ?? 0n;
  }

  set(name: string, amount: bigint): void {
    this.#amounts.set(name, amount);
  }

  add(name: string, amount: bigint): void {
    if (amount !== 0n) this.set(name, this.get(name) + amount);
  }
}

/** The box of the annex that each type of receipt is counted in. */
const typeBoxes: Record<string, string> = {
  B01: 'A1',
  E31: 'A1',
  B02: 'A2',
  E32: 'A2',
  B03: 'A3',
  E33: 'A3',
  B04: 'A4',
  E34: 'A4',
  B12: 'A5',
  B14: 'A6',
  E44: 'A6',
  B15: 'A7',
  E45: 'A7',
  B16: 'A8',
  E46: 'A8',
};
const rateBoxes: Record<string, { base: string; tax: string }> = {
  '18': { base: '11', tax: '16' },
  '16': { base: '12', tax: '17' },
  '9': { base: '13', tax: '18' },
  '8': { base: '14', tax: '19' },
};
/** Sales of the company's own used assets have a separate box, whatever their rate. */
const ASSET_SOLD = '05';
const assetBoxes = { base: '15', tax: '20' };
const exports_ = new Set(['B16', 'E46']);
const exemptByDestination = new Set(['B14', 'E44']);

/** The boxes of the amount and of the tax, by the box of the amount. */
const withheldBoxOf: Record<string, { base: string; tax: string }> = {
  39: { base: '39', tax: '50' },
  40: { base: '40', tax: '50' },
  42: { base: '42', tax: '51' },
  43: { base: '43', tax: '52' },
  44: { base: '44', tax: '53' },
  45: { base: '45', tax: '54' },
  47: { base: '47', tax: '56' },
  48: { base: '48', tax: '57' },
};
/** ITBIS that was charged at the reduced rate has a box of its own. */
const reducedBoxes: Record<string, string> = { 44: '45', 47: '48' };
const REDUCED_RATE = '16';
const BETWEEN_COMPANIES = '43';

const isItbis = ({ kind }: { kind: string }): boolean => kind === 'withheld-itbis';

/** Credits carried forward from earlier months. */
interface It1Carried {
  previousCredit: bigint;
  /** Of what was withheld from suppliers: that is another section of the form. */
  withheldCredit: bigint;
}

/** The ITBIS of a month, gathered document by document. */
export class It1 {
  readonly boxes = new Boxes();
  readonly ownAccounts = new OwnAccounts();
  readonly #facts: ReportFacts;
  #carried = 0n;
  /** Of the ITBIS in A53, that on services. */
  #proportionalOfServices = 0n;
  /** ITBIS of purchases that gives no credit. */
  toCost = 0n;
  /** ITBIS refunded to buyers too late: it stays owed, at our cost. */
  lateTax = 0n;

  constructor(facts: ReportFacts) {
    this.#facts = facts;
  }

  addSale(document: FiscalDocument): void {
    const { boxes } = this;
    const facts = this.#facts;
    const amounts = declaredAmounts(document, facts.currency);
    const sign = signOf(document);
    if (isSettledBy(document, facts.month)) {
      boxes.add('A29', sign * amounts.withheldItbis);
      this.ownAccounts.add('taxWithheldFromUs', amounts.withheld.filter(isItbis), -sign);
    }
    boxes.add('A29', sign * withheldAtPayment(document, facts.month).itbis);
    if (document.date < facts.month.from) return;
    this.ownAccounts.add('salesTax', amounts.itbisByTax, sign);
    boxes.add(typeBoxes[document.fiscalNumber.slice(0, 3)] ?? (sign > 0n ? 'A9' : 'A10'), amounts.net);
    const forms = formsOf(document, facts.month, facts.accounts);
    for (const [place, form] of paymentForms.entries()) boxes.add(`A${12 + place}`, sign * forms[form]);
    boxes.add(`A${19 + Number(document.incomeType ?? 1)}`, sign * amounts.net);
    this.#addTaxed(document, amounts, sign);
  }

  /** A late credit note reverses no ITBIS: its amount is reported separately. */
  #addTaxed(document: FiscalDocument, amounts: DeclaredAmounts, sign: bigint): void {
    const { boxes } = this;
    const type = soldAs(document);
    const exempt = amounts.net - sumOf(amounts.itbisByRate.values(), ({ base }) => base);
    if (exports_.has(type)) boxes.add('2', sign * exempt);
    else boxes.add(exemptByDestination.has(type) ? '5' : '4', sign * exempt);
    if (sign < 0n && isLate(document, this.#facts.creditNoteDays)) {
      boxes.add('A43', amounts.net - exempt);
      this.lateTax += amounts.itbis;
      return;
    }
    for (const [rate, { base, tax }] of amounts.itbisByRate) {
      const box = document.incomeType === ASSET_SOLD ? assetBoxes : (rateBoxes[rate] ?? rateBoxes['18']!);
      boxes.add(box.base, sign * base);
      boxes.add(box.tax, sign * tax);
    }
  }

  addPurchase(document: FiscalDocument): void {
    const { boxes } = this;
    const facts = this.#facts;
    const purchase = purchaseOf(document, facts);
    const sign = signOf(document);
    if (isSettledBy(document, facts.month)) this.#addWithheld(document, sign);
    if (document.date < facts.month.from) return;
    this.ownAccounts.add('purchaseTax', declaredAmounts(document, facts.currency).itbisByTax, -sign);
    this.toCost += sign * purchase.itbisToCost;
    const { net, services, itbisProportional } = purchase;
    const ofServices = (itbis: bigint) => (net === 0n ? 0n : divideRounded(itbis * services, net));
    const direct = purchase.itbisToAdvance - itbisProportional;
    boxes.add('23', sign * ofServices(direct));
    boxes.add('22', sign * (direct - ofServices(direct)));
    boxes.add('A53', sign * itbisProportional);
    this.#proportionalOfServices += sign * ofServices(itbisProportional);
  }

  /** Taxed sales and exports as a share of all, with which ITBIS of purchases for both kinds of sales is deducted (A54). */
  #taxedShare(): { taxed: bigint; all: bigint } {
    const { boxes } = this;
    const [taxed, all] = [boxes.get('2') + boxes.get('5') + boxes.get('10'), boxes.get('1')];
    // A month without sales, or with more returns than sales, has no exempt ones.
    if (all <= 0n || taxed > all) return { taxed: 1n, all: 1n };
    return { taxed: greatest(taxed, 0n), all };
  }

  get proportion(): string {
    const { taxed, all } = this.#taxedShare();
    return fromMillionths(divideRounded(taxed * MILLION, all));
  }

  #deductInProportion(imports: bigint): void {
    const { boxes } = this;
    const { taxed, all } = this.#taxedShare();
    const whole = boxes.get('A53');
    const admitted = divideRounded(whole * taxed, all);
    const ofServices = whole === 0n ? 0n : divideRounded(admitted * this.#proportionalOfServices, whole);
    boxes.set('A52', boxes.get('22') + boxes.get('23') + imports);
    boxes.set('A55', admitted);
    boxes.set('A56', boxes.get('A52') + admitted);
    boxes.set('A48', this.toCost);
    boxes.add('23', ofServices);
    boxes.add('22', admitted - ofServices);
    this.toCost += whole - admitted;
  }

  /** Without a receipt ITBIS gives no credit; tax that was withheld is owed all the same. */
  addUnnumberedPurchase(document: FiscalDocument): void {
    const { month, currency } = this.#facts;
    const sign = signOf(document);
    if (isSettledBy(document, month)) this.#addWithheld(document, sign);
    if (document.date < month.from) return;
    const { itbis, itbisByTax } = declaredAmounts(document, currency);
    this.toCost += sign * itbis;
    this.ownAccounts.add('purchaseTax', itbisByTax, -sign);
  }

  /** One box has the amount on which ITBIS was charged, another the part of that ITBIS which was withheld. */
  #addWithheld(document: FiscalDocument, sign: bigint): void {
    const { withheld, itbisByRate } = declaredAmounts(document, this.#facts.currency);
    const charged = [...itbisByRate.values()];
    const reduced = itbisByRate.get(REDUCED_RATE);
    const partOf = (whole: bigint, name: 'base' | 'tax') =>
      reduced ? divideRounded(whole * reduced[name], sumOf(charged, (rate) => rate[name]) || 1n) : 0n;
    this.ownAccounts.add('withholdings', withheld.filter(isItbis), sign);
    for (const { taxId, net, amount } of withheld.filter(isItbis)) {
      if (amount === 0n) continue;
      const box = this.#facts.boxOfTax.get(taxId) ?? BETWEEN_COMPANIES;
      const reducedBox = reducedBoxes[box];
      const [base, tax] = reducedBox ? [partOf(net, 'base'), partOf(amount, 'tax')] : [0n, 0n];
      if (reducedBox) this.#addToBoxes(reducedBox, sign * base, sign * tax);
      this.#addToBoxes(box, sign * (net - base), sign * (amount - tax));
    }
  }

  #addToBoxes(box: string, base: bigint, tax: bigint): void {
    const boxes = withheldBoxOf[box] ?? withheldBoxOf[BETWEEN_COMPANIES]!;
    this.boxes.add(`W${boxes.base}`, base);
    this.boxes.add(`W${boxes.tax}`, tax);
  }

  /** The boxes that follow from the others. */
  finish(given: It1Carried & { imports: bigint; cardsWithheld: bigint }): void {
    const { boxes } = this;
    const of = (...names: string[]) => sumOf(names, (name) => boxes.get(name));
    boxes.set('A11', of('A1', 'A2', 'A3', 'A5', 'A6', 'A7', 'A8', 'A9') - of('A4', 'A10'));
    boxes.set('A19', of('A12', 'A13', 'A14', 'A15', 'A16', 'A17', 'A18'));
    boxes.set('A26', of('A20', 'A21', 'A22', 'A23', 'A24', 'A25'));
    boxes.set('A27', given.cardsWithheld);
    boxes.set('A33', of('A27', 'A29'));
    boxes.set('1', of('A11'));
    boxes.set('9', of('2', '3', '4', '5', '6', '7', '8'));
    boxes.set('10', of('1') - of('9'));
    boxes.set('21', of('16', '17', '18', '19', '20'));
    boxes.set('24', given.imports);
    this.#deductInProportion(given.imports);
    boxes.set('25', of('22', '23', '24'));
    const difference = of('21') - of('25');
    boxes.set('26', greatest(difference, 0n));
    boxes.set('27', greatest(-difference, 0n));
    boxes.set('29', given.previousCredit);
    boxes.set('30', of('A33'));
    const due = difference - of('29', '30');
    boxes.set('33', greatest(due, 0n));
    boxes.set('34', greatest(-due, 0n));
    boxes.set('W41', of('W39', 'W40'));
    boxes.set('W46', of('W44', 'W45'));
    boxes.set('W49', of('W47', 'W48'));
    boxes.set('W55', of('W53', 'W54'));
    boxes.set('W58', of('W56', 'W57'));
    boxes.set('60', of('W50', 'W51', 'W52', 'W55', 'W58'));
    this.#carried = given.withheldCredit;
    this.addLateFees({ surcharge: 0n, interest: 0n });
  }

  /** Withholdings returned to suppliers in excess of those of the month; carried forward. */
  get withheldCredit(): bigint {
    const left = this.#carried - this.boxes.get('60');
    return greatest(left, 0n);
  }

  get previousWithheldCredit(): bigint {
    return this.#carried;
  }

  addLateFees({ surcharge, interest }: { surcharge: bigint; interest: bigint }): void {
    const { boxes } = this;
    boxes.set('35', surcharge);
    boxes.set('36', interest);
    boxes.set('38', boxes.get('33') + surcharge + interest);
    boxes.set('67', boxes.get('60') - this.#carried + this.withheldCredit);
    boxes.set('68', boxes.get('38') + boxes.get('67'));
  }
}

/** The type of receipt that the sale had: a note counts where the invoice that it modifies was declared. */
const soldAs = ({ fiscalNumber, modifiesFiscalNumber, reversed }: FiscalDocument): string =>
  (reversed?.modifiesFiscalNumber ?? modifiesFiscalNumber ?? fiscalNumber).slice(0, 3);

function isLate({ date, modifiedOn }: FiscalDocument, days: number): boolean {
  if (!modifiedOn) return false;
  return Temporal.PlainDate.from(modifiedOn).until(date, { largestUnit: 'days' }).days > days;
}
