/** The public interface: the parts of receivables that other modules may use. */
export { bridge, costOfMoney } from './bridge.ts';
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
export { GiftCardTooLow, undoCardReturns } from './gift-card/movement.ts';
export { afterDocumentCharge, type EndedCharge, fillInPrepayer, fillInReturnUrl } from './hooks.ts';
export { payFromBalance } from './pay/balance-first.ts';
export { bookPrepayment } from './pay/book-prepayment.ts';
export { inInstalments } from './pay/bulk.ts';
export { ChargeInProgress, chargeDocument } from './pay/charge.ts';
export { isRefunded, isWithdrawn } from './pay/charge-refunds.ts';
export { giveBackToMeans } from './pay/give-back.ts';
export { cancelKeyOf, hostedPage, openMerchant } from './pay/hosted-page.ts';
export { findDocumentPayment, lookAtDocumentPage, OnlinePaymentUnavailable, openDocumentPage } from './pay/page.ts';
export { NothingDue, payDocument } from './pay/pay.ts';
export { isDueOnline } from './pay/pay-link.ts';
export { RefundInProgress, refuseRefunds } from './pay/refund-guard.ts';
export {
  closeReturnRefunds,
  describeReturnRefunds,
  giveBackToCards,
  NoFailedRefund,
  NotPaidByCard,
  RefundedToCard,
  retryReturnRefunds,
} from './pay/return-refund.ts';
export { settlingRefusals } from './pay/settling-refusals.ts';
export { ContactRequired } from './pay/sources.ts';
export { invoicingSettings } from './settings.ts';
export type { DocumentCharge } from './tables.ts';
