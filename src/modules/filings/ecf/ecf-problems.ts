import { divideRounded, fromScaled, sumOf, toScaled } from '#platform/decimal.ts';
import type { FieldError } from '#platform/refusal.ts';
import { type EcfDocument, type EcfLine, type EcfTypeRules, ecfTypeOf, ecfTypeRules } from './ecf-document.ts';
import { ecfTotals, inPesos, isSelective, itbisRateOf, pesoTotals } from './ecf-totals.ts';
import { ecfCurrency } from './ecf-xml.ts';
import { modificationProblems } from './modification.ts';

const TAX_ID = /^(\d{9}|\d{11})$/;
const OTHER_TAXES_PER_LINE = 2;
const PAYMENT_FORMS_MAX = 7;
const CURRENCIES = 'BRL CAD CHF CHY XDR DKK EUR GBP JPY NOK SCP SEK USD VEF HTG MXN COP'.split(' ');
/** Above this many cents of difference the payments do not belong to the document. */
const PAYMENT_TOLERANCE = 100n;

/** Legal limits beyond the schema, as in force on the day of the document. */
export interface EcfLimits {
  /** From this total in pesos on a consumer invoice names its buyer, and is sent whole. */
  consumerThreshold: string;
}

/** Everything for which the authority would reject the document, with the place in it. Empty: nothing that we know of. */
export function ecfProblems(document: EcfDocument, limits: EcfLimits): FieldError[] {
  const rules = ecfTypeRules[document.type];
  const problems = [
    ...identityProblems(document, rules),
    ...buyerProblems(document, rules),
    ...document.lines.flatMap((line, place) => lineProblems(document, line, `lines[${place}]`)),
    ...wholeProblems(document, rules),
  ];
  return problems.length > 0 ? problems : totalProblems(document, limits);
}

const problem = (path: string, code: string, message: string): FieldError => ({ path, code, message });
const when = (wrong: boolean, path: string, code: string, message: string): FieldError[] =>
  wrong ? [problem(path, code, message)] : [];

function identityProblems(document: EcfDocument, rules: EcfTypeRules): FieldError[] {
  const { number, type, sequenceExpiresOn, issuedOn, issuer } = document;
  return [
    ...when(ecfTypeOf(number) !== type, 'number', 'wrong_type', `The number must be an e-NCF of the type ${type}.`),
    ...when(
      rules.sequenceExpiry && sequenceExpiresOn === null,
      'sequenceExpiresOn',
      'required',
      'The range of the number needs its date of expiry.',
    ),
    ...when(
      rules.sequenceExpiry && sequenceExpiresOn !== null && sequenceExpiresOn < issuedOn,
      'sequenceExpiresOn',
      'expired',
      'The range of the number had expired on that day.',
    ),
    ...when(!TAX_ID.test(issuer.taxId), 'issuer.taxId', 'invalid', 'An RNC has 9 digits, a cédula 11.'),
    ...when(issuer.name.trim() === '', 'issuer.name', 'required', 'The issuer needs a name.'),
    ...when(issuer.address.trim() === '', 'issuer.address', 'required', 'The issuer needs an address.'),
  ];
}

function buyerProblems({ buyer, type }: EcfDocument, rules: EcfTypeRules): FieldError[] {
  if (!buyer)
    return when(
      rules.buyer === 'required' && rules.buyerName === 'required',
      'buyer',
      'required',
      `Type ${type} names the buyer.`,
    );
  const asksTaxId = rules.buyerTaxId === 'required' && buyer.taxId === null;
  return [
    ...when(rules.buyer === 'none', 'buyer', 'not_allowed', `Type ${type} has no buyer.`),
    ...when(asksTaxId, 'buyer.taxId', 'required', `Type ${type} needs the RNC or cédula of the buyer.`),
    ...when(
      buyer.taxId !== null && !TAX_ID.test(buyer.taxId),
      'buyer.taxId',
      'invalid',
      'An RNC has 9 digits, a cédula 11. Others are foreign ids.',
    ),
    ...when(
      buyer.foreignId !== null && buyer.taxId === null && !rules.buyerForeignId,
      'buyer.foreignId',
      'not_allowed',
      `Type ${type} knows no foreign ids.`,
    ),
    ...when(
      rules.buyerName === 'required' && (buyer.name ?? '').trim() === '',
      'buyer.name',
      'required',
      `Type ${type} names the buyer.`,
    ),
  ];
}

