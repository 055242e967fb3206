/** The front door: what other modules may use of taxes and fiscal numbers. */

export type { TaxBracket } from './law/parameter.sql.ts';
export { incomeTaxScale, itbisRates, LawUnknown, legalParameters } from './law/parameter.ts';
export {
  type FiscalType,
  fiscalTypeCodes,
  fiscalTypeOf,
  fiscalTypes,
  normalizeFiscalNumber,
} from './numerals/fiscal-type.ts';
export { rangeExpiry } from './numerals/numerals.ts';
export { numeralRefusals, type TakenNumeral, takeNumeral } from './numerals/take-numeral.ts';
export { areInUse, type VoidReason, voidedNumbersBetween, voidNumber, voidReasons } from './numerals/void.ts';
export { selectTaxes, type Tax } from './tax/tax.sql.ts';
export { type DatedTax, requireTaxes, TaxNotInForce, taxRefusals } from './tax/tax.ts';
