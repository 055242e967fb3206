import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { bots } from '../tables.ts';
import { NothingToApprove, TooManyPassages } from './approve.ts';
import { NewTraining, Training, TrainingChange, TrainingDetails } from './training.schema.ts';
import { trainingList } from './training.sql.ts';
import {
  addTraining,
  ChangeNotPossible,
  changeTraining,
  deleteTraining,
  LiveSourceTaken,
  PageNotAllowed,
  readTraining,
  TooMuchTraining,
} from './training.ts';

export const trainingRoutes = [
  route('POST', '/v1/bot/training', 'bots:write', {
    action: 'train',
    summary: 'Train a bot',
    description:
      'Adds a question with its answer, a text, a document, a web page, or a live source: the catalog, prices, opening hours (settings `tasks`) or policies (settings `policies`). Answers use only what was approved. The text of a file or page is read in the background: see `state`.',
    status: 201,
    body: NewTraining,
    returns: Training,
    refusals: [ReferenceNotFound, TooMuchTraining, TooManyPassages, LiveSourceTaken, PageNotAllowed],
    examples: {
      body: {
        botId: exampleId,
        kind: 'question',
        title: '¿Hacen entregas a domicilio?',
        content: 'Sí, gratis en el sector a partir de RD$ 500.',
        approved: true,
      },
    },
    handler: (ctx, { body }) => addTraining(ctx, body),
  }),
  route('PATCH', '/v1/bot/training', 'bots:write', {
    action: 'changeTraining',
    summary: 'Change or approve a training entry',
    description:
      'A new text is a new version. Answers go on using the approved version until the new one is approved with `approved: true`.',
    body: TrainingChange,
    returns: Training,
    refusals: [ReferenceNotFound, ChangeNotPossible, NothingToApprove, TooManyPassages],
    examples: { body: { id: exampleId, content: 'Sí, gratis a partir de RD$ 600.', approved: true } },
    handler: (ctx, { body }) => changeTraining(ctx, body),
  }),
  route('GET', '/v1/bot/training/:botId', 'bots:read', {
    summary: 'List the training of a bot',
    description: 'Newest first.',
    query: trainingList.query,
    returns: pageOf(Training),
    examples: { query: { approved: 'false' } },
    handler: async (ctx, { params: { botId }, query }) => {
      await bots.get(ctx, botId);
      return trainingList.page(ctx, { ...query, botId });
    },
  }),
  route('GET', '/v1/bot/training/:botId/:id', 'bots:read', {
    action: 'readTraining',
    summary: 'Read a training entry',
    description: 'With the text of its newest version, and the list of its versions.',
    returns: TrainingDetails,
    handler: (ctx, { params: { botId, id } }) => readTraining(ctx, botId, id),
  }),
  route('DELETE', '/v1/bot/training/:botId/:id', 'bots:write', {
    summary: 'Delete a training entry',
    description: 'With all its versions. Answers stop using it at once.',
    handler: (ctx, { params: { botId, id } }) => deleteTraining(ctx, botId, id),
  }),
];