function lineProblems(document: EcfDocument, line: EcfLine, path: string): FieldError[] {
  const { type } = document;
  const rules = ecfTypeRules[type];
  const price = divideRounded(toScaled(line.quantity, 2) * toScaled(line.unitPrice, 4), 10_000n);
  const isLess = price < toScaled(line.discount, 2);
  const hasAdjustment = toScaled(line.discount, 2) !== 0n || toScaled(line.surcharge, 2) !== 0n;
  return [
    ...when(line.name.trim() === '', `${path}.name`, 'required', 'Every line has a name.'),
    ...when(
      !rules.treatments.includes(line.itbis),
      `${path}.itbis`,
      'not_allowed',
      `In type ${type} a line is ${rules.treatments.join(', ')}.`,
    ),
    ...itbisProblems(document, line, path),
    ...when(
      toScaled(line.quantity, 2) <= 0n,
      `${path}.quantity`,
      'too_small',
      'A quantity is at least 0.01, in two decimals.',
    ),
    ...when(
      toScaled(line.quantity, 6) % 10_000n !== 0n,
      `${path}.quantity`,
      'too_fine',
      'A quantity has at most two decimals.',
    ),
    ...when(toScaled(line.unitPrice, 4) < 0n, `${path}.unitPrice`, 'too_small', 'A price is not negative.'),
    ...when(isLess, `${path}.discount`, 'too_big', 'A discount is not more than the line.'),
    ...when(
      hasAdjustment && !rules.adjustments,
      `${path}.discount`,
      'not_allowed',
      `Type ${type} has no discounts and surcharges.`,
    ),
    ...when(
      line.otherTaxes.length > 0 && !rules.otherTaxes,
      `${path}.otherTaxes`,
      'not_allowed',
      `Type ${type} has no taxes but ITBIS.`,
    ),
    ...when(
      line.otherTaxes.length > OTHER_TAXES_PER_LINE,
      `${path}.otherTaxes`,
      'too_big',
      `A line has at most ${OTHER_TAXES_PER_LINE} taxes in addition to ITBIS.`,
    ),
    ...line.otherTaxes.flatMap(({ code }, place) => otherTaxProblems(code, `${path}.otherTaxes[${place}]`)),
    ...withholdingProblems(line, rules, type, path),
  ];
}

/** The XML states one rate for each treatment: that of the law. */
function itbisProblems(document: EcfDocument, { itbis, itbisRates = [] }: EcfLine, path: string): FieldError[] {
  const legal = itbisRateOf(document, itbis);
  return [
    ...when(itbisRates.length > 1, `${path}.itbis`, 'too_big', 'A line has at most one ITBIS.'),
    ...when(
      itbisRates.some((rate) => toScaled(rate, 4) !== legal * 100n),
      `${path}.itbis`,
      'wrong_rate',
      `The ITBIS of this line must be ${fromScaled(legal, 2, 0)} %.`,
    ),
  ];
}

function otherTaxProblems(code: string, path: string): FieldError[] {
  const isKnown = /^0[0-3]\d$/.test(code) && Number(code) >= 1;
  return [
    ...when(!isKnown, `${path}.code`, 'unknown', 'The authority knows the codes 001 to 039.'),
    ...when(
      isKnown && isSelective(code),
      path,
      'not_supported',
      'The selective taxes on alcohol and tobacco (006 to 039) need quantities and degrees that lines do not have.',
    ),
  ];
}

