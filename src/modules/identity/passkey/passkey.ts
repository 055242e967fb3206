import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { requireFreshAuthentication } from '#platform/auth/authenticate.ts';
import type { UserContext, WorkContext } from '#platform/context.ts';
import { toTimestamp } from '#platform/date.ts';
import { hashSecret, isSameSecret, newId, newSecret } from '#platform/id.ts';
import { NotFound, refusal } from '#platform/refusal.ts';
import { mailAccount } from '../user/letter.ts';
import { InvalidCredentials } from '../user/login.ts';
import { findUser } from '../user/user.sql.ts';
import type { NewPasskey, PasskeyAssertion } from './passkey.schema.ts';
import {
  type Ceremony,
  deletePasskey,
  insertChallenge,
  insertPasskey,
  lockPasskey,
  lockUser,
  recordUse,
  selectPasskeys,
  takeChallenge,
} from './passkey.sql.ts';
import {
  creationOptions,
  type RelyingParty,
  relyingPartyOf,
  requestOptions,
  verifyAssertion,
  verifyRegistration,
} from './webauthn.ts';

const CHALLENGE_LIFE = { minutes: 5 };
const PASSKEYS_MAX = 20;

export const PasskeysNotOffered = refusal(
  'passkeys_not_offered',
  'Browsers allow passkeys only on https with a domain, or on localhost: this service has neither.',
);
export const PasskeyNotVerified = refusal(
  'passkey_not_verified',
  'The passkey could not be verified, or its challenge was used, has expired or is not yours: start again.',
);
export const PasskeyAlreadyRegistered = refusal(
  'passkey_already_registered',
  'This passkey is already registered: sign in with it.',
  409,
);
export const TooManyPasskeys = refusal(
  'too_many_passkeys',
  `A person has at most ${PASSKEYS_MAX} passkeys: remove one first.`,
);

/** Checks the limit here already, so that no useless passkey is left on a device. */
export async function startRegistration(ctx: UserContext) {
  requireFreshAuthentication(ctx.actor);
  const party = relyingParty(ctx);
  const { userId } = ctx.actor;
  const [user, known] = await Promise.all([findUser(ctx.tx, userId), selectPasskeys(ctx.tx, userId)]);
  if (known.length >= PASSKEYS_MAX) throw TooManyPasskeys();
  const { challenge, ...started } = await issueChallenge(ctx, { ceremony: 'register', userId });
  return { ...started, options: await creationOptions(party, challenge, user, known) };
}

export async function finishRegistration(ctx: UserContext, given: z.output<typeof NewPasskey>) {
  requireFreshAuthentication(ctx.actor);
  const party = relyingParty(ctx);
  const { userId, email } = ctx.actor;
  const challenge = await useChallenge(ctx, given.challengeId, { ceremony: 'register', userId });
  const verified = challenge && (await verifyRegistration(party, challenge, given.response).catch(notVerified(ctx)));
  if (!verified) throw PasskeyNotVerified().afterCommit();
  await lockUser(ctx.tx, userId);
  const known = await selectPasskeys(ctx.tx, userId);
  if (known.length >= PASSKEYS_MAX) throw TooManyPasskeys().afterCommit();
  const passkey = await insertPasskey(ctx.tx, {
    id: newId(),
    userId,
    name: given.name,
    credentialId: verified.credential.id,
    publicKey: Buffer.from(verified.credential.publicKey),
    counter: verified.credential.counter,
    transports: given.response.response.transports,
    deviceType: verified.credentialDeviceType,
    backedUp: verified.credentialBackedUp,
    createdAt: ctx.now,
  });
  if (!passkey) throw PasskeyAlreadyRegistered().afterCommit();
  mailAccount(ctx, email, {
    es: {
      subject: 'Nueva llave de acceso en tu cuenta de Colmado',
      text: `Agregaste la llave de acceso «${passkey.name}»: ya puedes entrar con ella. Si no fuiste tú, entra con un código por correo y quítala.`,
    },
    en: {
      subject: 'New passkey in your Colmado account',
      text: `You added the passkey “${passkey.name}”: you can sign in with it now. If this was not you, sign in with a code by e-mail and remove it.`,
    },
  });
  return passkey;
}

/** Options for any passkey of this service: they reveal nothing about an account. */
export async function startAuthentication(ctx: WorkContext) {
  const party = relyingParty(ctx);
  const { challenge, ...started } = await issueChallenge(ctx, anyone);
  return { ...started, options: await requestOptions(party, challenge) };
}

