import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { exampleId, otherExampleId } from '#platform/http/example-ids.ts';
import { pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { about, namesOneThing, oneThing } from './about.ts';
import { addComment, listComments } from './comment.ts';

const PersonView = z.object({ id: z.uuid(), name: z.string() });

const CommentView = z.object({
  id: z.uuid(),
  ...about,
  message: z.string(),
  user: PersonView.describe('The author.'),
  mentions: z.array(PersonView),
  createdAt: Timestamp,
});

export const commentRoutes = [
  route({
    method: 'POST',
    path: '/v1/organization/comment',
    summary: 'Comment on something',
    description:
      'Adds a comment to exactly one thing. `@` and the id of a member mentions them: they are notified, unless they mention themselves. Emits `comment:created`.',
    access: { permission: 'comments:write' },
    status: 201,
    body: z.strictObject({ message: z.string().trim().min(1).max(10_000), ...about }).refine(namesOneThing, oneThing),
    returns: CommentView,
    refusals: [ReferenceNotFound],
    examples: { body: { message: `@${otherExampleId} ¿lo entregamos hoy?`, invoiceId: exampleId } },
    handler: (ctx, { body }) => addComment(ctx, body),
  }),
  route({
    method: 'GET',
    path: '/v1/organization/comment',
    summary: 'List the comments on something',
    description: 'The comments on exactly one thing, the newest first.',
    access: { permission: 'comments:read' },
    query: z.strictObject({ ...pageQuery, ...about }).refine(namesOneThing, oneThing),
    returns: pageOf(CommentView),
    examples: { query: { invoiceId: exampleId } },
    handler: (ctx, { query }) => listComments(ctx, query),
  }),
];
