/** The front door: the parts of payments that other modules may use. */
export { CardprocDisabled, requireCardproc, requireCardprocEnabled } from './cardproc/cardproc.ts';
export * from './cardproc.port.ts';
export { afterProviderNotice, type ProviderNotice } from './hooks.ts';
export { canBePaidOnline, findMerchantId, MerchantAccountMissing } from './merchant/merchant.ts';
export { WebAddress } from './payments.schema.ts';
export * from './payproc.port.ts';
export {
  ChargeElsewhere,
  giveBack,
  openRefundDoor,
  type RefundAnswer,
  type RefundDoor,
  type TakenCharge,
  type WantedRefund,
} from './refund.ts';
