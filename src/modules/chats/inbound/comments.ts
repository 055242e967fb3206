import { z } from 'zod';
import { parseRepaired } from '#platform/text.ts';
import { type Brought, type MessageChange, nothing } from './msgapp.ts';

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
  photo: z.string().max(4000).optional(),
  video: z.string().max(4000).optional(),
  created_time: z.coerce.number().int().min(0).max(9_999_999_999).optional(),
});

const Envelope = z.object({ entry: z.array(z.unknown()).max(10_000) });
const Entry = z.object({ id: z.coerce.string(), changes: z.array(z.unknown()).default([]) });
const Change = z.object({ field: z.string(), value: z.unknown() });

const COMMENT = 'comment:';
const changeOf: Record<string, MessageChange['kind']> = {
  edited: 'edit',
  remove: 'delete',
  hide: 'hide',
  unhide: 'unhide',
};

/** A comment that was dropped, read again. Null: the part is not a comment. */
export function readCommentAgain(part: { field: string; page?: unknown; value: unknown }): Brought | null {
  if (!part.field.startsWith(COMMENT)) return null;
  const changes = [{ field: part.field.slice(COMMENT.length), value: part.value }];
  return commentsOf(Buffer.from(JSON.stringify({ entry: [{ id: part.page ?? '', changes }] })));
}

/** Comments of a social network. A thread is a conversation: a first comment with the answers below it. */
export function commentsOf(body: Uint8Array): Brought {
  const brought = nothing();
  const { entry } = Envelope.parse(parseRepaired(Buffer.from(body).toString('utf8')));
  for (const each of entry) {
    // An unreadable entry or change does not block the others.
    const { id: page, changes } = Entry.safeParse(each).data ?? { id: '', changes: [each] };
    for (const change of changes) {
      const { field, value } = Change.safeParse(change).data ?? { field: 'unreadable', value: change };
      const part = { field: `${COMMENT}${field}`, page, value };
      const parsed = Comment.safeParse(value);
      const id = parsed.data?.comment_id ?? parsed.data?.id;
      const isKnown =
        parsed.data?.item === 'comment' && (parsed.data.verb === 'add' || Object.hasOwn(changeOf, parsed.data.verb));
      if (!parsed.success || !id || !isKnown) {
        brought.drops.push({ reason: 'field_not_handled', detail: field, part });
        continue;
      }
      readComment(parsed.data, { id, page, part }, brought);
    }
  }
  return brought;
}

function readComment(
  comment: z.infer<typeof Comment>,
  { id, page, part }: { id: string; page: string; part: unknown },
  brought: Brought,
): void {
  const text = comment.message ?? comment.text ?? '';
  const kind = changeOf[comment.verb];
  if (kind) {
    brought.changes.push({ kind, target: id, text, part, by: { sources: [], commenter: comment.from?.id ?? null } });
    return;
  }
  const isAnswer = comment.parent_id !== undefined && comment.parent_id !== comment.post_id;
  const thread = isAnswer ? comment.parent_id! : id;
  brought.messages.push({
    part,
    arriving: {
      sources: [{ kind: 'thread', value: thread }],
      name: nameOf(comment) ?? '',
      phone: null,
      email: null,
      providerMessageId: id,
      at: Temporal.Instant.fromEpochMilliseconds((comment.created_time ?? Date.now() / 1000) * 1000),
      type: 'comment',
      text,
      content: contentOf(comment),
      replyTo: isAnswer ? thread : null,
      media: [],
      // The page answers its own comments.
      author: comment.from?.id === page ? 'elsewhere' : 'contact',
    },
  });
}

const nameOf = ({ from }: z.infer<typeof Comment>): string | null => from?.name ?? from?.username ?? null;

/** A thread has many writers, and a comment may be only a picture. */
const contentOf = (comment: z.infer<typeof Comment>) => ({
  postId: comment.post_id ?? null,
  from: comment.from?.id ?? null,
  fromName: nameOf(comment),
  ...(comment.photo && { photo: comment.photo }),
  ...(comment.video && { video: comment.video }),
});
