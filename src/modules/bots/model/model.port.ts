import { z } from 'zod';
import { port } from '#platform/ports/port.ts';

/** A language model, as a bot needs it: one step of a conversation, which ends in a text or in calls of tools. */
export interface ChatModel {
  answer(request: ModelRequest): Promise<ModelAnswer>;
}

export interface ModelRequest {
  system: string;
  messages: ModelMessage[];
  tools: ModelTool[];
  answerTokensMax: number;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Called with each part of the text as it arrives. */
  onText?: ((part: string) => void) | undefined;
}

export type ModelMessage =
  | { role: 'user'; text: string; pictures?: ModelPicture[] }
  | { role: 'assistant'; text: string }
  | { role: 'calls'; text: string; calls: ModelToolCall[] }
  | { role: 'results'; results: { id: string; name: string; result: unknown }[] };

/** Only for models that can see. */
interface ModelPicture {
  contentType: string;
  bytes: Uint8Array;
}

export interface ModelTool {
  name: string;
  description: string;
  /** A JSON Schema. The model may ignore it, so arguments are checked before a tool runs. */
  parameters: Record<string, unknown>;
}

export interface ModelToolCall {
  id: string;
  name: string;
  args: unknown;
}

export interface ModelAnswer {
  text: string;
  calls: ModelToolCall[];
  tokens: { input: number; output: number };
  /** Whether the text ends at `answerTokensMax`, perhaps within a word or a number. */
  isCut?: boolean;
}

export const ModelConfig = z.object({
  model: z.string(),
  url: z.string().nullable(),
  key: z.string().nullable(),
});
export type ModelConfig = z.output<typeof ModelConfig>;

export const chatModel = port<ChatModel>('chat-model');
