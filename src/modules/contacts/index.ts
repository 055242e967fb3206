/** The public interface: the parts of contacts that other modules may use. */
export { contactById, contactsMatching, ofContacts } from './beneficiary/beneficiary.sql.ts';
export { changeBeneficiary, createBeneficiary } from './beneficiary/beneficiary.ts';
export { MergeRefused } from './beneficiary/merge.ts';
export {
  contactGroup,
  findContact,
  requireContact,
  selectArchivedContacts,
  selectContactNames,
  selectSuppliers,
} from './beneficiary/reference.ts';
export { ContactByDatum } from './contact-data/contact-data.schema.ts';
export { contactDataOf } from './contact-data/contact-data.sql.ts';
export { contactsByData, upsertDatum } from './contact-data/contact-data.ts';
export { normalise, phonePrefixes, searchedPhone } from './contact-data/normalise.ts';
export {
  afterChargeSettled,
  afterContactsArchived,
  type ContactMerge,
  mergeContacts,
  type SettledCharge,
} from './hooks.ts';
export {
  type ChargeResult,
  chargeContact,
  chargeRefusals,
  checkChargeOf,
  findChargeAnswer,
  findTaken,
  findTakenBy,
  PaymentMethodInactive,
  requireActiveMethod,
  wasAsked,
} from './payment-method/charge.ts';
export { CaptureSession, CardActivation, MethodSetup } from './payment-method/payment-method.schema.ts';
export {
  activateCard,
  beginContactSetup,
  ensurePayer,
  listMethods,
  startCapture,
  syncCards,
} from './payment-method/payment-method.ts';
export { PaymentMethodElsewhere } from './payment-method/saved-methods.ts';
export type { Contact, Datum } from './tables.ts';
export { importTaxpayers } from './tax-id/import-taxpayers.ts';
export { TaxIdKind } from './tax-id/tax-id.schema.ts';
export { cleanTaxId, hasValidCheckDigit, taxIdKindOf } from './tax-id/tax-id.ts';
