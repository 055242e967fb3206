import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import forge from 'node-forge';
import type { SigningKey } from '../xml/ecf-signature.ts';
import { CertificateKeyMissing, CertificatePasswordWrong, CertificateUnreadable, requireValid } from './certificate.ts';

const KEY_BITS_MIN = 2_048;

/** Opens a .p12 file and takes the key out, with the certificate that belongs to it. Whatever does not fit is refused. */
export function openCertificate(p12: Buffer, password: string, now: Temporal.Instant): SigningKey {
  const bags = bagsOf(p12, password);
  const privateKey = bags.keys.map(rsaKeyOf).find((key) => key !== null);
  if (!privateKey) throw CertificateKeyMissing.at('body.certificate');
  const wanted = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const certificate = bags.certificates.find(({ publicKey }) =>
    publicKey.export({ type: 'spki', format: 'der' }).equals(wanted),
  );
  if (!certificate) throw CertificateKeyMissing.at('body.certificate');
  requireValid(certificate, now, 'body.certificate');
  return { certificate: certificate.toString(), privateKey };
}

/** The outer shape of the file: junk is refused without trying the password. */
function readP12(p12: Buffer): forge.asn1.Asn1 {
  try {
    return forge.asn1.fromDer(p12.toString('binary'));
  } catch {
    throw CertificateUnreadable.at('body.certificate');
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
    // The library detects a wrong password by the message authentication code alone.
    if (/password|MAC/i.test((error as Error).message)) throw CertificatePasswordWrong.at('body.password');
    throw CertificateUnreadable.at('body.certificate');
  }
}

function rsaKeyOf(pem: string): string | null {
  const key = createPrivateKey(pem);
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  return key.asymmetricKeyType === 'rsa' && bits >= KEY_BITS_MIN
    ? key.export({ type: 'pkcs8', format: 'pem' }).toString()
    : null;
}
