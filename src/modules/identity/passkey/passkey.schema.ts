import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';

/** A credential id has at most 1,023 bytes. */
const CredentialId = z.base64url().min(1).max(1364);

export const PasskeyName = z.string().trim().min(1).max(100).meta({ example: 'Teléfono de Ana' });

export const Passkey = z.object({
  id: z.uuid(),
  credentialId: z.string().describe('The id that the authenticator uses, base64url.'),
  name: z.string(),
  transports: z.array(z.string()),
  deviceType: z.enum(['singleDevice', 'multiDevice']).describe('`multiDevice`: it can be synchronised.'),
  backedUp: z.boolean().describe('It is synchronised, so it survives the loss of the device.'),
  createdAt: Timestamp,
  lastUsedAt: Timestamp.nullable(),
});

export const ChallengeId = z
  .string()
  .max(100)
  .describe('A secret that only the client that started can finish with. It works once, for five minutes.');

const Started = { challengeId: ChallengeId, expiresAt: Timestamp };

export const PasskeyRegistrationStart = z.object({
  ...Started,
  options: z
    .object({
      rp: z.object({ id: z.string(), name: z.string() }),
      user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
      challenge: z.string(),
      pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number().int() })),
      timeout: z.number().int(),
      excludeCredentials: z.array(
        z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) }),
      ),
      authenticatorSelection: z.object({
        residentKey: z.literal('required'),
        requireResidentKey: z.literal(true),
        userVerification: z.literal('required'),
      }),
      attestation: z.literal('none'),
    })
    .describe('For `PublicKeyCredential.parseCreationOptionsFromJSON` and `navigator.credentials.create`.'),
});

export const PasskeyAuthenticationStart = z.object({
  ...Started,
  options: z
    .object({
      rpId: z.string(),
      challenge: z.string(),
      timeout: z.number().int(),
      allowCredentials: z.array(z.never()).describe('Always empty: the person chooses among their passkeys.'),
      userVerification: z.literal('required'),
    })
    .describe('For `PublicKeyCredential.parseRequestOptionsFromJSON` and `navigator.credentials.get`.'),
});

/** Browsers create these objects and add fields as the standard grows, so unknown fields are ignored, not refused. */
export const PasskeyRegistration = z
  .object({
    id: CredentialId,
    rawId: CredentialId,
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: z.base64url().max(8_192),
      attestationObject: z.base64url().max(32_768),
      transports: z.array(z.string().max(32)).max(10).default([]),
    }),
  })
  .describe('The result of `navigator.credentials.create`, by its `toJSON()`.');

export const PasskeyAuthentication = z
  .object({
    id: CredentialId,
    rawId: CredentialId,
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: z.base64url().max(8_192),
      authenticatorData: z.base64url().max(8_192),
      signature: z.base64url().max(8_192),
      userHandle: z.base64url().max(128),
    }),
  })
  .describe('The result of `navigator.credentials.get`, by its `toJSON()`.');

export const NewPasskey = z.strictObject({
  challengeId: ChallengeId,
  name: PasskeyName.default('Llave de acceso').describe('Its name in the list.'),
  response: PasskeyRegistration,
});

/** Proof that someone has a passkey. */
export const PasskeyAssertion = z.strictObject({ challengeId: ChallengeId, response: PasskeyAuthentication });

export type PasskeyRegistration = z.infer<typeof PasskeyRegistration>;
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>;

export const exampleChallengeId = 'pkc_Jq0vY2h1bGV0YSBjb24gdG9zdG9uZXM';
export const exampleRegistration = {
  id: 'tGk2VKJ9Qm6yY0mB1l8v3w',
  rawId: 'tGk2VKJ9Qm6yY0mB1l8v3w',
  type: 'public-key' as const,
  response: {
    clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4ifQ',
    attestationObject: 'o2NmbXRkbm9uZQ',
    transports: ['internal', 'hybrid'],
  },
};
export const exampleAssertion = {
  id: 'tGk2VKJ9Qm6yY0mB1l8v3w',
  rawId: 'tGk2VKJ9Qm6yY0mB1l8v3w',
  type: 'public-key' as const,
  response: {
    clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4ifQ',
    authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4',
    signature: 'MEUCIQDkN2sWgqk',
    userHandle: 'n3XkQ0fYb2M',
  },
};
