import { isCommonPassword, isPassword } from '#platform/auth/password.ts';
import type { Steps, WorkContext } from '#platform/context.ts';
import type { Tx } from '#platform/db/transaction.ts';
import { InvalidRequest, refusal } from '#platform/refusal.ts';
import { originOf } from './device.ts';
import { mailAccount } from './letter.ts';
import { clearFailures, isLocked, recordFailure } from './login.sql.ts';
import { findUserByEmail, setPassword, type User } from './user.sql.ts';

/** One answer for an unknown address, a wrong password and a locked account. */
export const InvalidCredentials = refusal(
  'invalid_credentials',
  'The credentials are not valid, or there were too many attempts: wait a while.',
  401,
);

/** Failures without a wait, from one client address and for the whole account; each further one doubles the wait. */
const FREE_FAILURES = { here: 5, anywhere: 100 };

/** A password that was compared before the transaction, with the hash that it was compared with. */
export interface ComparedPassword {
  hash: string | null;
  isRight: boolean;
}

/** Takes the same effort whether or not there is such a person, and holds no transaction meanwhile. */
export async function comparePassword(
  steps: Steps,
  find: (tx: Tx) => Promise<User | undefined>,
  password: string,
): Promise<ComparedPassword> {
  const hash = (await steps.transaction(({ tx }) => find(tx)))?.passwordHash ?? null;
  return { hash, isRight: await isPassword(steps, password, hash) };
}

/** The person with this password. Every failure gives the same answer. */
export async function userByPassword(ctx: WorkContext, email: string, compared: ComparedPassword): Promise<User> {
  const [user, attempts] = await Promise.all([
    findUserByEmail(ctx.tx, email),
    attemptsAt(ctx, email, 'login', FREE_FAILURES),
  ]);
  const isCurrent = compared.hash === (user?.passwordHash ?? null);
  if (!user || !compared.isRight || !isCurrent || attempts.locked) {
    await attempts.fail();
    throw InvalidCredentials().afterCommit();
  }
  await attempts.clear();
  return user;
}

/**
 * The failed attempts to sign in with an address: from here and from everywhere. Guesses from many places lock the account for
 * unknown ones only: a device that the person has used before keeps its own count.
 */
export async function attemptsAt(
  ctx: WorkContext,
  email: string,
  way: 'login' | 'pin',
  free: { here: number; anywhere: number },
) {
  const origin = await originOf(ctx, email);
  const here = ctx.secrets.pepper(`${email}\0${origin.key}`, `${way} place`);
  const anywhere = ctx.secrets.pepper(email, `${way} account`);
  const [lockedHere, lockedAnywhere] = await Promise.all([
    isLocked(ctx.tx, here, ctx.now),
    isLocked(ctx.tx, anywhere, ctx.now),
  ]);
  return {
    locked: lockedHere || (lockedAnywhere && !origin.known),
    fail: async (): Promise<void> => {
      await recordFailure(ctx.tx, here, free.here, ctx.now);
      await recordFailure(ctx.tx, anywhere, free.anywhere, ctx.now);
    },
    clear: () => clearFailures(ctx.tx, [here, anywhere]),
  };
}

export async function changePassword(
  ctx: WorkContext,
  user: { id: string; email: string },
  { password, hash }: { password: string; hash: string },
): Promise<void> {
  await refuseGuessable(password, user.email);
  await setPassword(ctx.tx, user.id, hash);
  mailAccount(ctx, user.email, {
    es: {
      subject: 'Tu contraseña de Colmado cambió',
      text: 'La contraseña de tu cuenta acaba de cambiar. Si no fuiste tú, entra con un código por correo y cámbiala de nuevo.',
    },
    en: {
      subject: 'Your Colmado password has changed',
      text: 'The password of your account has just changed. If this was not you, sign in with a code by e-mail and change it again.',
    },
  });
}

/** Refuses passwords that are tried first: the commonest ones, and the person's own address. */
export async function refuseGuessable(password: string, email: string): Promise<void> {
  const isOwn = [email, email.split('@')[0]].includes(password.toLowerCase());
  if (!isOwn && !(await isCommonPassword(password))) return;
  const message = 'This password is one of the first that are guessed: choose another.';
  throw InvalidRequest.at('body.newPassword', 'common_password', message);
}
