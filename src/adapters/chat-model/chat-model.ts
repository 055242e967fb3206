import type { JSONSchema7, JSONValue, LanguageModel, ModelMessage as SdkMessage, TextStreamPart, ToolSet } from 'ai';
import {
  type ChatModel,
  chatModel,
  type ModelAnswer,
  ModelConfig,
  type ModelMessage,
  type ModelRequest,
} from '#modules/bots/index.ts';
import { type Adapter, adapter, ProviderTimeout } from '#platform/ports/port.ts';
import { providerFetch } from '#platform/ports/provider-call.ts';
import { parseRepaired, storable } from '#platform/text.ts';
import { asRefusal, OPENAI_URL } from './as-refusal.ts';

/** The most tokens that are counted for one answer. */
const TOKENS_MAX = 10_000_000;

type Connect = (config: ModelConfig, fetch: typeof globalThis.fetch) => Promise<LanguageModel>;

/** Loaded with the first question: a service without a model needs none of it in memory. */
const providers: Record<string, Connect> = {
  'openai-compatible': async ({ model, url, key }, fetch) => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    const settings = { name: 'model', baseURL: url ?? OPENAI_URL, includeUsage: true, fetch };
    return createOpenAICompatible({ ...settings, ...(key !== null && { apiKey: key }) })(model);
  },
  anthropic: async ({ model, url, key }, fetch) => {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    // With an empty key, the SDK would use one from the environment of the service.
    return createAnthropic({ apiKey: key ?? 'none', fetch, ...(url !== null && { baseURL: url }) })(model);
  },
};

/** Models behind the AI SDK. Answers are read as streams, so that a long answer is not taken for a silent provider. */
export const chatModels = (call: typeof globalThis.fetch): Adapter[] =>
  Object.entries(providers).map(([name, connect]) =>
    adapter({
      port: chatModel,
      name,
      config: ModelConfig,
      connect: (config): ChatModel => ({
        answer: async (request) => ask(await connect(config, providerFetch(call)), request, config.key),
      }),
    }),
  );

async function ask(model: LanguageModel, request: ModelRequest, key: string | null): Promise<ModelAnswer> {
  const { streamText } = await import('ai');
  const timeout = AbortSignal.timeout(request.timeoutMs);
  const answer: ModelAnswer = { text: '', calls: [], tokens: { input: 0, output: 0 } };
  try {
    const { stream } = streamText({
      model,
      instructions: request.system,
      messages: request.messages.map(messageOf),
      tools: await toolsOf(request),
      maxOutputTokens: request.answerTokensMax,
      maxRetries: 0,
      abortSignal: request.signal ? AbortSignal.any([request.signal, timeout]) : timeout,
      // Errors arrive as parts of the stream; without this they would be printed as well.
      onError: () => {},
    });
    for await (const part of stream) {
      addTo(answer, part);
      if (part.type === 'text-delta') request.onText?.(part.text);
    }
  } catch (error) {
    if (request.signal?.aborted) throw request.signal.reason;
    if (timeout.aborted) throw ProviderTimeout('The model did not answer in time.');
    throw await asRefusal(error, key);
  }
  return { ...answer, text: storable(answer.text) };
}

function addTo(answer: ModelAnswer, part: TextStreamPart<ToolSet>): void {
  switch (part.type) {
    case 'text-delta':
      answer.text += part.text;
      break;
    case 'tool-call':
      answer.calls.push({ id: part.toolCallId, name: storable(part.toolName), args: repaired(part.input) });
      break;
    case 'finish':
      answer.tokens = { input: counted(part.totalUsage.inputTokens), output: counted(part.totalUsage.outputTokens) };
      if (part.finishReason === 'length') answer.isCut = true;
      break;
    case 'error':
      throw part.error;
    case 'abort':
      // Half an answer must not pass for a whole one.
      throw new Error('aborted');
  }
}

/** Providers count as they like; limits and bills need whole numbers. */
const counted = (tokens: number | undefined): number => Math.min(Math.max(Math.round(tokens || 0), 0), TOKENS_MAX);

/** A model may write characters that the database cannot store. */
const repaired = (input: unknown): unknown => parseRepaired(JSON.stringify(input ?? null));

async function toolsOf({ tools }: ModelRequest): Promise<ToolSet> {
  const { jsonSchema, tool } = await import('ai');
  return Object.fromEntries(
    tools.map(({ name, description, parameters }) => [
      name,
      tool({ description, inputSchema: jsonSchema(parameters as JSONSchema7) }),
    ]),
  );
}

function messageOf(message: ModelMessage): SdkMessage {
  if (message.role === 'calls')
    return {
      role: 'assistant',
      content: [
        ...(message.text ? [{ type: 'text' as const, text: message.text }] : []),
        ...message.calls.map(({ id, name, args }) => ({
          type: 'tool-call' as const,
          toolCallId: id,
          toolName: name,
          input: args,
        })),
      ],
    };
  if (message.role === 'results')
    return {
      role: 'tool',
      content: message.results.map(({ id, name, result }) => ({
        type: 'tool-result' as const,
        toolCallId: id,
        toolName: name,
        output: { type: 'json' as const, value: result as JSONValue },
      })),
    };
  if (message.role === 'assistant') return { role: 'assistant', content: message.text };
  return {
    role: 'user',
    content: [
      { type: 'text', text: message.text },
      ...(message.pictures ?? []).map(({ contentType, bytes }) => ({
        type: 'file' as const,
        mediaType: contentType,
        data: bytes,
      })),
    ],
  };
}