function withholdingProblems(line: EcfLine, rules: EcfTypeRules, type: string, path: string): FieldError[] {
  if (!line.withheld)
    return when(
      rules.withholding === 'required',
      `${path}.withheld`,
      'required',
      `Type ${type} says what is withheld of each line.`,
    );
  return [
    ...when(rules.withholding === 'none', `${path}.withheld`, 'not_allowed', `Type ${type} withholds nothing.`),
    ...when(
      rules.withholding !== 'none' && !rules.withholdsItbis && toScaled(line.withheld.itbis, 2) !== 0n,
      `${path}.withheld.itbis`,
      'not_allowed',
      `Type ${type} withholds no ITBIS.`,
    ),
  ];
}

function wholeProblems(document: EcfDocument, rules: EcfTypeRules): FieldError[] {
  const { lines, payment, reference, type, currency, exchangeRate } = document;
  const isForeign = currency !== 'DOP';
  return [
    ...when(lines.length === 0, 'lines', 'required', 'A document has at least one line.'),
    ...when(
      lines.length > rules.linesMax,
      'lines',
      'too_big',
      `Type ${type} has at most ${rules.linesMax} lines: split it.`,
    ),
    ...when(
      document.adjustments.length > 0 && !rules.adjustments,
      'adjustments',
      'not_allowed',
      `Type ${type} has no discounts and surcharges.`,
    ),
    ...when(
      document.pricesIncludeItbis && !rules.pricesIncludeItbis,
      'pricesIncludeItbis',
      'not_allowed',
      `Type ${type} carries no ITBIS.`,
    ),
    ...when(
      payment.terms === 'credit' && rules.dueDate && payment.dueOn === null,
      'payment.dueOn',
      'required',
      'A sale on credit says until when.',
    ),
    ...when(
      payment.forms.length > PAYMENT_FORMS_MAX,
      'payment.forms',
      'too_big',
      `At most ${PAYMENT_FORMS_MAX} forms of payment.`,
    ),
    ...when(
      rules.reference === 'required' && reference === null,
      'reference',
      'required',
      'A note names the document that it modifies.',
    ),
    ...when(isForeign && exchangeRate === null, 'exchangeRate', 'required', 'Another currency needs its rate.'),
    ...when(
      isForeign && !CURRENCIES.includes(ecfCurrency(currency)),
      'currency',
      'unknown',
      'The authority does not know this currency.',
    ),
  ];
}

function totalProblems(document: EcfDocument, { consumerThreshold }: EcfLimits): FieldError[] {
  const { buyer, payment } = inPesos(document);
  const { total, bases } = pesoTotals(document);
  const own = ecfTotals(document).total;
  const isIdentified = buyer !== null && (buyer.taxId !== null || buyer.foreignId !== null);
  const paid = sumOf(payment.forms, ({ amount }) => toScaled(amount, 2));
  const due = total + (bases['not-billable'] ?? 0n);
  const difference = paid > due ? paid - due : due - paid;
  return [
    ...(document.reference ? modificationProblems({ type: document.type, total }, document.reference) : []),
    ...when(
      Object.values(bases).some((base) => base < 0n),
      'adjustments',
      'too_big',
      'Discounts are more than what they lower.',
    ),
    ...when(
      document.type === '32' && total >= toScaled(consumerThreshold, 2) && !isIdentified,
      'buyer.taxId',
      'required',
      `From RD$${consumerThreshold} on a consumer invoice needs the RNC, cédula or foreign id of the buyer.`,
    ),
    ...when(
      document.bookedTotal !== undefined && own !== toScaled(document.bookedTotal, 2),
      'lines',
      'mismatch',
      `The electronic document would have the total ${fromScaled(own, 2)} instead of ${document.bookedTotal}.`,
    ),
    ...when(
      payment.forms.length > 0 && difference > PAYMENT_TOLERANCE,
      'payment.forms',
      'mismatch',
      'The forms of payment do not add up to the total.',
    ),
  ];
}

/** Whether a consumer invoice goes to the authority as a summary only. */
export const isSummarised = (document: EcfDocument, { consumerThreshold }: EcfLimits): boolean =>
  document.type === '32' && pesoTotals(document).total < toScaled(consumerThreshold, 2);
