import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const CAN_BE_BACKED_UP = 0x08;
const BACKED_UP = 0x10;
const BRINGS_CREDENTIAL = 0x40;
const ES256 = -7;

type Cbor = Parameters<typeof isoCBOR.encode>[0];

/**
 * Simulates a browser with its authenticator: it answers `navigator.credentials.create` and `get` with a real key, and can
 * misbehave in ways that a browser cannot.
 */
export class SoftwareAuthenticator {
  /** The origin of the calling page. */
  origin: string;
  verifiesUser = true;
  counter = 0;
  /** The step of the signature counter. Some authenticators do not count: zero. */
  step = 1;
  /** Whether the key signs its own registration, as some do without being asked. */
  attestsItself = false;
  readonly credentialId: Buffer = randomBytes(32);
  #privateKey: KeyObject | undefined;
  #userHandle = '';

  constructor(origin: string) {
    this.origin = origin;
  }

  create(options: {
    challenge: string;
    rp: { id: string };
    user: { id: string };
    excludeCredentials: { id: string }[];
  }) {
    const id = this.credentialId.toString('base64url');
    if (options.excludeCredentials.some((known) => known.id === id)) throw new Error('InvalidStateError');
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = privateKey;
    this.#userHandle = options.user.id;
    const clientData = this.#clientData('webauthn.create', options.challenge);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.credentialId.length);
    const authData = Buffer.concat([
      this.#authenticatorData(options.rp.id, BRINGS_CREDENTIAL),
      Buffer.alloc(16),
      length,
      this.credentialId,
      coseKey(publicKey),
    ]);
    const statement = this.attestsItself ? { alg: ES256, sig: this.#sign(authData, clientData) } : {};
    const format = this.attestsItself ? 'packed' : 'none';
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        attestationObject: attestationObject(format, statement, authData),
        transports: ['internal'],
      },
    };
  }

  get(options: { challenge: string; rpId: string }) {
    this.counter += this.step;
    const authData = this.#authenticatorData(options.rpId);
    const clientData = this.#clientData('webauthn.get', options.challenge);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: this.#sign(authData, clientData).toString('base64url'),
        userHandle: this.#userHandle,
      },
    };
  }

  #credential() {
    const id = this.credentialId.toString('base64url');
    const type = 'public-key' as const;
    return { id, rawId: id, type, authenticatorAttachment: 'platform', clientExtensionResults: {} };
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }

  #authenticatorData(rpId: string, more = 0): Buffer {
    const flags = USER_PRESENT | (this.verifiesUser ? USER_VERIFIED : 0) | CAN_BE_BACKED_UP | BACKED_UP | more;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.of(flags), counter]);
  }

  #sign(authData: Buffer, clientData: Buffer): Buffer {
    if (!this.#privateKey) throw new Error('NotAllowedError');
    return sign(
      'sha256',
      Buffer.concat([authData, createHash('sha256').update(clientData).digest()]),
      this.#privateKey,
    );
  }
}

/** Encodes the attestation object as authenticators do: format, statement and authenticator data. */
export function attestationObject(format: string, statement: Record<string, unknown>, authData: Uint8Array): string {
  const object = new Map<string, unknown>([
    ['fmt', format],
    ['attStmt', new Map(Object.entries(statement).map(([key, value]) => [key, bytesOr(value)]))],
    ['authData', new Uint8Array(authData)],
  ]);
  return Buffer.from(isoCBOR.encode(object as Cbor)).toString('base64url');
}

const bytesOr = (value: unknown): unknown => (Buffer.isBuffer(value) ? new Uint8Array(value) : value);

/** An ES256 key in COSE form. */
function coseKey(publicKey: KeyObject): Uint8Array {
  const { x, y } = publicKey.export({ format: 'jwk' });
  const entries: [number, unknown][] = [
    [1, 2],
    [3, ES256],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x!, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y!, 'base64url'))],
  ];
  return isoCBOR.encode(new Map(entries) as Cbor);
}
