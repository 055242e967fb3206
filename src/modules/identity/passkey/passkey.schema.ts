import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';

/** A credential id has at most 1,023 bytes. */
const CredentialId = z.base64url().min(1).max(1364);

export const PasskeyName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .meta({ example: 'Teléfono de Ana' })
  .describe('What the person sees in the list.');

export const Passkey = z.object({
  id: z.uuid(),
  credentialId: z.string().describe('The id that the authenticator uses, base64url.'),
  name: z.string().describe('What the person sees in the list.'),
  transports: z.array(z.string()).describe('How browsers reach it: `internal`, `usb`, `hybrid` …'),
  deviceType: z.enum(['singleDevice', 'multiDevice']).describe('`multiDevice`: it can be synchronised.'),
  backedUp: z.boolean().describe('It is synchronised, so it survives the loss of the device.'),
  createdAt: Timestamp,
  lastUsedAt: Timestamp.nullable().describe('When it last signed in; null: never.'),
});

export const ChallengeId = z
  .string()
  .max(100)
  .describe('A secret that only the client that started can finish with. It works once, for five minutes.');

const Started = {
  challengeId: ChallengeId,
  expiresAt: Timestamp.describe('Until when the challenge can be answered.'),
};

export const PasskeyRegistrationStart = z.object({
  ...Started,
  options: z
    .object({
      rp: z
        .object({ id: z.string(), name: z.string().describe('This service, as browsers show it.') })
        .describe('The relying party.'),
      user: z
        .object({
          id: z.string(),
          name: z.string().describe('The e-mail address of the person.'),
          displayName: z.string().describe('The name of the person.'),
        })
        .describe('Whom the passkey signs in.'),
      challenge: z.string().describe('Random bytes that the passkey signs, base64url.'),
      pubKeyCredParams: z
        .array(
          z.object({
            type: z.literal('public-key').describe('The only type of the standard.'),
            alg: z.number().int().describe('A COSE algorithm.'),
          }),
        )
        .describe('The algorithms that are taken, the preferred first.'),
      timeout: z.number().int().describe('How long the browser waits, in milliseconds.'),
      excludeCredentials: z
        .array(
          z.object({
            id: z.string(),
            type: z.literal('public-key').describe('The only type of the standard.'),
            transports: z.array(z.string()).describe('How the browser reaches it.'),
          }),
        )
        .describe('The passkeys that the person has: none of them is made twice.'),
      authenticatorSelection: z
        .object({
          residentKey: z.literal('required').describe('It must be found without the name of the person.'),
          requireResidentKey: z.literal(true).describe('The same for older browsers.'),
          userVerification: z.literal('required').describe('The person must unlock it.'),
        })
        .describe('What the passkey must be able to do.'),
      attestation: z.literal('none').describe('Its maker need not be proved.'),
    })
    .describe('For `PublicKeyCredential.parseCreationOptionsFromJSON` and `navigator.credentials.create`.'),
});

export const PasskeyAuthenticationStart = z.object({
  ...Started,
  options: z
    .object({
      rpId: z.string().describe('The relying-party id of the passkeys.'),
      challenge: z.string().describe('Random bytes that the passkey signs, base64url.'),
      timeout: z.number().int().describe('How long the browser waits, in milliseconds.'),
      allowCredentials: z.array(z.never()).describe('Always empty: the person chooses among their passkeys.'),
      userVerification: z.literal('required').describe('The person must unlock the passkey.'),
    })
    .describe('For `PublicKeyCredential.parseRequestOptionsFromJSON` and `navigator.credentials.get`.'),
});

/** Browsers create these objects and add fields as the standard grows, so unknown fields are ignored, not refused. */
export const PasskeyRegistration = z
  .object({
    id: CredentialId,
    rawId: CredentialId.describe('The same as `id`.'),
    type: z.literal('public-key').describe('The only type of the standard.'),
    response: z
      .object({
        clientDataJSON: z.base64url().max(8_192).describe('What the browser says was signed, base64url.'),
        attestationObject: z.base64url().max(32_768).describe('The new public key, base64url.'),
        transports: z.array(z.string().max(32)).max(10).default([]).describe('How browsers reach it.'),
      })
      .describe('From the authenticator.'),
  })
  .describe('The result of `navigator.credentials.create`, by its `toJSON()`.');

export const PasskeyAuthentication = z
  .object({
    id: CredentialId,
    rawId: CredentialId.describe('The same as `id`.'),
    type: z.literal('public-key').describe('The only type of the standard.'),
    response: z
      .object({
        clientDataJSON: z.base64url().max(8_192).describe('What the browser says was signed, base64url.'),
        authenticatorData: z.base64url().max(8_192).describe('What the passkey says of itself, base64url.'),
        signature: z.base64url().max(8_192).describe('By the passkey, base64url.'),
        userHandle: z.base64url().max(128).describe('Whom it signs in, base64url.'),
      })
      .describe('From the authenticator.'),
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
