/** The public interface: what other modules, adapters and programs may use of filings. */
export { isInForce } from './company/certificate.ts';
export { receiptXml } from './ecf/ecf-messages.ts';
export { environmentPath } from './ecf/ecf-stamp.ts';
export * from './ecf.port.ts';
export { readingSeed, signAll, verifying } from './xml/signing.ts';
