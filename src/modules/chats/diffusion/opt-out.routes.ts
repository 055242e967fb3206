import { z } from 'zod';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { optOuts } from '../tables.ts';
import { NewOptOut, OptOutView } from './diffusion.schema.ts';
import { optOutList } from './logs.sql.ts';
import { addOptOut } from './opt-out.ts';

export const optOutRoutes = [
  route('GET', '/v1/conversation-diffusion/opt-out', 'chats:read', {
    action: 'listOptOuts',
    summary: 'List who wants no diffusions',
    description: 'Numbers that no diffusion writes to. Answers in their conversations are sent as before.',
    query: optOutList.query,
    returns: pageOf(OptOutView),
    examples: { query: { source: 'keyword' } },
    handler: (ctx, { query }) => optOutList.page(ctx, query),
  }),
  route('POST', '/v1/conversation-diffusion/opt-out', 'chats:write', {
    action: 'createOptOut',
    summary: 'Opt a person out of diffusions',
    description:
      'By number, or by conversation. Customers do it themselves when they write STOP or BAJA, and undo it with START or ALTA.',
    status: 201,
    body: NewOptOut,
    returns: OptOutView,
    refusals: [ReferenceNotFound],
    examples: { body: { phone: '+1 809 555 0123', note: 'Lo pidió por teléfono' } },
    handler: (ctx, { body }) => addOptOut(ctx, body),
  }),
  route('DELETE', '/v1/conversation-diffusion/opt-out', 'chats:write', {
    summary: 'Opt a person in to diffusions again',
    description: 'With their consent only.',
    body: z.strictObject({ id: z.uuid() }),
    examples: { body: { id: exampleId } },
    handler: (ctx, { body }) => optOuts.remove(ctx, body.id),
  }),
];
