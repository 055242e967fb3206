/** The front door: what other modules may use of documents. */
export { bridge } from './bridge.ts';
export { lockBalances, selectMovementsOfRecord } from './contact-balance/contact-balance.sql.ts';
export { BalanceTooLow, creditBalance, keepMovement, undoMovement } from './contact-balance/contact-balance.ts';
export { DocumentInInstalments } from './credit/instalments-guard.ts';
export {
  type FiscalDocument,
  type FiscalKey,
  type FiscalPayment,
  type FiscalSpan,
  type FiscalTax,
  selectFiscalDocuments,
  selectFiscalKeys,
  selectOriginals,
  selectSettledKeys,
  selectUnnumbered,
} from './fiscal/fiscal-document.sql.ts';
export { beforeDocumentReposted, beforeDocumentVoided, type FiscalStamp, fillInFiscalStamps } from './hooks.ts';
export { announceStanding } from './pay/pay.ts';
export { ContactRequired } from './pay/sources.ts';
export { DocumentFollowed, FiscalReceiptSent } from './pending/change.ts';
export {
  addElementCosts,
  correctElementUnits,
  type ElementTax,
  type PendingElement,
  selectElements,
  selectElementsWith,
} from './pending/element.sql.ts';
export { findSoldGoods, type GoodsLine, goodsOf, type SoldGoods } from './pending/goods.ts';
export type { NewPayment, PendingPayment } from './pending/payment.sql.ts';
export { Quantity } from './pending/pending.schema.ts';
export {
  type Direction,
  type PendingKind,
  type PendingRecord,
  selectPendingRecord,
  selectReceiptDate,
} from './pending/pending.sql.ts';
export { lockPendingRecord, requirePendingRecord } from './pending/pending.ts';
export { isWithheld, shareOut } from './pending/pricing.ts';
export { MoreThanDue, NotPayable, PaymentIsVoid, settle, settledValue, unsettle } from './pending/settle.ts';
export { DivisionRequired } from './pending/stock.ts';
export { composeVoucher, findPrintable } from './voucher/compose.ts';
export { drawVoucher, type Format, pdfFile } from './voucher/print.ts';
