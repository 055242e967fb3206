/** Taxes and fiscal numbers, for other modules. */

export type { TaxBracket } from './law/parameter.sql.ts';
export { incomeTaxScale, itbisRates, LawUnknown, legalParameters } from './law/parameter.ts';
export {
  type FiscalType,
  fiscalTypeCodes,
  fiscalTypeOf,
  fiscalTypes,
  normalizeFiscalNumber,
  receiptTitle,
} from './numerals/fiscal-type.ts';
export { VoidReasonCode } from './numerals/numerals.schema.ts';
export { nextNumerals, selectOffered, selectRanges } from './numerals/numerals.sql.ts';
export { rangeExpiry } from './numerals/numerals.ts';
export { receiptTypeAfter, receiptTypeOf } from './numerals/receipt-type.ts';
export {
  type NumeralRange,
  numeralRange,
  numeralRefusals,
  refuseWithoutNumeral,
  takeNumeral,
  type WantedNumeral,
  warnOfLowRanges,
} from './numerals/take-numeral.ts';
export { areInUse, voidedNumbersBetween, voidNumber } from './numerals/void.ts';
export { type VoidReason, voidReasons } from './numerals/void-reason.ts';
export { selectTaxes, type Tax, type TaxCredit } from './tax/tax.sql.ts';
export { type DatedTax, requireTaxes, taxRefusals } from './tax/tax.ts';
