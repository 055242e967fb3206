import { X509Certificate } from 'node:crypto';
import type { Config } from '#platform/config.ts';
import { realNow } from '#platform/date.ts';
import { refusal } from '#platform/refusal.ts';
import type { EcfEnvironment } from '../ecf/ecf-stamp.ts';

export const CertificateUnreadable = refusal(
  'certificate_unreadable',
  'The file is not a readable PKCS #12 container: send the .p12 file of the certificate.',
);
export const CertificatePasswordWrong = refusal(
  'certificate_password_wrong',
  'The password does not open this certificate: correct it.',
);
export const CertificateExpired = refusal(
  'certificate_expired',
  'The certificate has expired or is not valid yet: send one that is valid today.',
);
export const CertificateKeyMissing = refusal(
  'certificate_key_missing',
  'The file must hold a certificate and its RSA private key of at least 2048 bits.',
);
export const certificateRefusals = [
  CertificateUnreadable,
  CertificatePasswordWrong,
  CertificateExpired,
  CertificateKeyMissing,
];

/** A certificate that has run out, or has not begun, signs nothing that the authority believes. */
export function requireValid(
  { validFromDate, validToDate }: X509Certificate,
  now: Temporal.Instant,
  /** The field of the request in which the certificate came. */
  field?: string,
): void {
  const at = now.epochMilliseconds;
  const refuse = (why: string): never => {
    throw field ? CertificateExpired.at(field, undefined, why) : CertificateExpired(why);
  };
  if (validToDate.getTime() < at) refuse(`It expired on ${dateOf(validToDate)}.`);
  if (validFromDate.getTime() > at) refuse(`It is valid from ${dateOf(validFromDate)} on.`);
}

/** The same as an answer: whether the certificate is valid today. */
export function isInForce({ validFromDate, validToDate }: X509Certificate): boolean {
  const at = realNow().epochMilliseconds;
  return validFromDate.getTime() <= at && validToDate.getTime() >= at;
}

/** Whether a certificate is in force and, where the operator has configured authorities, of one of them. */
export const isIssuedByTrusted = (
  certificate: X509Certificate,
  environment: EcfEnvironment,
  { ECF_AUTHORITIES: authorities }: Pick<Config, 'ECF_AUTHORITIES'>,
): boolean =>
  isInForce(certificate) &&
  (environment === 'simulator' || !authorities || authorities.some((each) => isIssuedBy(certificate, each)));

/**
 * Whether a certificate by itself proves that its holder signs for a taxpayer. In production that fails closed: an authority that
 * the operator trusts has issued it, and it names the taxpayer. With the simulator everybody signs with a certificate of their
 * own making; in the trials of the tax authority the issuer is checked where authorities are configured.
 */
export function isBelieved(
  certificate: X509Certificate,
  { environment, taxId }: { environment: EcfEnvironment; taxId: string },
  config: Pick<Config, 'ECF_AUTHORITIES'>,
): boolean {
  if (!isIssuedByTrusted(certificate, environment, config)) return false;
  return environment !== 'production' || (config.ECF_AUTHORITIES !== undefined && names(certificate, taxId));
}

/** The attributes of a subject that hold the id of a person or a company. */
const ID_ATTRIBUTES = ['serialNumber', 'organizationIdentifier', '2.5.4.97', 'OU'];

function names({ subject }: X509Certificate, taxId: string): boolean {
  const attributes = attributesOf(subject);
  return ID_ATTRIBUTES.some((name) => attributes.get(name)?.split(/\D+/).includes(taxId));
}

const isIssuedBy = (certificate: X509Certificate, authority: X509Certificate): boolean =>
  isInForce(authority) && certificate.checkIssued(authority) && certificate.verify(authority.publicKey);

const dateOf = (date: Date): string => date.toISOString().slice(0, 10);

interface CertificateFacts {
  /** The holder who may sign with it, as its issuer wrote it. */
  holder: string;
  /** The cédula or RNC in it, without its prefix; null where there is none. */
  holderTaxId: string | null;
  issuer: string;
  validFrom: Temporal.Instant;
  validTo: Temporal.Instant;
}

export function certificateFacts(pem: string): CertificateFacts {
  const certificate = new X509Certificate(pem);
  const subject = attributesOf(certificate.subject);
  return {
    holder: subject.get('CN') ?? certificate.subject.replaceAll('\n', ', '),
    holderTaxId: /(\d{11}|\d{9})$/.exec(subject.get('serialNumber') ?? '')?.[1] ?? null,
    issuer: attributesOf(certificate.issuer).get('CN') ?? certificate.issuer.replaceAll('\n', ', '),
    validFrom: Temporal.Instant.fromEpochMilliseconds(certificate.validFromDate.getTime()),
    validTo: Temporal.Instant.fromEpochMilliseconds(certificate.validToDate.getTime()),
  };
}

/** The subject of the certificate, on one line. */
export const holderOf = ({ subject }: X509Certificate): string => subject.replaceAll('\n', ', ').slice(0, 300);

const attributesOf = (name: string): Map<string, string> =>
  new Map(
    name.split('\n').map((line) => {
      const [key, ...value] = line.split('=');
      return [key!, value.join('=')];
    }),
  );
