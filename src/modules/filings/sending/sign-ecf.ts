import { X509Certificate } from 'node:crypto';
import type { FieldError } from '#platform/refusal.ts';
import { requireValid } from '../company/certificate.ts';
import { issuerOf } from '../company/issuer.ts';
import type { EcfContent } from '../ecf/ecf-content.ts';
import type { EcfDocument } from '../ecf/ecf-document.ts';
import { summaryXml } from '../ecf/ecf-messages.ts';
import { type EcfLimits, ecfProblems, isSummarised } from '../ecf/ecf-problems.ts';
import { type SigningKey, signXml } from '../ecf/ecf-signature.ts';
import { type EcfEnvironment, qrUrl, securityCodeOf } from '../ecf/ecf-stamp.ts';
import { ecfXml } from '../ecf/ecf-xml.ts';
import type { EcfCompany } from '../tables.ts';

const documentOf = (content: EcfContent, company: EcfCompany): EcfDocument => ({
  ...content,
  issuer: issuerOf(company, content.issuer),
});

export interface SignedEcf {
  environment: EcfEnvironment;
  signedXml: string;
  /** Sent to the authority instead of a small consumer invoice. */
  summaryXml: string | null;
  securityCode: string;
  qrUrl: string;
  signedAt: Temporal.Instant;
}

/** Makes the XML and signs it, or returns the problems for which the authority would reject it. */
export function signEcf(
  content: EcfContent,
  company: EcfCompany,
  key: SigningKey,
  limits: EcfLimits,
  signedAt: Temporal.Instant,
): { signed: SignedEcf; problems: null } | { signed: null; problems: FieldError[] } {
  const document = documentOf(content, company);
  const problems = ecfProblems(document, limits);
  if (problems.length > 0) return { signed: null, problems };
  requireValid(new X509Certificate(key.certificate), signedAt);
  const { environment } = company;
  const summarised = isSummarised(document, limits);
  const { xml, signatureValue } = signXml(ecfXml(document, signedAt), key);
  const securityCode = securityCodeOf(signatureValue);
  return {
    problems: null,
    signed: {
      environment,
      signedXml: xml,
      summaryXml: summarised ? signXml(summaryXml(document, securityCode), key).xml : null,
      securityCode,
      qrUrl: qrUrl(document, { securityCode, signedAt, summarised, environment }),
      signedAt,
    },
  };
}