/** The person with this passkey. Every failure gives the same answer and uses up the challenge. */
export async function userByPasskey(
  ctx: WorkContext,
  { challengeId, response }: PasskeyAssertion,
): Promise<{ id: string }> {
  const party = relyingParty(ctx);
  const challenge = await useChallenge(ctx, challengeId, anyone);
  const passkey = challenge && (await lockPasskey(ctx.tx, response.id));
  if (!passkey || !isHandle(passkey.passkeyHandle, response.response.userHandle)) {
    throw InvalidCredentials().afterCommit();
  }
  const assertion = await verifyAssertion(party, challenge, response, passkey).catch(notVerified(ctx));
  if (!assertion) throw InvalidCredentials().afterCommit();
  if (wentBack(Number(passkey.counter), assertion.newCounter)) {
    warnOfCopy(ctx, passkey);
    throw InvalidCredentials().afterCommit();
  }
  await recordUse(ctx.tx, passkey.id, {
    counter: assertion.newCounter,
    backedUp: assertion.credentialBackedUp,
    lastUsedAt: ctx.now,
  });
  return { id: passkey.userId };
}

/** The last passkey can be removed too, because the code by e-mail always works. */
export async function removePasskey(ctx: UserContext, id: string): Promise<void> {
  requireFreshAuthentication(ctx.actor);
  const removed = await deletePasskey(ctx.tx, ctx.actor.userId, id);
  if (!removed) throw NotFound();
  mailAccount(ctx, ctx.actor.email, {
    es: {
      subject: 'Quitaste una llave de acceso de tu cuenta de Colmado',
      text: `La llave de acceso «${removed.name}» ya no abre tu cuenta. Si no fuiste tú, entra con un código por correo y revisa tus sesiones.`,
    },
    en: {
      subject: 'You removed a passkey from your Colmado account',
      text: `The passkey “${removed.name}” no longer opens your account. If this was not you, sign in with a code by e-mail and look at your sessions.`,
    },
  });
}

const anyone: Ceremony = { ceremony: 'authenticate', userId: null };

function relyingParty(ctx: WorkContext): RelyingParty {
  const party = relyingPartyOf(ctx.publicUrl);
  if (!party) throw PasskeysNotOffered();
  return party;
}

async function issueChallenge(ctx: WorkContext, ceremony: Ceremony) {
  const challengeId = newSecret('pkc', 24);
  const challenge = randomBytes(32);
  const expiresAt = ctx.now.add(CHALLENGE_LIFE);
  await insertChallenge(ctx.tx, {
    ...ceremony,
    bindingHash: hashSecret(challengeId),
    challenge: challenge.toString('base64url'),
    expiresAt,
  });
  return { challengeId, challenge, expiresAt: toTimestamp(expiresAt) };
}

const useChallenge = (ctx: WorkContext, challengeId: string, ceremony: Ceremony): Promise<string | null> =>
  takeChallenge(ctx.tx, hashSecret(challengeId), ceremony, ctx.now);

const notVerified =
  (ctx: WorkContext) =>
  (error: unknown): null => {
    ctx.log.debug({ err: error }, 'passkey not verified');
    return null;
  };

const isHandle = (handle: Buffer, given: string): boolean => isSameSecret(Buffer.from(given, 'base64url'), handle);

/** The counter of an authenticator must increase; one without a counter always sends 0. */
const wentBack = (before: number, now: number): boolean => (before > 0 || now > 0) && now <= before;

/** A valid signature with an old counter means that two devices have the same key. */
function warnOfCopy(ctx: WorkContext, passkey: { id: string; name: string; email: string }): void {
  ctx.log.warn({ passkeyId: passkey.id }, 'the counter of a passkey went back: it may have been copied');
  mailAccount(ctx, passkey.email, {
    es: {
      subject: 'Rechazamos una entrada a tu cuenta de Colmado',
      text: `Alguien quiso entrar con tu llave de acceso «${passkey.name}», y parece una copia. No lo dejamos pasar. Si no fuiste tú, entra con un código por correo y quita esa llave.`,
    },
    en: {
      subject: 'We refused a sign-in to your Colmado account',
      text: `Somebody tried to sign in with your passkey “${passkey.name}”, and it seems to be a copy. We refused it. If this was not you, sign in with a code by e-mail and remove that passkey.`,
    },
  });
}
