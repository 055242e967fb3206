import { findUsers } from '#modules/identity/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { toTimestamp } from '#platform/date.ts';
import { type PageRequest, pageWindow, toPage } from '#platform/http/page.ts';
import { newId } from '#platform/id.ts';
import { unknownReference } from '#platform/refusal.ts';
import { commentCreated } from '../events.ts';
import { notify } from '../notification/notify.ts';
import { type About, thingOf } from './about.ts';
import { type Comment, insertComment, selectActiveMembers, selectComments } from './comment.sql.ts';

const MENTION = /@([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/gi;

export async function addComment(ctx: TenantContext, { message, ...about }: About & { message: string }) {
  const { field, id: entityId } = thingOf(about);
  const kind = ctx.entityKinds.get(field);
  if (!(await kind?.exists(ctx, entityId))) throw unknownReference(`body.${field}`, 'What the comment is about');
  const mentions = mentionsIn(message);
  const members = await selectActiveMembers(ctx.tx, ctx.organizationId, mentions);
  if (members.length < mentions.length) throw unknownReference('body.message', 'A mentioned person');
  const userId = ctx.userId!;
  const comment = { id: newId(), entityKind: field, entityId, userId, message, mentions, createdAt: ctx.now };
  await insertComment(ctx.tx, { ...comment, organizationId: ctx.organizationId });
  ctx.emit(commentCreated, { userId, message, [field]: entityId });
  const names = await namesOf(ctx, [userId, ...mentions]);
  const others = mentions.filter((mentioned) => mentioned !== userId);
  await notify(ctx, others, {
    kind: 'mention',
    title: `${names.get(userId) || 'Alguien'} te mencionó en un comentario`,
    body: message.replace(MENTION, (_, id: string) => `@${names.get(id.toLowerCase()) || 'alguien'}`),
    data: { commentId: comment.id, [field]: entityId },
  });
  return describeComment({ ...comment, createdAt: toTimestamp(ctx.now) }, names);
}

export async function listComments(ctx: TenantContext, query: PageRequest & About) {
  const { rows, counted } = await selectComments(ctx.tx, ctx.organizationId, thingOf(query), pageWindow(query));
  const names = await namesOf(
    ctx,
    rows.flatMap(({ userId, mentions }) => [userId, ...mentions]),
  );
  return toPage(
    query,
    rows.map((row) => describeComment(row, names)),
    counted,
  );
}

const mentionsIn = (message: string): string[] => [
  ...new Set(message.matchAll(MENTION).map((match) => match[1]!.toLowerCase())),
];

/** People who closed their account have no name any more. */
const namesOf = async (ctx: TenantContext, userIds: string[]): Promise<Map<string, string>> =>
  new Map((await findUsers(ctx.tx, [...new Set(userIds)])).map((user) => [user.id, user.name]));

function describeComment({ entityKind, entityId, userId, mentions, ...comment }: Comment, names: Map<string, string>) {
  const person = (id: string) => ({ id, name: names.get(id) ?? '' });
  return { ...comment, [entityKind]: entityId, user: person(userId), mentions: mentions.map(person) };
}
