import { UserRequired } from '#platform/auth/permission.ts';
import type { TenantContext } from '#platform/context.ts';
import { isAfter, realNow } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { refusal } from '#platform/refusal.ts';
import { readSettings } from '#platform/settings/settings.ts';
import { shortened } from '#platform/text.ts';
import { chosenModel, type OfferedModel, requireModel } from '../model/offered.ts';
import { assistantSettings } from '../settings.ts';
import { type Call, type Conversation, calls, conversations, messages } from '../tables.ts';
import { meterTokens, requireTurn } from './limits.ts';

export const TurnInProgress = refusal(
  'turn_in_progress',
  'The assistant is still answering in this conversation: wait for its answer.',
  409,
);
export const ConversationFull = refusal('conversation_full', 'The conversation is too long: start a new one.');

/** Another turn has the conversation now: nothing of this one is recorded any more. */
export class Superseded extends Error {}

/** A turn while it runs. */
export interface Turn {
  id: string;
  conversationId: string;
  /** The message of the person that it answers. */
  askedSeq: number;
  model: OfferedModel;
}

const LEASE_SECONDS = 240;
const MESSAGES_MAX = 1_000;
const TITLE_LENGTH_MAX = 80;
const TEXT_LENGTH_MAX = 20_000;

/** Conversations are private, so programs with an API key must not read them. */
export function requirePerson({ actor, userId }: TenantContext): string {
  if (actor.kind !== 'user') throw UserRequired();
  return userId!;
}

export const lockConversation = (ctx: TenantContext, id: string): Promise<Conversation> =>
  conversations.lock(ctx, { id, userId: requirePerson(ctx) });

export const isPast = (time: string | null): boolean => time === null || !isAfter(time, realNow());

/** Takes what a person wrote and the lease of the conversation. Calls that waited for approval are withdrawn. */
export async function beginTurn(
  ctx: TenantContext,
  given: { conversationId?: string | undefined; message: string; model?: string | undefined },
): Promise<Turn> {
  const userId = requirePerson(ctx);
  const { model: chosen } = await readSettings(ctx, assistantSettings);
  const model = given.model === undefined ? chosenModel(ctx, chosen) : requireModel(ctx, given.model, 'body.model');
  const conversation =
    given.conversationId === undefined
      ? await createConversation(ctx, userId, given.message)
      : await lockConversation(ctx, given.conversationId);
  if (!isPast(conversation.heldUntil)) throw TurnInProgress();
  if (conversation.lastSeq >= MESSAGES_MAX) throw ConversationFull();
  await withdrawCalls(ctx, conversation.id);
  await requireTurn(ctx);
  const askedSeq = conversation.lastSeq + 1;
  await messages.insert(ctx, {
    conversationId: conversation.id,
    seq: askedSeq,
    role: 'user',
    text: given.message,
    createdAt: realNow(),
  });
  const title = conversation.title || shortened(given.message.replace(/\s+/g, ' '), TITLE_LENGTH_MAX);
  return holdConversation(ctx, { ...conversation, lastSeq: askedSeq, title }, askedSeq, model);
}

export const createConversation = (ctx: TenantContext, userId: string, title = ''): Promise<Conversation> =>
  conversations.insert(ctx, {
    userId,
    title: shortened(title.replace(/\s+/g, ' ').trim(), TITLE_LENGTH_MAX),
    createdAt: realNow(),
    updatedAt: realNow(),
  });

/** Takes the lease, for which the caller holds the row. */
export async function holdConversation(
  ctx: TenantContext,
  { id, lastSeq, title }: Pick<Conversation, 'id' | 'lastSeq' | 'title'>,
  askedSeq: number,
  model: OfferedModel,
): Promise<Turn> {
  const turnId = newId();
  const heldUntil = realNow().add({ seconds: LEASE_SECONDS });
  await conversations.update(ctx, id, { turnId, heldUntil, lastSeq, title, updatedAt: realNow() });
  return { id: turnId, conversationId: id, askedSeq, model };
}

async function withdrawCalls(ctx: TenantContext, conversationId: string): Promise<void> {
  const open = await calls.all(ctx, { conversationId, state: ['pending', 'running'] }, { lock: 'FOR UPDATE' });
  if (open.some(({ state, heldUntil }) => state === 'running' && !isPast(heldUntil))) throw TurnInProgress();
  const ids = open.map(({ id }) => id);
  if (ids.length > 0) await calls.updateAll(ctx, { id: ids }, { state: 'withdrawn', finishedAt: realNow() });
}

interface Said {
  text: string;
  problem?: string | null;
  tokens: { input: number; output: number };
}

export type NewCall = Pick<Call, 'id' | 'tool' | 'operation' | 'writes' | 'request' | 'state'> &
  Partial<Pick<Call, 'result' | 'error' | 'errorCode'>> & { expiresInSeconds?: number };

/** Records a message of the assistant with its calls. The turn keeps the conversation unless it `ends`. */
export async function recordStep(
  ctx: TenantContext,
  turn: Turn,
  { text, problem = null, tokens }: Said,
  made: NewCall[],
  ends: boolean,
): Promise<void> {
  const { lastSeq, turnId } = await conversations.lock(ctx, turn.conversationId);
  if (turnId !== turn.id) throw new Superseded();
  const [seq, now] = [lastSeq + 1, realNow()];
  await messages.insert(ctx, {
    conversationId: turn.conversationId,
    seq,
    role: 'assistant',
    model: turn.model.id,
    createdAt: now,
    text: shortened(text, TEXT_LENGTH_MAX),
    problem: problem && shortened(problem, 500),
    inputTokens: tokens.input,
    outputTokens: tokens.output,
  });
  for (const [place, { expiresInSeconds, ...call }] of made.entries())
    await calls.insert(ctx, {
      ...call,
      conversationId: turn.conversationId,
      seq,
      place,
      userId: ctx.userId!,
      createdAt: now,
      finishedAt: call.state === 'pending' ? null : now,
      expiresAt: expiresInSeconds === undefined ? null : now.add({ seconds: expiresInSeconds }),
    });
  await meterTokens(ctx, tokens);
  const lease = ends ? { turnId: null, heldUntil: null } : { heldUntil: now.add({ seconds: LEASE_SECONDS }) };
  await conversations.update(ctx, turn.conversationId, { lastSeq: seq, updatedAt: now, ...lease });
}
