import { z } from 'zod';
import { readVersion, versioned } from '#platform/http/change.ts';
import { languages } from '#platform/pages/language.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { ownToolNames } from '../tool/own-tool-names.ts';

const count = (max: number) => z.number().int().min(1).max(max);

const fields = {
  name: z.string().trim().min(1).max(100).describe('What members see, and by which it presents itself.'),
  instructions: z.string().trim().max(8000).describe('How it speaks and what it must not do. Only a model reads them.'),
  language: z.enum(languages).describe('Used where the language of the customer cannot be recognised.'),
  active: z.boolean().describe('An inactive bot answers nobody: who writes to it gets a person.'),
  threshold: count(100).describe(
    'The share of a question, in percent, that a source must cover to count as an answer.',
  ),
  tools: uniqueList(z.string().trim().min(1).max(64), { max: 50 }).describe(
    `The tools that it may use: the business’s own tools (${ownToolNames.join(', ')}) and the names of approved custom tools.`,
  ),
  unknownMessage: z
    .string()
    .trim()
    .max(1000)
    .describe('Sent when it does not know the answer. Empty: a short text in the language of the customer.'),
  waitSeconds: z.number().int().min(0).max(60).describe('Silence before a burst of messages is answered as one.'),
  answersPerConversation: count(1000).describe('Answers in one conversation and day; then a person takes over.'),
  answersPerDay: count(100_000).describe('Answers in all conversations of a day together.'),
};

const model = {
  provider: z.enum(['openai-compatible', 'anthropic', 'test']).describe('`test` plays a model, outside production.'),
  name: z.string().trim().min(1).max(200).describe('The model’s id at the provider.'),
  url: z.string().max(2000).nullable().describe('The base URL of the provider; null: its usual one.'),
};

const given = {
  url: model.url.default(null),
  key: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe('Stored encrypted and never returned. A new provider or URL needs it again.'),
};
const GivenModel = z.strictObject({ ...model, ...given });
const GivenEmbedding = z.strictObject({
  ...model,
  provider: z.enum(['openai-compatible', 'test']).describe('`test` plays a model, outside production.'),
  ...given,
});
const EMBEDDING =
  'Finds sources by their meaning as well as by their words; both rankings are fused. Null: by their words alone.';

const optional = {
  ...fields,
  model: GivenModel.nullable().describe('Null: answers are the trained texts themselves, without a model.'),
  embedding: GivenEmbedding.nullable().describe(EMBEDDING),
};

export const NewBot = z.strictObject(optional).partial().required({ name: true });
export const BotChange = z.strictObject({
  version: readVersion,
  ...z.strictObject({ ...optional, archived: z.boolean() }).partial().shape,
});

export const Bot = z.object({
  ...fields,
  id: z.uuid(),
  model: z
    .object({
      ...model,
      provider: z.string().describe('Who runs the model.'),
      hasKey: z.boolean().describe('Whether a key of the provider is stored.'),
    })
    .nullable()
    .describe('Null: answers are the trained texts themselves, without a model.'),
  embedding: z
    .object({
      ...model,
      provider: z.string().describe('Who runs the model.'),
      hasKey: z.boolean().describe('Whether a key of the provider is stored.'),
      problem: z.string().nullable().describe('Why the training could not be embedded.'),
    })
    .nullable()
    .describe(EMBEDDING),
  archived: z.boolean(),
  ...versioned,
});
