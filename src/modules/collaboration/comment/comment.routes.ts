import { z } from 'zod';
import { listOf, oneOf } from '#platform/db/list.ts';
import { exampleId, otherExampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { comments } from '../tables.ts';
import { about, aboutOneThing, Comment, NewComment, thingOf } from './comment.schema.ts';
import { seenThings } from './comment.sql.ts';
import { addComment, describeComments } from './comment.ts';

const commentList = listOf(comments, {
  filters: {},
  where: seenThings,
  scope: { entityKind: oneOf('entityKind', z.string()), entityId: oneOf('entityId', z.uuid()) },
  sort: { created: 'createdAt' },
  order: '-created',
});

export const commentRoutes = [
  route('POST', '/v1/organization/comment', 'comments:write', {
    summary: 'Comment on something',
    description:
      'Adds a comment to exactly one thing. `@` and the id of a member mentions them: they are notified, unless they mention themselves. Emits `comment:created`.',
    status: 201,
    body: NewComment,
    returns: Comment,
    refusals: [ReferenceNotFound],
    examples: { body: { message: `@${otherExampleId} ¿lo entregamos hoy?`, invoiceId: exampleId } },
    handler: (ctx, { body }) => addComment(ctx, body),
  }),
  route('GET', '/v1/organization/comment', 'comments:read', {
    summary: 'List the comments on something',
    description:
      'The comments on exactly one thing, newest first. There are none on a thing that the caller may not see.',
    query: commentList.query.extend(about).check(aboutOneThing),
    returns: pageOf(Comment),
    examples: { query: { invoiceId: exampleId } },
    handler: (ctx, { query }) =>
      commentList.page(ctx, { ...query, ...thingOf(query) }, (rows) => describeComments(ctx, rows)),
  }),
];
