import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { WorkContext } from '#platform/context.ts';
import { toTimestamp } from '#platform/date.ts';
import { takeFromBucket } from '#platform/http/rate-limit.sql.ts';
import { hashSecret, newId, newSecret } from '#platform/id.ts';
import { InvalidCredentials } from './login.ts';
import { expirePins, insertPin, markPinUsed, takeTry } from './pin.sql.ts';
import { ensureUser, type User } from './user.sql.ts';

const LIFE = { minutes: 10 };
/** Letters to one address, requested from one client address and from all together. */
const LETTERS_PER_HOUR = { fromOneClient: 5, fromAll: 20 };

/**
 * Sends a code to an address. Answer and effort are the same whether or not the address has an account, and also beyond the
 * limit of letters: then no letter is sent and no code is valid for this request, so there is nothing to guess.
 */
export async function requestPin(ctx: WorkContext, email: string): Promise<{ requestId: string; expiresAt: string }> {
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  const requestId = newSecret('pin', 24);
  const id = newId();
  const expiresAt = ctx.now.add(LIFE);
  const sent = await mayWrite(ctx, email);
  if (sent) await expirePins(ctx.tx, email, ctx.now);
  const codeHash = sent ? ctx.secrets.pepper(code, `pin ${id}`) : randomBytes(32);
  await insertPin(ctx.tx, { id, email, requestHash: hashSecret(requestId), codeHash, expiresAt, createdAt: ctx.now });
  if (sent) {
    ctx.mail({
      to: email,
      subject: `${code} es tu código de Colmado`,
      text: `Tu código para entrar es ${code}. Vale por 10 minutos y una sola vez.\n\nSi no lo pediste, no hagas nada.`,
    });
  }
  return { requestId, expiresAt: toTimestamp(expiresAt) };
}

async function mayWrite(ctx: WorkContext, email: string): Promise<boolean> {
  const place = `pin letters ${email} from ${ctx.request.network}`;
  const [waitHere, waitAnywhere] = await Promise.all([
    takeFromBucket(ctx.tx, place, LETTERS_PER_HOUR.fromOneClient, 3600),
    takeFromBucket(ctx.tx, `pin letters ${email}`, LETTERS_PER_HOUR.fromAll, 3600),
  ]);
  return waitHere === 0 && waitAnywhere === 0;
}

/** The person whose address received this code; the first code of a new address creates the account. */
export async function userByPin(ctx: WorkContext, requestId: string, code: string, name = ''): Promise<User> {
  const email = await emailByPin(ctx, requestId, code);
  return ensureUser(ctx.tx, { id: newId(), email, name, passkeyHandle: randomBytes(64), createdAt: ctx.now });
}

async function emailByPin(ctx: WorkContext, requestId: string, code: string): Promise<string> {
  const pin = await takeTry(ctx.tx, hashSecret(requestId), ctx.now);
  if (!pin || !timingSafeEqual(pin.codeHash, ctx.secrets.pepper(code, `pin ${pin.id}`))) {
    throw InvalidCredentials().afterCommit();
  }
  await markPinUsed(ctx.tx, pin.id, ctx.now);
  return pin.email;
}
