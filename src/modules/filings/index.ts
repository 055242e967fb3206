/** The front door: what other modules, adapters and programs may use of filings. */
export { isInForce } from './einvoice/certificate.ts';
export { type EcfStamp, ecfOf, submitFiscalDocument } from './einvoice/document.ts';
export * from './einvoice/ecf.port.ts';
export { receiptXml } from './einvoice/ecf-messages.ts';
export { type SignedDocument, signXml, type VerifiedDocument, verifyXml } from './einvoice/ecf-signature.ts';
export { environmentPath } from './einvoice/ecf-stamp.ts';
export { parseXml, textAt } from './einvoice/xml-reading.ts';
