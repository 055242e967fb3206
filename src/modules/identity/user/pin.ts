import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { WorkContext } from '#platform/context.ts';
import { toTimestamp } from '#platform/date.ts';
import { takeFromBucket } from '#platform/http/rate-limit.sql.ts';
import { hashSecret, newId, newSecret } from '#platform/id.ts';
import { InvalidCredentials } from './login.ts';
import { insertPin, markPinUsed, takeTry } from './pin.sql.ts';
import { ensureUser, type User } from './user.sql.ts';

const LIFE = { minutes: 10 };
const LETTERS_PER_HOUR = 5;

/** Sends a code to an address. The answer and the work are the same whether or not the address has an account. */
export async function requestPin(ctx: WorkContext, email: string): Promise<{ requestId: string; expiresAt: string }> {
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  const requestId = newSecret('pin', 24);
  const id = newId();
  const expiresAt = ctx.now.add(LIFE);
  const codeHash = ctx.secrets.pepper(code, `pin ${id}`);
  await insertPin(ctx.tx, { id, email, requestHash: hashSecret(requestId), codeHash, expiresAt, createdAt: ctx.now });
  // Past the limit no letter leaves, and the answer does not tell.
  const waitSeconds = await takeFromBucket(ctx.tx, `pin letters ${email}`, LETTERS_PER_HOUR, 3600);
  if (waitSeconds === 0) {
    ctx.mail({
      to: email,
      subject: `${code} es tu código de Colmado`,
      text: `Tu código para entrar es ${code}. Vale por 10 minutos y una sola vez.\n\nSi no lo pediste, no hagas nada.`,
    });
  }
  return { requestId, expiresAt: toTimestamp(expiresAt) };
}

/** The person whose address received this code; the first code of a new address makes the account. */
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
