import type { z } from 'zod';
import { findUsers } from '#modules/identity/index.ts';
import { permissionsOf } from '#modules/roles.ts';
import type { TenantContext } from '#platform/context.ts';
import type { EntityKind } from '#platform/entity-kind.ts';
import { selectRights } from '#platform/members.sql.ts';
import { unknownReference } from '#platform/refusal.ts';
import { commentCreated } from '../events.ts';
import { notify } from '../notification/notify.ts';
import { type Comment, comments } from '../tables.ts';
import { type NewComment, thingOf } from './comment.schema.ts';

const MENTION = /@([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/gi;

export async function addComment(ctx: TenantContext, { message, ...about }: z.output<typeof NewComment>) {
  const { entityKind, entityId } = thingOf(about);
  const kind = ctx.entityKinds.get(entityKind);
  if (!(await kind?.exists(ctx, entityId))) throw unknownReference(`body.${entityKind}`, 'The subject of the comment');
  const mentions = mentionsIn(message);
  if (!(await allSee(ctx, mentions, kind!, entityId))) throw unknownReference('body.message', 'A mentioned person');
  const userId = ctx.userId!;
  const comment = await comments.insert(ctx, { entityKind, entityId, userId, message, mentions });
  ctx.emit(commentCreated, { userId, message, [entityKind]: entityId });
  const names = await namesOf(ctx, [comment]);
  const others = mentions.filter((mentioned) => mentioned !== userId);
  const textWith = (nameless: string): string =>
    message.replace(MENTION, (_, id: string) => `@${names.get(id.toLowerCase()) || nameless}`);
  await notify(ctx, others, {
    kind: 'mention',
    es: { title: `${names.get(userId) || 'Alguien'} te mencionó en un comentario`, body: textWith('alguien') },
    en: { title: `${names.get(userId) || 'Somebody'} mentioned you in a comment`, body: textWith('somebody') },
    data: { commentId: comment.id, [entityKind]: entityId },
  });
  return describeComment(comment, names);
}

/** Whether all these people are members who see the thing: a mention brings them the text of the comment. */
async function allSee(ctx: TenantContext, userIds: string[], kind: EntityKind, entityId: string): Promise<boolean> {
  const members = await selectRights(ctx, userIds);
  if (members.length < userIds.length) return false;
  const seen = await Promise.all(
    members.map(({ userId, role, permissions }) => {
      const caller = ctx.caller && {
        ...ctx.caller,
        organization: ctx.caller.organization && {
          ...ctx.caller.organization,
          role,
          permissions: permissionsOf(role, permissions),
        },
      };
      return kind.exists({ ...ctx, caller, userId }, entityId);
    }),
  );
  return seen.every(Boolean);
}

/** Moves the comments on some things to another of the same kind. */
export const moveComments = (
  ctx: TenantContext,
  entityKind: string,
  { from, into }: { from: string[]; into: string },
): Promise<number> => comments.updateAll(ctx, { entityKind, entityId: from }, { entityId: into });

export const mentionsIn = (message: string): string[] => [
  ...new Set(message.matchAll(MENTION).map((match) => match[1]!.toLowerCase())),
];

export async function describeComments(ctx: TenantContext, rows: Comment[]) {
  const names = await namesOf(ctx, rows);
  return rows.map((row) => describeComment(row, names));
}

/** The names of authors and mentioned people. People who closed their account have none. */
async function namesOf(ctx: TenantContext, rows: Comment[]): Promise<Map<string, string>> {
  const userIds = new Set(rows.flatMap(({ userId, mentions }) => [userId, ...mentions]));
  return new Map((await findUsers(ctx.tx, [...userIds])).map((user) => [user.id, user.name]));
}

function describeComment({ entityKind, entityId, userId, mentions, ...comment }: Comment, names: Map<string, string>) {
  const person = (id: string) => ({ id, name: names.get(id) ?? '' });
  return { ...comment, [entityKind]: entityId, user: person(userId), mentions: mentions.map(person) };
}
