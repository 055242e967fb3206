import { requireContact } from '#modules/contacts/index.ts';
import { requireAlso } from '#platform/auth/permission.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { route } from '#platform/http/route.ts';
import { newId } from '#platform/id.ts';
import { ReferenceNotFound, unknownReference } from '#platform/refusal.ts';
import { shortened } from '#platform/text.ts';
import { bots } from '../tables.ts';
import { isOwnTool } from '../tool/own-tool-names.ts';
import { ownTools } from '../tool/own-tools.ts';
import { BotAnswer, QuestionToBot } from './answer.schema.ts';
import { answerQuestion } from './answer.ts';

const EXCERPT_LENGTH_MAX = 500;

const seesDocuments = (tool: string): boolean => isOwnTool(tool) && ownTools[tool].ofContact;

export const answerRoutes = [
  route('POST', '/v1/bot/answer', 'bots:write', {
    summary: 'Ask a bot without sending anything',
    description:
      'The answer that the bot would give to a question, with its sources. Nothing is sent and no context request is made; tools that look something up are called, tools with an effect are not.',
    reachesProvider: true,
    body: QuestionToBot,
    returns: BotAnswer,
    refusals: [ReferenceNotFound],
    examples: { body: { botId: exampleId, question: '¿Hacen entregas a domicilio?' } },
    handler: async (steps, { body: { botId, question, contactId } }) => {
      const bot = await steps.transaction(async (ctx) => {
        if (contactId) await requireContact(ctx, contactId, 'body.contactId');
        const found = await bots.find(ctx, botId);
        // Its tools tell about the documents of this contact.
        if (contactId && found?.tools.some(seesDocuments)) requireAlso(ctx, 'invoicing:read');
        return found;
      });
      if (!bot) throw unknownReference('body.botId', 'The bot');
      const asked = {
        text: question,
        contactId: contactId ?? null,
        history: [],
        conversationId: null,
        callKey: newId(),
      };
      const { sources, ...outcome } = await answerQuestion(steps, bot, asked);
      const excerpts = sources.map(({ content, ...source }) => ({
        ...source,
        excerpt: shortened(content, EXCERPT_LENGTH_MAX),
      }));
      return { ...outcome, sources: excerpts };
    },
  }),
];
