import { generateKeyPairSync } from 'node:crypto';
import forge from 'node-forge';

const DAY_MS = 86_400_000;

export interface TestCertificate {
  /** The .p12 file. */
  p12: Buffer;
  password: string;
  certificate: string;
  privateKey: string;
}

function newKey(bits: number): string {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: bits,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  return privateKey;
}

/** Making a key takes a while, and what the certificate says of it matters more. */
let sharedKey: string | undefined;

/** A certificate of a made-up authority, as the ones for tax procedures are: the holder's id stands in the subject. */
export function newCertificate(
  options: {
    password?: string;
    taxId?: string;
    from?: Date;
    to?: Date;
    /** A key of its own, with so many bits. */
    bits?: number;
    withKey?: boolean;
    /** Who issues it; otherwise nobody that could be found. */
    issuer?: TestCertificate;
  } = {},
): TestCertificate {
  const { password = 'clave-de-prueba', taxId = '00113918205', withKey = true } = options;
  sharedKey ??= newKey(2048);
  const privateKey = options.bits ? newKey(options.bits) : sharedKey;
  const key = forge.pki.privateKeyFromPem(privateKey);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e);
  certificate.serialNumber = '01';
  certificate.validity.notBefore = options.from ?? new Date(Date.now() - DAY_MS);
  certificate.validity.notAfter = options.to ?? new Date(Date.now() + 365 * DAY_MS);
  const name = [
    { name: 'commonName', value: 'Ana Pérez' },
    { type: '2.5.4.5', value: `IDCDO-${taxId}` },
    { name: 'countryName', value: 'DO' },
  ];
  certificate.setSubject(name);
  const { issuer } = options;
  certificate.setIssuer(
    issuer
      ? forge.pki.certificateFromPem(issuer.certificate).subject.attributes
      : [{ name: 'commonName', value: 'Autoridad de Prueba' }],
  );
  certificate.sign(issuer ? forge.pki.privateKeyFromPem(issuer.privateKey) : key, forge.md.sha256.create());
  const file = forge.pkcs12.toPkcs12Asn1(withKey ? key : (null as never), [certificate], password, {
    algorithm: 'aes256',
  });
  return {
    p12: Buffer.from(forge.asn1.toDer(file).getBytes(), 'binary'),
    password,
    certificate: forge.pki.certificateToPem(certificate),
    privateKey,
  };
}
