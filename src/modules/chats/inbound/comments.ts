import { z } from 'zod';
import { type Brought, nothing } from './msgapp.ts';

const Comment = z.looseObject({
  item: z.string().max(60).default('comment'),
  verb: z.string().max(20).default('add'),
  id: z.string().min(1).max(254).optional(),
  comment_id: z.string().min(1).max(254).optional(),
  parent_id: z.string().max(254).optional(),
  post_id: z.string().max(254).optional(),
  message: z.string().max(60_000).optional(),
  text: z.string().max(60_000).optional(),
  from: z
    .looseObject({ id: z.string().max(254), name: z.string().optional(), username: z.string().optional() })
    .optional(),
  created_time: z.coerce.number().int().min(0).max(9_999_999_999).optional(),
});

const Envelope = z.object({
  entry: z
    .array(
      z.looseObject({
        id: z.coerce.string(),
        time: z.coerce.number().optional(),
        changes: z.array(z.looseObject({ field: z.string(), value: z.unknown() })).default([]),
      }),
    )
    .max(10_000),
});

const COMMENT = 'comment:';

/** A comment that was dropped, read again. Null: the part is not a comment. */
export function readCommentAgain(part: { field: string; page?: unknown; value: unknown }): Brought | null {
  if (!part.field.startsWith(COMMENT)) return null;
  const changes = [{ field: part.field.slice(COMMENT.length), value: part.value }];
  return commentsOf(Buffer.from(JSON.stringify({ entry: [{ id: part.page ?? '', changes }] })));
}

/** Comments of a social network. A thread is a conversation: a first comment with the answers below it. */
export function commentsOf(body: Uint8Array): Brought {
  const brought = nothing();
  const { entry } = Envelope.parse(JSON.parse(Buffer.from(body).toString('utf8')));
  for (const { id: page, changes } of entry)
    for (const { field, value } of changes) {
      const part = { field: `${COMMENT}${field}`, page, value };
      const parsed = Comment.safeParse(value);
      const id = parsed.data?.comment_id ?? parsed.data?.id;
      if (!parsed.success || !id || parsed.data.item !== 'comment') {
        brought.drops.push({ reason: 'field_not_handled', detail: field, part });
        continue;
      }
      readComment(parsed.data, { id, page, part }, brought);
    }
  return brought;
}

function readComment(
  comment: z.infer<typeof Comment>,
  { id, page, part }: { id: string; page: string; part: unknown },
  brought: Brought,
): void {
  const text = comment.message ?? comment.text ?? '';
  if (comment.verb === 'remove' || comment.verb === 'edited') {
    brought.changes.push({ kind: comment.verb === 'remove' ? 'delete' : 'edit', target: id, text, part });
    return;
  }
  const isAnswer = comment.parent_id !== undefined && comment.parent_id !== comment.post_id;
  const thread = isAnswer ? comment.parent_id! : id;
  brought.messages.push({
    part,
    arriving: {
      sources: [{ kind: 'thread', value: thread }],
      name: comment.from?.name ?? comment.from?.username ?? '',
      phone: null,
      email: null,
      providerMessageId: id,
      at: Temporal.Instant.fromEpochMilliseconds((comment.created_time ?? Date.now() / 1000) * 1000),
      type: 'comment',
      text,
      content: { postId: comment.post_id ?? null, from: comment.from?.id ?? null },
      replyTo: isAnswer ? thread : null,
      media: [],
      // The page answers its own comments.
      author: comment.from?.id === page ? 'elsewhere' : 'contact',
    },
  });
}
