/** The public interface: the parts of receivables that other modules may use. */
export { bridge, costOfMoney, sideOf } from './bridge.ts';
export { payFromBalance } from './charge/balance-first.ts';
export { bookPrepayment } from './charge/book-prepayment.ts';
export { ChargeInProgress, chargeDocument } from './charge/charge.ts';
export {
  BalanceTooLow,
  balanceRules,
  creditBalance,
  heldFor,
  keepMovement,
  undoMovements,
} from './contact-balance/contact-balance.ts';
export { CreditEventOutOfOrder, CreditOverpaid } from './credit/amortisation.ts';
export { selectInstalmentDebtors } from './credit/credit.sql.ts';
export { CreditNotActive, DateInFuture } from './credit/credit.ts';
export {
  CreditChangedSince,
  CreditNotOwedHere,
  payKeptInstalment,
  requireOwedCredit,
  undoKeptInstalment,
} from './credit/kept-instalment.ts';
export { instalmentsOf } from './credit/pay-credit.ts';
export { undoCardReturns } from './gift-card/movement.ts';
export {
  afterDocumentCharge,
  beforeWithheldUndone,
  type EndedCharge,
  fillInPrepayer,
  fillInReturnUrl,
} from './hooks.ts';
export { inInstalments } from './pay/bulk.ts';
export { NothingDue, payDocument } from './pay/pay.ts';
export { settlingRefusals } from './pay/settling-refusals.ts';
export { ContactRequired } from './pay/sources.ts';
export { cancelKeyOf, hostedPage, openMerchant } from './payment-page/hosted-page.ts';
export {
  checkDocumentPage,
  findDocumentPayment,
  OnlinePaymentUnavailable,
  openDocumentPage,
} from './payment-page/page.ts';
export { isRefunded, isWithdrawn } from './refund/charge-refunds.ts';
export { PaymentReturned } from './refund/refund.ts';
export { RefundInProgress, refuseRefunds } from './refund/refund-guard.ts';
export { giveBackToMeans } from './return-refund/give-back.ts';
export {
  closeReturnRefunds,
  describeReturnRefunds,
  giveBackToCards,
  NoFailedRefund,
  NotPaidByCard,
  RefundedToCard,
  retryReturnRefunds,
} from './return-refund/return-refund.ts';
export { invoicingSettings } from './settings.ts';
export type { DocumentCharge } from './tables.ts';
