/** The public interface: what other modules may use of documents. */

export { invoiceCreated, invoicePaid, invoiceUpdated } from './events.ts';
export {
  type FiscalDocument,
  type FiscalKey,
  type FiscalPayment,
  type FiscalSpan,
  type FiscalTax,
  selectFiscalDocuments,
  selectFiscalKeys,
  selectSettledKeys,
  selectSettledPurchases,
  selectUnnumbered,
  selectWithheldPurchases,
} from './fiscal/fiscal-document.sql.ts';
export {
  beforeDebtChanged,
  beforeDocumentReposted,
  beforeDocumentVoided,
  beforeReceiptIssued,
  type FiscalStamp,
  fillInDueDates,
  fillInFiscalStamps,
  fillInOwnDueDate,
  fillInPayLink,
  fillInPrepaid,
  fillInReturnQueries,
  fillInReversals,
  fillInShipments,
  type PayLink,
  type ReceiptDraft,
  type ReturnQueries,
  type Reversals,
  type Shipment,
  TooManyPlansChanged,
} from './hooks.ts';
export { createMany } from './pending/bulk.ts';
export {
  changePendingRecord,
  DocumentFollowed,
  DocumentInInstalments,
  DocumentIsVoid,
  DocumentSettled,
  FiscalReceiptSent,
  voidPendingRecord,
} from './pending/change.ts';
export { describePayment, describePendingRecord } from './pending/describe.ts';
export { draftDocument, WithheldTooMuch } from './pending/draft.ts';
export {
  addElementCosts,
  correctElementUnits,
  type ElementTax,
  type PendingElement,
  selectElements,
  selectElementsWith,
} from './pending/element.sql.ts';
export {
  lockFreePendingRecords,
  lockPendingRecord,
  lockPendingRecords,
  requirePendingRecord,
  selectPendingRecord,
  selectPendingRecords,
} from './pending/find.ts';
export { documentList, openDocumentList } from './pending/list.sql.ts';
export { issueLoan } from './pending/loan.ts';
export { BulkDocument, PaymentView, PendingRecordSummary, Quantity } from './pending/pending.schema.ts';
export {
  type Debtor,
  hasDebitNote,
  type IssuedReceipt,
  selectDebtors,
  selectDueInvoices,
  selectOpenInvoices,
  selectReceipt,
  takeNumber,
} from './pending/pending.sql.ts';
export { reversalsOf } from './pending/pending.ts';
export { awaitedGoods, boughtLines, orderedGoods, updateFulfilled } from './pending/purchased.sql.ts';
export { ResourceArchived } from './pending/references.ts';
export type { OpenPayments } from './pending/write.ts';
export { writingRefusals } from './pending/writing-refusals.ts';
export { causeDocuments } from './posting/causes.ts';
export { FiscalDocumentUnacceptable } from './posting/fiscal.ts';
export { findSoldGoods, type GoodsLine, goodsOf, lotsOfPart, type SoldGoods } from './posting/goods.ts';
export { inSharingOrder, type LineValue, lineValues, taxRuleOf } from './posting/postings.ts';
export { DivisionRequired } from './posting/stock.ts';
export { PriceMissing } from './pricing/lines.ts';
export { isWithheld } from './pricing/pricing.ts';
export { type SaleAmounts, saleAmounts } from './pricing/sale-amounts.ts';
export { NotRecurrent, RuleNeverComes, TooManyMissed } from './recurrence/recurrency.ts';
export { NewPendingRecord, PendingRecordView } from './recurrence/recurrent-document.schema.ts';
export { createManyRecurrent, createRecurrent, readRecurrent } from './recurrence/recurrent-document.ts';
export { invoicedByMonth } from './report/report.sql.ts';
export { moveDueDate } from './settlement/past-due.ts';
export { NotPayable, refuseUnpayable } from './settlement/payable.ts';
export {
  isWriteOff,
  paymentList,
  selectPayment,
  selectPayments,
  selectPaymentsOfRecords,
} from './settlement/payments.ts';
export {
  announceStanding,
  MoreThanDue,
  PaymentIsVoid,
  settle,
  settledValue,
  unsettle,
} from './settlement/settle.ts';
export { isPaidBy, paymentIsUndone } from './settlement/undone.sql.ts';
export { documentContent, stateBadge } from './share/document-page.ts';
export { addressesFor, NoAddress, type Sending } from './share/email.ts';
export { payUrlFor, shareDocument } from './share/share.ts';
export { describeShared, SharedDocument } from './share/shared-document.ts';
export type { Debts } from './statement/statement.sql.ts';
export type { Direction, PaymentSource, PendingPayment, PendingRecord } from './tables.ts';
export { PaperFormat } from './template/template.schema.ts';
export { brandOf } from './template/template.ts';
export { selectReturnedNet } from './ties/returned.sql.ts';
export {
  composeVoucher,
  findPrintable,
  methodIn,
  notesOf,
  type Printable,
  pageTitleOf,
  paperNumber,
  partyOf,
  titleOf,
} from './voucher/compose.ts';
export { movedLots } from './voucher/line-lots.ts';
export { findContactParty } from './voucher/party.ts';
export { drawVoucher, fileNameOf, pdfFile, pdfOf } from './voucher/print.ts';
export { blankVoucher, findStationery, type Stationery } from './voucher/stationery.ts';
export type { Format, Voucher } from './voucher/voucher.ts';
