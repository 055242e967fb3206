import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { WorkContext } from '#platform/context.ts';
import { toTimestamp } from '#platform/date.ts';
import { takeFromBuckets } from '#platform/http/limits/rate-limit.sql.ts';
import { hashSecret, newId, newSecret } from '#platform/id.ts';
import { type Origin, originOf } from './device.ts';
import { type AccountLetter, mailAccount } from './letter.ts';
import { attemptsAt, InvalidCredentials } from './login.ts';
import { expirePins, insertPin, markPinUsed, takeTry } from './pin.sql.ts';
import { ensureUser, type User } from './user.sql.ts';

const LIFE = { minutes: 10 };
const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
/** E-mails to one address, requested from one device or network, and from all that are unknown together. */
const LETTERS = { fromOne: { hour: 5, day: 20 }, fromUnknown: { hour: 20, day: 60 } };
/** Wrong codes without a wait, counted across all codes of an address; each further one doubles the wait. */
const FREE_FAILURES = { here: 5, anywhere: 20 };

/** A code is valid for one purpose only: the purpose is part of its hash. */
interface Purpose {
  name: string;
  letter: (code: string) => AccountLetter;
}

const VALID = {
  es: 'Vale por 10 minutos y una sola vez.\n\nSi no lo pediste, no hagas nada.',
  en: 'It is valid for 10 minutes and can be used once.\n\nIf you did not request it, do nothing.',
};
const signingIn: Purpose = {
  name: 'pin',
  letter: (code) => ({
    es: { subject: `${code} es tu código de Colmado`, text: `Tu código para entrar es ${code}. ${VALID.es}` },
    en: { subject: `${code} is your Colmado code`, text: `Your code to sign in is ${code}. ${VALID.en}` },
  }),
};

/** Confirms a new address of this account. */
export const newAddressOf = (user: { id: string; email: string }): Purpose => ({
  name: `address of ${user.id}`,
  letter: (code) => ({
    es: {
      subject: `${code} es el código para confirmar este correo`,
      text: `Alguien pidió usar este correo para entrar en Colmado, en lugar de ${user.email}. El código es ${code}. ${VALID.es}`,
    },
    en: {
      subject: `${code} is the code to confirm this address`,
      text: `Somebody asked to use this address to sign in to Colmado instead of ${user.email}. The code is ${code}. ${VALID.en}`,
    },
  }),
});

/**
 * Sends a code to an address. Answer and effort are the same whether or not the address has an account, and also beyond the
 * limit of e-mails: then no e-mail is sent and no code is valid for this request, so there is nothing to guess.
 */
export async function requestPin(
  ctx: WorkContext,
  email: string,
  purpose = signingIn,
): Promise<{ requestId: string; expiresAt: string }> {
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  const requestId = newSecret('pin', 24);
  const id = newId();
  const expiresAt = ctx.now.add(LIFE);
  const origin = await originOf(ctx, email);
  const requester = ctx.secrets.pepper(origin.key, 'pin requester');
  const sent = await mayWrite(ctx, email, origin);
  // Only its own earlier codes: a stranger must not be able to end the code that the person is typing.
  if (sent) await expirePins(ctx.tx, email, requester, ctx.now);
  const codeHash = sent ? ctx.secrets.pepper(code, `${purpose.name} ${id}`) : randomBytes(32);
  const pin = { id, email, requester, requestHash: hashSecret(requestId), codeHash, expiresAt, createdAt: ctx.now };
  await insertPin(ctx.tx, pin);
  if (sent) mailAccount(ctx, email, purpose.letter(code));
  return { requestId, expiresAt: toTimestamp(expiresAt) };
}

/** One after the other: a device beyond its own limit must not use up the limit of all. */
async function mayWrite(ctx: WorkContext, email: string, { key, known }: Origin): Promise<boolean> {
  const within = async (bucket: string, { hour, day }: { hour: number; day: number }) =>
    (await takeFromBuckets(ctx.tx, [
      { key: `${bucket} by hour`, limit: hour, windowSeconds: HOUR_SECONDS },
      { key: `${bucket} by day`, limit: day, windowSeconds: DAY_SECONDS },
    ])) === undefined;
  if (!(await within(`pin letters ${email} ${key}`, LETTERS.fromOne))) return false;
  return known || within(`pin letters ${email}`, LETTERS.fromUnknown);
}

/** The person whose address received this code; the first code of a new address creates the account. */
export async function userByPin(ctx: WorkContext, requestId: string, code: string, name = ''): Promise<User> {
  const email = await emailByPin(ctx, requestId, code);
  return ensureUser(ctx.tx, { id: newId(), email, name, passkeyHandle: randomBytes(64), createdAt: ctx.now });
}

/** The address that received this code. */
export async function emailByPin(
  ctx: WorkContext,
  requestId: string,
  code: string,
  purpose = signingIn,
): Promise<string> {
  const pin = await takeTry(ctx.tx, hashSecret(requestId), ctx.now);
  if (!pin) throw InvalidCredentials().afterCommit();
  const attempts = await attemptsAt(ctx, pin.email, 'pin', FREE_FAILURES);
  if (attempts.locked || !timingSafeEqual(pin.codeHash, ctx.secrets.pepper(code, `${purpose.name} ${pin.id}`))) {
    await attempts.fail();
    throw InvalidCredentials().afterCommit();
  }
  await attempts.clear();
  await markPinUsed(ctx.tx, pin.id, ctx.now);
  return pin.email;
}
