/** The front door: what other modules may use of the contacts. */
export type { Contact, FiscalType } from './beneficiary/beneficiary.sql.ts';
export { holdContact } from './beneficiary/beneficiary.ts';
export { MergeRefused } from './beneficiary/merge.ts';
export { contactDataOf, contactGroup, findContact, requireContact } from './beneficiary/reference.ts';
export type { Datum } from './contact-data/contact-data.sql.ts';
export { selectContactNames } from './contact-names.sql.ts';
export { afterChargeSettled, type ContactMerge, mergeContacts, type SettledCharge } from './hooks.ts';
export {
  type ChargeResult,
  chargeContact,
  chargeRefusals,
  findTaken,
  type WantedCharge,
  wasAsked,
} from './payment-method/charge.ts';
export { importTaxpayers, type TaxpayerImport } from './tax-id/import-taxpayers.ts';
export { cleanTaxId, hasValidCheckDigit, type TaxIdKind, taxIdKindOf } from './tax-id/tax-id.ts';
