import { type EmbeddingModel, embeddingModel, ModelConfig } from '#modules/bots/index.ts';
import { type Adapter, adapter, ProviderTimeout } from '#platform/ports/port.ts';
import { providerFetch } from '#platform/ports/provider-call.ts';
import { asRefusal, OPENAI_URL } from './as-refusal.ts';

/** Embedding models behind the AI SDK, of every provider with the OpenAI protocol. */
export const embeddingModels = (call: typeof globalThis.fetch): Adapter<EmbeddingModel, typeof ModelConfig> =>
  adapter({
    port: embeddingModel,
    name: 'openai-compatible',
    config: ModelConfig,
    connect: (config) => ({ embed: (texts, options) => embed(config, providerFetch(call), texts, options) }),
  });

async function embed(
  { model, url, key }: ModelConfig,
  fetch: typeof globalThis.fetch,
  texts: string[],
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<number[][]> {
  const [{ embedMany }, { createOpenAICompatible }] = await Promise.all([
    import('ai'),
    import('@ai-sdk/openai-compatible'),
  ]);
  const settings = { name: 'model', baseURL: url ?? OPENAI_URL, fetch, ...(key !== null && { apiKey: key }) };
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const { embeddings } = await embedMany({
      model: createOpenAICompatible(settings).embeddingModel(model),
      values: texts,
      maxRetries: 0,
      abortSignal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    return embeddings;
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (timeout.aborted) throw ProviderTimeout('The embedding model did not answer in time.');
    throw await asRefusal(error, key);
  }
}
