import { X509Certificate } from 'node:crypto';
import { requireValid } from '../company/certificate.ts';
import type { EcfDocument } from '../ecf/ecf-document.ts';
import { summaryXml } from '../ecf/ecf-messages.ts';
import { type EcfEnvironment, qrUrl, securityCodeOf } from '../ecf/ecf-stamp.ts';
import { ecfXml } from '../ecf/ecf-xml.ts';
import { type SigningKey, signXml } from '../xml/ecf-signature.ts';

/** Makes and signs the XML of a document, and its summary if it has one. */
export default function signEcf({
  document,
  environment,
  summarised,
  key,
}: {
  document: EcfDocument;
  environment: EcfEnvironment;
  summarised: boolean;
  key: SigningKey;
}) {
  const signedAt = Temporal.Now.instant();
  requireValid(new X509Certificate(key.certificate), signedAt);
  const { xml: signedXml, signatureValue } = signXml(ecfXml(document, signedAt), key);
  const securityCode = securityCodeOf(signatureValue);
  return {
    environment,
    signedXml,
    // Sent to the authority instead of a small consumer invoice.
    summaryXml: summarised ? signXml(summaryXml(document, securityCode), key).xml : null,
    securityCode,
    qrUrl: qrUrl(document, { securityCode, signedAt, summarised, environment }),
    // As text, because instances do not cross between threads.
    signedAt: signedAt.toString(),
  };
}
