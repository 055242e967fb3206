import type { TenantContext, WorkContext } from '../context.ts';
import { type Taking, takeFromBuckets } from '../http/limits/rate-limit.sql.ts';
import { TooManyRequests } from '../refusal.ts';

const DAY_SECONDS = 86_400;
const daily = (key: string, limit: number, count = 1): Taking => ({ key, limit, windowSeconds: DAY_SECONDS, count });
/** E-mails to one recipient in a day, of one organization and of all together. */
const TO_ONE_RECIPIENT = { fromOne: 20, fromAll: 200 };

/**
 * Counts e-mails that an organization writes to people outside of it, and refuses them beyond the quota of the day. Call it in
 * the transaction that sends them: a refusal sends none and counts none.
 */
export async function takeLetters(ctx: TenantContext, recipients: readonly string[]): Promise<void> {
  const { organizationId, config } = ctx;
  const unique = [...new Set(recipients.map((recipient) => recipient.toLowerCase()))];
  const refused = await takeFromBuckets(ctx.tx, [
    daily(`letters of ${organizationId}`, config.MAIL_PER_ORGANIZATION_PER_DAY, unique.length),
    ...unique.map((to) => daily(`letters of ${organizationId} to ${to}`, TO_ONE_RECIPIENT.fromOne)),
    ...unique.map((to) => daily(`letters to ${to}`, TO_ONE_RECIPIENT.fromAll)),
  ]);
  if (!refused) return;
  const whose = refused.key.includes(' to ') ? 'This recipient has got' : 'This organization has sent';
  throw TooManyRequests(`${whose} as many letters as a day allows. Try again later.`, {
    headers: { 'retry-after': String(refused.waitSeconds) },
  });
}

/** Counts an e-mail of the service itself to an address that anyone can type, and answers whether it may be sent today. */
export async function takeServiceLetter({ tx }: WorkContext, recipient: string): Promise<boolean> {
  const to = recipient.toLowerCase();
  const refused = await takeFromBuckets(tx, [
    daily(`letters of the service to ${to}`, TO_ONE_RECIPIENT.fromOne),
    daily(`letters to ${to}`, TO_ONE_RECIPIENT.fromAll),
  ]);
  return refused === undefined;
}
