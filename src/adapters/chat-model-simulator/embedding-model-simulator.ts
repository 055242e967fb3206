import { createHash } from 'node:crypto';
import { type EmbeddingModel, embeddingModel, ModelConfig } from '#modules/bots/index.ts';
import { type Adapter, adapter, ProviderRefused, ProviderUnavailable } from '#platform/ports/port.ts';

const DIMENSIONS = 256;
/** Words that mean the same, in both languages. Every other word counts little. */
const meanings = [
  'parqueo estacionamiento parking aparcar estacionar',
  'entrega entregas envio envios domicilio delivery shipping mandan llevan',
  'horario horarios abren cierran hours open close',
  'tarjeta tarjetas pago pagar visa card payment',
  'devolucion devoluciones devolver reembolso refund return',
].map((words) => new Set(words.split(' ')));
const OTHER_WEIGHT = 0.1;

/** Plays an embedding model, for trials and tests. The names `refused` and `unavailable` fail; another name is another model. */
export const embeddingModelSimulator = (): Adapter<EmbeddingModel, typeof ModelConfig> =>
  adapter({
    port: embeddingModel,
    name: 'test',
    config: ModelConfig,
    connect: ({ model }) => ({
      embed: async (texts) => {
        if (model === 'refused') throw ProviderRefused('The model answered 401: the key is wrong.');
        if (model === 'unavailable') throw ProviderUnavailable('The model cannot be reached.');
        return texts.map((text) => vectorOf(model, text));
      },
    }),
  });

/** The words of a text, without accents and case. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

function vectorOf(model: string, text: string): number[] {
  const vector = Array.from({ length: DIMENSIONS }, () => 0);
  for (const word of wordsOf(text)) {
    const meaning = meanings.findIndex((words) => words.has(word));
    const weight = meaning < 0 ? OTHER_WEIGHT : 1;
    // Spread over all dimensions, as real models do, so that signs alone separate meanings.
    const bytes = createHash('shake256', { outputLength: DIMENSIONS })
      .update(`${model} ${meaning < 0 ? word : meaning}`)
      .digest();
    bytes.forEach((byte, place) => {
      vector[place]! += weight * (byte - 127.5);
    });
  }
  return vector;
}
