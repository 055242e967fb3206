import { linkTo } from '#modules/files/index.ts';
import { findUsers } from '#modules/identity/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { describeMessages } from '../message/describe.ts';
import type { Message } from '../tables.ts';
import type { WidgetMessage } from './widget.schema.ts';

const LINK_HOURS = 24;
const froms = { contact: 'visitor', user: 'agent', elsewhere: 'agent', bot: 'bot', system: 'system' } as const;

/** Messages as their visitor sees them. Ids of people, prices and failures stay inside. */
export async function describeForVisitor(ctx: TenantContext, rows: Message[]): Promise<WidgetMessage[]> {
  const userIds = [...new Set(rows.flatMap(({ userId }) => userId ?? []))];
  const [described, people] = await Promise.all([
    describeMessages(ctx, rows),
    userIds.length > 0 ? findUsers(ctx.tx, userIds) : [],
  ]);
  const nameOf = new Map(people.map(({ id, name }) => [id, firstName(name)]));
  const expiresAt = linkExpiry();
  return described.map(({ id, seq, channelMessageId, author, userId, type, text, content, media, at, deletedAt }) => ({
    id,
    seq,
    clientId: author === 'contact' ? clientIdOf(channelMessageId) : null,
    from: froms[author],
    name: (userId && nameOf.get(userId)) || null,
    type,
    text,
    buttons: choicesOf(content),
    location: locationOf(content),
    media: media.map(({ name, contentType, fileId }) => ({
      name,
      contentType,
      url: fileId && linkTo(ctx, fileId, expiresAt),
    })),
    at,
    isDeleted: deletedAt !== null,
  }));
}

/** The id that the browser gave a message: the last part of that on the channel. */
export const clientIdOf = (channelMessageId: string | null): string | null =>
  channelMessageId?.split(':').at(-1) ?? null;

/** Visitors get to know people by their first name only. */
const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? '';

/** The same for an hour, so that a browser keeps a picture that it has. */
function linkExpiry(): Temporal.Instant {
  const hour = 3_600_000;
  const begun = Math.floor(realNow().epochMilliseconds / hour) * hour;
  return Temporal.Instant.fromEpochMilliseconds(begun + LINK_HOURS * hour);
}

interface Content {
  buttons?: { title: string }[];
  list?: { rows: { title: string }[] };
  location?: { latitude: number; longitude: number; name?: string };
}

const choicesOf = ({ buttons, list }: Content): string[] => (buttons ?? list?.rows ?? []).map(({ title }) => title);

const locationOf = ({ location }: Content): WidgetMessage['location'] =>
  location ? { latitude: location.latitude, longitude: location.longitude, name: location.name ?? '' } : null;
