import { createHmac, timingSafeEqual } from 'node:crypto';
import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { type Conversation, conversationVisitors } from '../tables.ts';
import { words } from './browser/words.ts';
import { chatAddressOf } from './settings.ts';

/** The id of the conversation, when the code was issued in milliseconds, and a signature. */
const BYTES = { id: 16, time: 6, signature: 12 };
const LENGTH = BYTES.id + BYTES.time + BYTES.signature;
const LIFE_MS = 24 * 3_600_000;
const inText = /\s?\(([A-Za-z0-9_-]{46})\)/;

export interface Continuation {
  conversationId: string;
  issuedAt: number;
}

const signatureOf = ({ secrets, organizationId }: TenantContext, facts: Buffer): Buffer =>
  createHmac('sha256', secrets.pepper('widget continuation', 'signing key'))
    .update(organizationId)
    .update(facts)
    .digest()
    .subarray(0, BYTES.signature);

/** A code that carries a conversation of the widget over into the messaging app, once. */
function continuationCode(ctx: TenantContext, conversationId: string): string {
  const facts = Buffer.alloc(BYTES.id + BYTES.time);
  facts.write(conversationId.replaceAll('-', ''), 'hex');
  facts.writeUIntBE(realNow().epochMilliseconds, BYTES.id, BYTES.time);
  return Buffer.concat([facts, signatureOf(ctx, facts)]).toString('base64url');
}

/** The code in a text and the text without it; null: there is none that this organization issued lately. */
export function readContinuation(ctx: TenantContext, text: string): (Continuation & { text: string }) | null {
  const [found, code = ''] = inText.exec(text) ?? [];
  const bytes = Buffer.from(code, 'base64url');
  if (!found || bytes.length !== LENGTH) return null;
  const facts = bytes.subarray(0, BYTES.id + BYTES.time);
  if (!timingSafeEqual(signatureOf(ctx, facts), bytes.subarray(facts.length))) return null;
  const issuedAt = facts.readUIntBE(BYTES.id, BYTES.time);
  if (issuedAt + LIFE_MS < realNow().epochMilliseconds) return null;
  const conversationId = facts
    .toString('hex', 0, BYTES.id)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { conversationId, issuedAt, text: text.replace(found, '').trim() };
}

/** Opens the messaging app with a text that continues this conversation; null: the organization has no number. */
export async function continueUrlOf(
  ctx: TenantContext,
  conversation: Conversation | undefined,
): Promise<string | null> {
  const url = await chatAddressOf(ctx);
  if (!url || !conversation) return url;
  const known = await conversationVisitors.find(ctx, { conversationId: conversation.id });
  const text = `${words[known?.language ?? 'es'].continued} (${continuationCode(ctx, conversation.id)})`;
  return `${url}?${new URLSearchParams({ text })}`;
}
