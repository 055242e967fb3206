import { verifyXml } from './ecf-signature.ts';

/** The signed content of a document and the certificate of its signer; null where the signature does not hold. */
export default function verify(xml: string): { content: string; certificate: string } | null {
  const verified = verifyXml(xml);
  return verified && { content: verified.content, certificate: verified.certificate.toString() };
}
