import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import forge from 'node-forge';
import type { Config } from '#platform/config.ts';
import { realNow } from '#platform/date.ts';
import { refusal } from '#platform/refusal.ts';
import type { SigningKey } from '../ecf/ecf-signature.ts';
import type { EcfEnvironment } from '../ecf/ecf-stamp.ts';

export const CertificateUnreadable = refusal(422, 'certificate_unreadable', 'This is not a readable .p12 file.');
export const CertificatePasswordWrong = refusal(
  422,
  'certificate_password_wrong',
  'The password does not open this certificate.',
);
export const CertificateExpired = refusal(422, 'certificate_expired', 'The certificate is not valid today.');
export const CertificateKeyMissing = refusal(
  422,
  'certificate_key_missing',
  'The file must hold a certificate and its RSA private key of at least 2048 bits.',
);
export const certificateRefusals = [
  CertificateUnreadable,
  CertificatePasswordWrong,
  CertificateExpired,
  CertificateKeyMissing,
];

const KEY_BITS_MIN = 2_048;

/** Opens a .p12 file and takes the key out, with the certificate that belongs to it. Whatever does not fit is refused. */
export function openCertificate(p12: Buffer, password: string, now: Temporal.Instant): SigningKey {
  const bags = bagsOf(p12, password);
  const privateKey = bags.keys.map(rsaKeyOf).find((key) => key !== null);
  if (!privateKey) throw CertificateKeyMissing();
  const wanted = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const certificate = bags.certificates.find(({ publicKey }) =>
    publicKey.export({ type: 'spki', format: 'der' }).equals(wanted),
  );
  if (!certificate) throw CertificateKeyMissing();
  requireValid(certificate, now);
  return { certificate: certificate.toString(), privateKey };
}

/** A certificate that has run out, or has not begun, signs nothing that the authority believes. */
export function requireValid({ validFromDate, validToDate }: X509Certificate, now: Temporal.Instant): void {
  const at = now.epochMilliseconds;
  if (validToDate.getTime() < at) throw CertificateExpired(`It expired on ${dateOf(validToDate)}.`);
  if (validFromDate.getTime() > at) throw CertificateExpired(`It is valid from ${dateOf(validFromDate)} on.`);
}

/** The same as an answer: whether what it signs is believed today. */
export function isInForce({ validFromDate, validToDate }: X509Certificate): boolean {
  const at = realNow().epochMilliseconds;
  return validFromDate.getTime() <= at && validToDate.getTime() >= at;
}

/**
 * Whether what others sign with it is believed: today, and only if an authority that the operator trusts has issued it, where
 * such are named. With the simulator everybody signs with what they made themselves.
 */
export const isBelieved = (
  certificate: X509Certificate,
  environment: EcfEnvironment,
  { ECF_AUTHORITIES: authorities }: Pick<Config, 'ECF_AUTHORITIES'>,
): boolean =>
  isInForce(certificate) &&
  (environment === 'simulator' ||
    authorities === undefined ||
    authorities.some((each) => isIssuedBy(certificate, each)));

const isIssuedBy = (certificate: X509Certificate, authority: X509Certificate): boolean =>
  isInForce(authority) && certificate.checkIssued(authority) && certificate.verify(authority.publicKey);

const dateOf = (date: Date): string => date.toISOString().slice(0, 10);

export interface CertificateFacts {
  /** Who may sign with it, as the authority that issued it wrote. */
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

/** Whose certificate it is, as it says. */
export const holderOf = ({ subject }: X509Certificate): string => subject.replaceAll('\n', ', ').slice(0, 300);

const attributesOf = (name: string): Map<string, string> =>
  new Map(
    name.split('\n').map((line) => {
      const [key, ...value] = line.split('=');
      return [key!, value.join('=')];
    }),
  );

/** The outer shape of the file; what is junk is told without trying the password. */
export function readP12(p12: Buffer): forge.asn1.Asn1 {
  try {
    return forge.asn1.fromDer(p12.toString('binary'));
  } catch {
    throw CertificateUnreadable();
  }
}

function bagsOf(p12: Buffer, password: string): { keys: string[]; certificates: X509Certificate[] } {
  const asn1 = readP12(p12);
  try {
    const file = forge.pkcs12.pkcs12FromAsn1(asn1, password);
    const bags = file.safeContents.flatMap(({ safeBags }) => safeBags);
    return {
      keys: bags.flatMap(({ key }) => (key ? [forge.pki.privateKeyToPem(key)] : [])),
      certificates: bags.flatMap(({ cert }) => (cert ? [new X509Certificate(forge.pki.certificateToPem(cert))] : [])),
    };
  } catch (error) {
    // The library tells a wrong password by the message authentication code alone.
    if (/password|MAC/i.test((error as Error).message)) throw CertificatePasswordWrong();
    throw CertificateUnreadable();
  }
}

function rsaKeyOf(pem: string): string | null {
  const key = createPrivateKey(pem);
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  return key.asymmetricKeyType === 'rsa' && bits >= KEY_BITS_MIN
    ? key.export({ type: 'pkcs8', format: 'pem' }).toString()
    : null;
}
