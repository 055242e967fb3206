import { X509Certificate } from 'node:crypto';
import type { FieldError } from '#platform/refusal.ts';
import { requireValid, type SigningKey } from '../company/certificate.ts';
import type { EcfCompany } from '../company/company.sql.ts';
import { issuerOf } from '../company/company.ts';
import type { EcfDocument, EcfIssuer } from './ecf-document.ts';
import { summaryXml } from './ecf-messages.ts';
import { type EcfLimits, ecfProblems, isSummarised } from './ecf-problems.ts';
import { signXml } from './ecf-signature.ts';
import { type EcfEnvironment, qrUrl, securityCodeOf } from './ecf-stamp.ts';
import { ecfXml } from './ecf-xml.ts';

/** A document without its issuer: that is the company, as it is registered when it signs. */
export type EcfContent = Omit<EcfDocument, 'issuer'> & {
  issuer: Pick<EcfIssuer, 'branch' | 'sellerCode' | 'internalNumber'>;
};

export const documentOf = (content: EcfContent, company: EcfCompany): EcfDocument => ({
  ...content,
  issuer: issuerOf(company, content.issuer),
});

/** `<RNCEmisor><eNCF>.xml`, as the protocol names files. */
export const fileNameOf = (signedXml: string, number: string): string => `${issuerTaxIdIn(signedXml)}${number}.xml`;

/** Whose number a document that we signed has: the company may have another by now. */
export const issuerTaxIdIn = (signedXml: string): string => /<RNCEmisor>(\d+)</.exec(signedXml)![1]!;

export interface SignedEcf {
  environment: EcfEnvironment;
  signedXml: string;
  /** What the authority gets instead, of a small consumer invoice. */
  summaryXml: string | null;
  securityCode: string;
  qrUrl: string;
  signedAt: Temporal.Instant;
}

/** Makes the XML and signs it. What the authority would reject is told instead. */
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
