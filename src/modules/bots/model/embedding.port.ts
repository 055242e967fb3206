import { port } from '#platform/ports/port.ts';

/** An embedding model: texts with like meanings get near vectors. */
export interface EmbeddingModel {
  /** One vector for each text, in their order. */
  embed(texts: string[], options: { timeoutMs: number; signal?: AbortSignal | undefined }): Promise<number[][]>;
}

/** Configured like a chat model (`ModelConfig`). */
export const embeddingModel = port<EmbeddingModel>('embedding-model');
