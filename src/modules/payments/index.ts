/** The front door: what other modules may use of payments. */
export { type CardprocSettings, cardproc } from './cardproc.port.ts';
export { findMerchantId, MerchantAccountMissing } from './merchant/merchant.ts';
export * from './payproc.port.ts';
