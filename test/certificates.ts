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

/** A shared key: generating one is slow, and the tests care about the certificate. */
let sharedKey: string | undefined;

/** A certificate of a made-up authority in the form used for tax procedures: the subject contains the holder's id. */
export function newCertificate(
  options: {
    password?: string;
    taxId?: string;
    from?: Date;
    to?: Date;
    /** Generates a separate key with so many bits. */
    bits?: number;
    withKey?: boolean;
    /** The issuer; by default an unknown one. */
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
