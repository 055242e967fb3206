import { sql } from 'kysely';
import { rowOf, rowsOf, scalarOf, type Tenant } from '#platform/db/table.ts';
import {
  type Conversation,
  conversationReads,
  conversationSources,
  conversations,
  conversationVisitors,
  type Message,
  messages,
} from '../tables.ts';

/** The conversation of a visitor. Several visitors may lead to one: a person wrote before they signed in. */
export const selectVisit = (tenant: Tenant, channelId: string, visitorId: string) =>
  rowOf<Conversation>(tenant.tx)`
    SELECT ${conversations.columns('c')} FROM ${conversationSources.of(tenant)} s
    JOIN ${conversations.of(tenant)} c ON c.id = s.conversation_id
    WHERE s.channel_id = ${channelId} AND s.kind = 'visitor' AND s.value = ${visitorId}`;

/** The messages that a visitor sees: none for colleagues, and no happenings. */
const isShown = sql`m.direction IN ('in', 'out') AND m.status <> 'failed'`;

/** Messages after a place in their order, or the last ones before a place, newest first. */
export async function selectShown(
  tenant: Tenant,
  conversationId: string,
  span: { after: string } | { before: string | null },
  limit: number,
): Promise<Message[]> {
  const where =
    'after' in span
      ? sql`m.seq > ${span.after}::bigint`
      : span.before === null
        ? sql`true`
        : sql`m.seq < ${span.before}::bigint`;
  return rowsOf<Message>(tenant.tx)`
    SELECT ${messages.columns('m')} FROM ${messages.of(tenant)} m
    WHERE m.conversation_id = ${conversationId} AND ${isShown} AND ${where}
    ORDER BY m.seq ${sql.raw('after' in span ? 'ASC' : 'DESC')} LIMIT ${limit}`;
}

/** Entries of many conversations, each after its own place, in one read. */
export const selectEntriesOf = (tenant: Tenant, places: ReadonlyMap<string, bigint>, limit: number) =>
  rowsOf<Message>(tenant.tx)`
    SELECT m.* FROM unnest(${[...places.keys()]}::uuid[], ${[...places.values()]}::bigint[]) AS w (id, place)
    CROSS JOIN LATERAL (
      SELECT ${messages.columns('e')} FROM ${messages.of(tenant)} e
      WHERE e.conversation_id = w.id AND e.seq > w.place ORDER BY e.seq LIMIT ${limit}) AS m
    ORDER BY m.seq`;

/** How far both sides have read, and who is typing. */
export interface Marks {
  id: string;
  visitorTokensFrom: string | null;
  seenSeq: string;
  seenAt: string | null;
  readSeq: string;
  typingUntil: string | null;
  answerTypingUntil: string | null;
}

export const selectMarks = (tenant: Tenant, ids: readonly string[]) =>
  rowsOf<Marks>(tenant.tx)`
    SELECT w.id, c.visitor_tokens_from AS "visitorTokensFrom", coalesce(v.seen_seq, 0)::text AS "seenSeq", v.seen_at AS "seenAt",
      v.typing_until AS "typingUntil", v.answer_typing_until AS "answerTypingUntil",
      coalesce((SELECT max(r.seq) FROM ${conversationReads.of(tenant)} r WHERE r.conversation_id = w.id), 0)::text AS "readSeq"
    FROM unnest(${ids}::uuid[]) AS w (id) JOIN ${conversations.of(tenant)} c ON c.id = w.id
    LEFT JOIN ${conversationVisitors.of(tenant)} v ON v.conversation_id = w.id`;

/** The parts of a message that may still change: its status, and whether its author changed or deleted it. */
export interface Change extends Pick<Message, 'conversationId' | 'id' | 'status' | 'editedAt' | 'deletedAt'> {
  seq: string;
}

