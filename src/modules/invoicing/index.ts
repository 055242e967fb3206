/** The front door: what other modules may use of documents. */
export {
  type FiscalDocument,
  type FiscalKey,
  type FiscalPayment,
  type FiscalTax,
  selectFiscalDocuments,
  selectFiscalKeys,
  selectSettledKeys,
  selectUnnumbered,
} from './fiscal/fiscal-document.sql.ts';
export { FiscalReceiptSent } from './pending/change.ts';
export { type ElementTax, type PendingElement, selectElements } from './pending/element.sql.ts';
export type { NewPayment, PendingPayment } from './pending/payment.sql.ts';
export {
  type Direction,
  type PendingKind,
  type PendingRecord,
  selectPendingRecord,
  selectReceiptDate,
} from './pending/pending.sql.ts';
export { lockPendingRecord, requirePendingRecord } from './pending/pending.ts';
export { MoreThanDue, NotPayable, PaymentIsVoid, settle, settledValue, unsettle } from './pending/settle.ts';
