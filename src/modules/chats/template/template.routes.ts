import { z } from 'zod';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { ReconnectNeeded } from '../messaging.port.ts';
import { channels } from '../tables.ts';
import { TemplateParameters, TemplateUnsupported } from './facts.ts';
import { createTemplate, HeaderFileUnsupported, TemplateBusy } from './submit.ts';
import { syncTemplates } from './sync.ts';
import { NewTemplate, Preview, PreviewWanted, Template, TemplateHistory } from './template.schema.ts';
import { templateList } from './template.sql.ts';
import { deleteTemplate, describeTemplates, previewTemplate, readTemplate } from './template.ts';

const providerRefusals = [ProviderRefused, ReconnectNeeded];

export const templateRoutes = [
  route('GET', '/v1/channel/:channelId/msgapp/templates', 'chats:read', {
    action: 'listTemplates',
    summary: 'List the templates of a number',
    description:
      'The texts that the provider has approved, rejected, paused or still checks, with the values that each takes and its price. The list follows the provider’s notices; `templates/sync` reads it again.',
    query: templateList.query,
    returns: pageOf(Template),
    examples: { query: { status: 'APPROVED' } },
    handler: async (ctx, { params: { channelId }, query }) => {
      await channels.get(ctx, { id: channelId, kind: 'msgapp' });
      const scope = { channelId, ...(query.status === undefined && { current: true }) };
      return templateList.page(ctx, { ...query, ...scope }, (rows) => describeTemplates(ctx, rows));
    },
  }),
  route('POST', '/v1/channel/:channelId/msgapp/templates', 'chats:write', {
    action: 'createTemplate',
    summary: 'Create a template',
    description:
      'Submits a text to the provider, which approves or rejects it within minutes or days. A template with the same name and language gets a new version; the earlier ones are kept. If the provider does not answer, it is asked later whether it has the template: the status is `SUBMITTING` until then.',
    status: 201,
    reachesProvider: true,
    body: NewTemplate,
    returns: Template,
    refusals: [...providerRefusals, TemplateBusy, HeaderFileUnsupported, ReferenceNotFound],
    examples: {
      body: {
        name: 'pedido_listo',
        language: 'es',
        category: 'UTILITY',
        header: { text: 'Tu pedido {{1}}', examples: ['1042'] },
        body: { text: 'Hola {{1}}, tu pedido {{2}} está listo para recoger.', examples: ['Ana', '1042'] },
        footer: 'Colmado La Esquina',
        buttons: [
          {
            type: 'URL',
            text: 'Ver pedido',
            url: 'https://shop.example/p/{{1}}',
            example: 'https://shop.example/p/1042',
          },
        ],
      },
    },
    handler: async (steps, { params: { channelId }, body }) => {
      const id = await createTemplate(steps, channelId, body);
      return steps.transaction((ctx) => readTemplate(ctx, channelId, id));
    },
  }),
  route('POST', '/v1/channel/:channelId/msgapp/templates/sync', 'chats:write', {
    action: 'syncTemplates',
    summary: 'Read the templates of the provider again',
    description: 'Takes over what the provider has: new templates, new versions, statuses. Answers how many changed.',
    reachesProvider: true,
    returns: z.object({ changed: z.number().int().describe('How many templates are new or differ now.') }),
    refusals: providerRefusals,
    handler: async (steps, { params: { channelId } }) => {
      await steps.transaction((ctx) => channels.get(ctx, { id: channelId, kind: 'msgapp' }));
      return { changed: await syncTemplates(steps, channelId) };
    },
  }),
  route('GET', '/v1/channel/:channelId/msgapp/templates/:templateId', 'chats:read', {
    action: 'readTemplate',
    summary: 'Read a template',
    description: 'With its earlier versions and everything that the provider decided about it.',
    returns: TemplateHistory,
    handler: (ctx, { params: { channelId, templateId } }) => readTemplate(ctx, channelId, templateId),
  }),
  route('POST', '/v1/channel/:channelId/msgapp/templates/:templateId/preview', 'chats:read', {
    action: 'previewTemplate',
    summary: 'Show a template with the data of a contact',
    description:
      'How the message will look, and its price. Values may hold variables such as `{{contact.firstName}}`. Nothing is sent.',
    body: PreviewWanted,
    returns: Preview,
    refusals: [TemplateParameters, TemplateUnsupported, ReferenceNotFound],
    examples: { body: { contactId: exampleId, parameters: { body: ['{{contact.firstName}}', '1042'] } } },
    handler: (ctx, { params: given, body }) => previewTemplate(ctx, given, body),
  }),
  route('DELETE', '/v1/channel/:channelId/msgapp/templates/:templateId', 'chats:write', {
    action: 'deleteTemplate',
    summary: 'Delete a template',
    description:
      'Deletes it at the provider, in this language only. It stays here as `DELETED`, with its versions. The provider keeps the name of an approved template for 30 days.',
    reachesProvider: true,
    returns: Template,
    refusals: [...providerRefusals, TemplateBusy],
    handler: (steps, { params: { channelId, templateId } }) => deleteTemplate(steps, channelId, templateId),
  }),
];
