/** The public interface: the parts of payments that other modules may use. */
export { CardprocDisabled, isCardprocEnabled, requireCardproc, requireCardprocEnabled } from './cardproc/cardproc.ts';
export * from './cardproc.port.ts';
export { afterProviderNotice, type ProviderNotice } from './hooks.ts';
export { canBePaidOnline, findMerchantId, isPayableNow, MerchantAccountMissing } from './merchant/merchant.ts';
export { WebAddress } from './payments.schema.ts';
export * from './payproc.port.ts';
export {
  ChargeElsewhere,
  openRefundConnection,
  type RefundConnection,
  refundOnce,
  type TakenCharge,
} from './refund.ts';
