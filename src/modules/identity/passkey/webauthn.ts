import { isIP } from 'node:net';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { COSEALG, decodeAttestationObject } from '@simplewebauthn/server/helpers';
import type { z } from 'zod';
import type {
  PasskeyAssertion,
  PasskeyAuthenticationStart,
  PasskeyRegistration,
  PasskeyRegistrationStart,
} from './passkey.schema.ts';

const TIMEOUT_MS = 5 * 60_000;
/** Every authenticator supports one of these. Post-quantum keys are still experimental in the runtime. */
const ALGORITHMS = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** The service that a passkey belongs to, and the only origin whose pages may use it. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/** Browsers support passkeys only on https with a domain name, and on `localhost`, which we use for every loopback address. */
export function relyingPartyOf(publicUrl: string): RelyingParty | null {
  const { protocol, hostname, port, origin } = new URL(publicUrl);
  if (protocol === 'http:' && LOOPBACK.includes(hostname)) {
    return { id: 'localhost', origin: `http://localhost${port && `:${port}`}` };
  }
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return protocol === 'https:' && !isAddress ? { id: hostname, origin } : null;
}

export async function creationOptions(
  party: RelyingParty,
  challenge: Buffer,
  user: { passkeyHandle: Buffer; email: string; name: string },
  known: { credentialId: string; transports: string[] }[],
) {
  const options = await generateRegistrationOptions({
    rpName: 'Colmado',
    rpID: party.id,
    userID: new Uint8Array(user.passkeyHandle),
    userName: user.email,
    userDisplayName: user.name || user.email,
    challenge: new Uint8Array(challenge),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
  });
  return options as z.infer<typeof PasskeyRegistrationStart>['options'];
}

/** Names no passkeys: the person chooses on their device, and nothing about an account is revealed. */
export async function requestOptions(party: RelyingParty, challenge: Buffer) {
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: new Uint8Array(challenge),
    timeout: TIMEOUT_MS,
    allowCredentials: [],
    userVerification: 'required',
  });
  return options as z.infer<typeof PasskeyAuthenticationStart>['options'];
}

/** The new credential, or a thrown reason why the response is not one. */
export async function verifyRegistration(party: RelyingParty, challenge: string, response: PasskeyRegistration) {
  refuseCertificates(response.response.attestationObject);
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  });
  if (!verified) throw new Error('The attestation does not hold.');
  return registrationInfo;
}

/**
 * We ask for no attestation, so a browser sends none or the key's own signature. A certificate would come from someone
 * who wants us to parse it, and to fetch its revocation list from wherever it says.
 */
function refuseCertificates(attestationObject: string): void {
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const format = attestation.get('fmt');
  const selfSigned = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
  if (format !== 'none' && !selfSigned) throw new Error(`Unwanted attestation: ${format}.`);
}

/**
 * The data of the authenticator if its signature is valid; otherwise throws the reason. The caller checks the counter,
 * which can be trusted only after the signature.
 */
export async function verifyAssertion(
  party: RelyingParty,
  challenge: string,
  response: PasskeyAssertion['response'],
  passkey: { credentialId: string; publicKey: Buffer },
) {
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
  });
  if (!verified) throw new Error('The signature is not valid.');
  return authenticationInfo;
}
