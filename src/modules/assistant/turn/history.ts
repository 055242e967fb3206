import type { ModelMessage } from '#modules/bots/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { shortened } from '#platform/text.ts';
import { type Call, calls, type Message, messages } from '../tables.ts';

const MESSAGES_MAX = 40;
const OLD_RESULT_LENGTH_MAX = 600;

type WithCalls = Message & { calls: Call[] };

/** The conversation as a model reads it: its newest messages, with what tools returned. */
export async function readHistory(
  ctx: TenantContext,
  conversationId: string,
  askedSeq: number,
): Promise<ModelMessage[]> {
  const newest = await readMessages(ctx, conversationId, MESSAGES_MAX);
  const first = newest.findIndex(({ role }) => role === 'user');
  // Many calls that were approved one after the other may follow the question.
  const asked = first < 0 ? [{ ...(await messages.get(ctx, { conversationId, seq: askedSeq })), calls: [] }] : [];
  return [...asked, ...newest.slice(Math.max(first, 0))].flatMap((message) => written(message, message.seq > askedSeq));
}

/** The newest messages, oldest first, with their calls. */
export async function readMessages(ctx: TenantContext, conversationId: string, limit: number): Promise<WithCalls[]> {
  const newest = await messages.all(ctx, { conversationId }, { orderBy: ['-seq'], limit });
  const seqs = newest.map(({ seq }) => seq);
  const made = await calls.all(ctx, { conversationId, seq: seqs }, { orderBy: ['seq', 'place'] });
  const ofMessage = Map.groupBy(made, ({ seq }) => seq);
  return newest.reverse().map((message) => ({ ...message, calls: ofMessage.get(message.seq) ?? [] }));
}

function written({ role, text, calls: made }: WithCalls, isNew: boolean): ModelMessage[] {
  if (role === 'user') return [{ role: 'user', text }];
  if (made.length === 0) return text ? [{ role: 'assistant', text }] : [];
  return [
    { role: 'calls', text, calls: made.map(({ id, tool, request }) => ({ id, name: tool, args: request })) },
    { role: 'results', results: made.map((call) => ({ id: call.id, name: call.tool, result: resultOf(call, isNew) })) },
  ];
}

/** Results are untrusted data: they are marked, and the instructions explain the mark. */
function resultOf(call: Call, isNew: boolean): unknown {
  if (call.state === 'done') {
    const text = JSON.stringify(call.result);
    if (isNew || text.length <= OLD_RESULT_LENGTH_MAX) return { untrustedData: call.result };
    return { untrustedData: shortened(text, OLD_RESULT_LENGTH_MAX) };
  }
  if (call.state === 'denied') return { error: `The user refused this call. ${call.error ?? ''}`.trim() };
  if (call.state === 'failed') return { error: call.error, code: call.errorCode };
  return { error: 'The user did not approve this call.' };
}