/** The newest messages of many conversations, as far as they change. `span`: how many entries are looked at. */
export const selectChanges = (tenant: Tenant, places: ReadonlyMap<string, bigint>, span: number) =>
  rowsOf<Change>(tenant.tx)`
    SELECT m.* FROM unnest(${[...places.keys()]}::uuid[], ${[...places.values()]}::bigint[]) AS w (id, place)
    CROSS JOIN LATERAL (
      SELECT e.conversation_id AS "conversationId", e.id, e.seq::text AS seq, e.status, e.edited_at AS "editedAt",
        e.deleted_at AS "deletedAt"
      FROM ${messages.of(tenant)} e
      WHERE e.conversation_id = w.id AND e.seq > w.place - ${span}::int AND e.direction IN ('in', 'out')
      ORDER BY e.seq) AS m`;

/** The visitor has read these answers. */
export async function markAnswersRead(
  tenant: Tenant,
  conversationId: string,
  { after, upTo }: { after: bigint; upTo: bigint },
  now: Temporal.Instant,
): Promise<void> {
  await sql`
    UPDATE messages SET status = 'read', read_at = ${now}::timestamptz
    WHERE organization_id = ${tenant.organizationId} AND conversation_id = ${conversationId}
      AND seq > ${after}::bigint AND seq <= ${upTo}::bigint AND direction = 'out' AND status IN ('sent', 'delivered')`.execute(
    tenant.tx,
  );
}

const isAnswer = sql`m.direction = 'out' AND m.status <> 'failed'`;

/** The last answers after a place, oldest first, without those that were taken back. */
export const selectAnswersAfter = (tenant: Tenant, conversationId: string, seq: string, limit: number) =>
  rowsOf<Message>(tenant.tx)`
    SELECT t.* FROM (
      SELECT ${messages.columns('m')} FROM ${messages.of(tenant)} m
      WHERE m.conversation_id = ${conversationId} AND ${isAnswer} AND m.deleted_at IS NULL AND m.seq > ${seq}::bigint
      ORDER BY m.seq DESC LIMIT ${limit}) AS t
    ORDER BY t.seq`;

/** Answers of people and bots after a place; a count is bounded. */
export const countAnswersAfter = (tenant: Tenant, conversationId: string, seq: string, limit: number) =>
  scalarOf<number>(tenant.tx)`
    SELECT count(*)::int AS unread FROM (
      SELECT FROM ${messages.of(tenant)} m
      WHERE m.conversation_id = ${conversationId} AND ${isAnswer} AND m.seq > ${seq}::bigint
      LIMIT ${limit}) AS unseen`;

/** Visitors to whom an e-mail is due, held until the transaction ends. */
export const lockDueFollowUps = (tenant: Tenant, now: Temporal.Instant, limit: number) =>
  rowsOf<{ conversationId: string; email: string; language: 'es' | 'en'; from: string }>(tenant.tx)`
    SELECT v.conversation_id AS "conversationId", v.email, v.language, greatest(v.seen_seq, v.followed_seq)::text AS "from"
    FROM ${conversationVisitors.of(tenant)} v
    WHERE v.follow_up_at <= ${now}::timestamptz ORDER BY v.follow_up_at LIMIT ${limit} FOR UPDATE`;

/** Moves the entries of a conversation behind those of another one, in their order. Answers how many there were. */
export async function moveEntries(
  tenant: Tenant,
  { from, into, lastSeq }: { from: string; into: string; lastSeq: bigint },
): Promise<bigint> {
  const { numAffectedRows } = await sql`
    UPDATE messages m SET conversation_id = ${into}::uuid, seq = ${lastSeq}::bigint + e.place
    FROM (SELECT o.id, row_number() OVER (ORDER BY o.seq) AS place FROM ${messages.of(tenant)} o
      WHERE o.conversation_id = ${from}) AS e
    WHERE m.organization_id = ${tenant.organizationId} AND m.id = e.id`.execute(tenant.tx);
  return numAffectedRows ?? 0n;
}
