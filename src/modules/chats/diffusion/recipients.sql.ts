import { type RawBuilder, sql } from 'kysely';
import { rowOf, rowsOf, type Tenant } from '#platform/db/table.ts';
import {
  type Diffusion,
  type DiffusionCounts,
  type DiffusionRecipient,
  diffusionCounts,
  diffusionEntries,
  diffusionRecipients,
  diffusions,
  messages,
} from '../tables.ts';

const states = ['queued', 'sending', 'held', 'sent', 'failed', 'skipped', 'canceled'] as const;
const marks = { delivered: 'is_delivered', read: 'is_read', replied: 'replied' };

/** Changes of recipients: `wanted` has `diffusion_id`, `number` and what `set` takes from it as `w`. */
interface Move {
  wanted: RawBuilder<unknown>;
  set: RawBuilder<unknown>;
}

/** Changes recipients and their counts in one statement, so that they cannot differ. Answers how many changed. */
async function moveRecipients({ tx, organizationId }: Tenant, { wanted, set }: Move): Promise<number> {
  const difference = (now: string, before: string) =>
    sql.raw(`(count(*) FILTER (WHERE ${now}) - count(*) FILTER (WHERE ${before}))::int`);
  const columns = [
    ...states.map((name) => ({ name, by: difference(`m.state = '${name}'`, `b.state = '${name}'`) })),
    ...Object.entries(marks).map(([name, column]) => ({ name, by: difference(`m.${column}`, `b.${column}`) })),
  ];
  const rows = await rowsOf<{ moved: number }>(tx)`
    WITH wanted AS MATERIALIZED (${wanted}),
    before AS MATERIALIZED (
      SELECT r.diffusion_id, r.number, r.arm, r.state, r.is_delivered, r.is_read, r.replied_at IS NOT NULL AS replied
      FROM diffusion_recipients r JOIN wanted w ON w.diffusion_id = r.diffusion_id AND w.number = r.number
      WHERE r.organization_id = ${organizationId} ORDER BY r.diffusion_id, r.number FOR UPDATE OF r),
    moved AS (
      UPDATE diffusion_recipients r SET ${set}
      FROM before b JOIN wanted w ON w.diffusion_id = b.diffusion_id AND w.number = b.number
      WHERE r.organization_id = ${organizationId} AND r.diffusion_id = b.diffusion_id AND r.number = b.number
      RETURNING r.diffusion_id, r.number, r.arm, r.state, r.is_delivered, r.is_read, r.replied_at IS NOT NULL AS replied),
    differences AS MATERIALIZED (
      SELECT m.diffusion_id, m.arm, ${sql.join(columns.map(({ name, by }) => sql`${by} AS ${sql.ref(name)}`))}
      FROM moved m JOIN before b ON b.diffusion_id = m.diffusion_id AND b.number = m.number
      GROUP BY m.diffusion_id, m.arm),
    held AS MATERIALIZED (
      SELECT c.diffusion_id, c.arm FROM diffusion_counts c
      JOIN differences d ON d.diffusion_id = c.diffusion_id AND d.arm = c.arm
      WHERE c.organization_id = ${organizationId} ORDER BY c.diffusion_id, c.arm FOR UPDATE OF c),
    counted AS (
      UPDATE diffusion_counts c
      SET ${sql.join(columns.map(({ name }) => sql`${sql.ref(name)} = c.${sql.ref(name)} + d.${sql.ref(name)}`))}
      FROM differences d JOIN held h ON h.diffusion_id = d.diffusion_id AND h.arm = d.arm
      WHERE c.organization_id = ${organizationId} AND c.diffusion_id = d.diffusion_id AND c.arm = d.arm)
    SELECT count(*)::int AS moved FROM moved`;
  return rows[0]!.moved;
}

/** Moves all recipients of a diffusion from some states to another; with `arm`, only those of one template. */
export const moveAll = (
  tenant: Tenant,
  diffusionId: string,
  move: { from: DiffusionRecipient['state'][]; to: DiffusionRecipient['state']; arm?: number },
): Promise<number> =>
  moveRecipients(tenant, {
    wanted: sql`
      SELECT q.diffusion_id, q.number FROM ${diffusionRecipients.of(tenant)} q
      WHERE q.diffusion_id = ${diffusionId} AND q.state = ANY (${move.from}::text[])
        AND q.arm = coalesce(${move.arm ?? null}::smallint, q.arm)`,
    set: sql`state = ${move.to}`,
  });

export interface Due extends Pick<DiffusionRecipient, 'number' | 'arm' | 'name' | 'contactId' | 'conversationId'> {
  address: string;
  fields: Record<string, string>;
}

/** The next recipients who wait. The caller holds the diffusion, so no other batch takes them. */
export const selectDue = (tenant: Tenant, diffusionId: string, limit: number) =>
  rowsOf<Due>(tenant.tx)`
    SELECT r.number, r.arm, r.address, r.name, r.contact_id, r.conversation_id, coalesce(e.fields, '{}') AS fields
    FROM ${diffusionRecipients.of(tenant)} r
    LEFT JOIN ${diffusionEntries.of(tenant)} e ON e.diffusion_id = r.diffusion_id AND e.number = r.number
    WHERE r.diffusion_id = ${diffusionId} AND r.state = 'queued' ORDER BY r.number LIMIT ${limit}`;

export interface Dispatched {
  number: number;
  conversationId: string;
  messageId: string;
}

export const markSending = (
  tenant: Tenant,
  diffusionId: string,
  rows: readonly Dispatched[],
  now: Temporal.Instant,
): Promise<number> =>
  moveRecipients(tenant, {
    wanted: sql`
      SELECT ${diffusionId}::uuid AS diffusion_id, g.* FROM unnest(${rows.map(({ number }) => number)}::int[],
        ${rows.map(({ conversationId }) => conversationId)}::uuid[], ${rows.map(({ messageId }) => messageId)}::uuid[])
        AS g (number, conversation_id, message_id)`,
    set: sql`state = 'sending', conversation_id = w.conversation_id, message_id = w.message_id,
      attempts = r.attempts + 1, sent_at = ${now}::timestamptz`,
  });

const numbered = (diffusionId: string, numbers: readonly number[]) =>
  sql`SELECT ${diffusionId}::uuid AS diffusion_id, g.number FROM unnest(${numbers}::int[]) AS g (number)`;

export const markSkipped = (
  tenant: Tenant,
  diffusionId: string,
  numbers: readonly number[],
  reason: NonNullable<DiffusionRecipient['reason']>,
): Promise<number> =>
  moveRecipients(tenant, { wanted: numbered(diffusionId, numbers), set: sql`state = 'skipped', reason = ${reason}` });

/**
 * Which of these contacts the diffusion has written to. No index can find the diffusion and the state, because without statistics
 * PostgreSQL would read all recipients by them.
 */
export async function selectReached(tenant: Tenant, diffusionId: string, contactIds: string[]): Promise<Set<string>> {
  const rows = await rowsOf<{ contactId: string }>(tenant.tx)`
    SELECT DISTINCT r.contact_id FROM ${diffusionRecipients.of(tenant)} r
    WHERE r.contact_id = ANY (${contactIds}::uuid[])
      AND (r.diffusion_id = ${diffusionId} AND r.state IN ('sending', 'sent')) IS TRUE`;
  return new Set(rows.map(({ contactId }) => contactId));
}

export const markCanceled = (tenant: Tenant, diffusionId: string, numbers: readonly number[]): Promise<number> =>
  moveRecipients(tenant, { wanted: numbered(diffusionId, numbers), set: sql`state = 'canceled'` });

/** Failures after which somebody gets another message: nothing was sent, and the cause is not the recipient. */
interface GivenBack {
  /** Error codes of the account: the recipient waits in the queue. */
  account: readonly string[];
  /** Error codes of the template: the recipient is held. */
  template: readonly string[];
  attemptsMax: number;
}

/** Brings recipients to where their messages are. */
export const followMessageRows = (tenant: Tenant, messageIds: readonly string[], back: GivenBack): Promise<number> =>
  moveRecipients(tenant, {
    wanted: sql`
      SELECT q.diffusion_id, q.number, m.status IN ('delivered', 'read', 'played') AS delivered,
        m.status IN ('read', 'played') AS seen,
        CASE
          WHEN m.status IN ('accepted', 'sent', 'delivered', 'read', 'played') THEN 'sent'
          WHEN m.status <> 'failed' THEN 'sending'
          WHEN m.failure->>'code' IN ('opted_out', 'sender_blocked') THEN 'skipped'
          WHEN q.attempts >= ${back.attemptsMax}::int OR d.state NOT IN ('running', 'paused') THEN 'failed'
          WHEN m.failure->>'code' = ANY (${back.account}::text[]) THEN 'queued'
          WHEN m.failure->>'code' = ANY (${back.template}::text[]) THEN 'held'
          ELSE 'failed'
        END AS state,
        CASE m.failure->>'code' WHEN 'sender_blocked' THEN 'blocked' ELSE 'opted_out' END AS skipped_for
      FROM ${diffusionRecipients.of(tenant)} q
      JOIN ${messages.of(tenant)} m ON m.id = q.message_id
      JOIN ${diffusions.of(tenant)} d ON d.id = q.diffusion_id
      WHERE q.message_id = ANY (${messageIds}::uuid[])
        AND (q.state IN ('sending', 'sent', 'failed') OR m.status IN ('accepted', 'sent', 'delivered', 'read', 'played'))`,
    set: sql`state = w.state, reason = CASE w.state WHEN 'skipped' THEN w.skipped_for END,
      is_delivered = w.delivered, is_read = w.seen`,
  });

/**
 * Queues recipients whose delivery is unknown once more: the provider has reported every message that it
 * took in the minutes around, and not theirs.
 */
export const requeueUnknown = (tenant: Tenant, diffusionId: string): Promise<number> =>
  moveRecipients(tenant, {
    wanted: sql`
      SELECT q.diffusion_id, q.number ${fromUnknown(tenant, diffusionId)}
        AND EXISTS (SELECT ${around(tenant)} AND x.status IN ('sent', 'delivered', 'read', 'played'))
        AND NOT EXISTS (SELECT ${around(tenant)} AND x.status IN ('accepted', 'sending'))`,
    set: sql`state = 'queued'`,
  });

/** Whether the provider has yet to report messages around one whose delivery is unknown, of those sent since then. */
export async function awaitsReports(tenant: Tenant, diffusionId: string, since: Temporal.Instant): Promise<boolean> {
  const { rows } = await sql`
    SELECT ${fromUnknown(tenant, diffusionId)} AND m.created_at >= ${since}::timestamptz
      AND EXISTS (SELECT ${around(tenant)} AND x.status IN ('accepted', 'sending')) LIMIT 1`.execute(tenant.tx);
  return rows.length > 0;
}

const fromUnknown = (tenant: Tenant, diffusionId: string) => sql`FROM ${diffusionRecipients.of(tenant)} q
  JOIN ${messages.of(tenant)} m ON m.id = q.message_id
  WHERE q.diffusion_id = ${diffusionId} AND q.state = 'failed' AND q.attempts = 1
    AND m.failure->>'code' = 'outcome_unknown'`;

const around = (tenant: Tenant) => sql`FROM ${messages.of(tenant)} x
  WHERE x.channel_id = m.channel_id AND x.direction = 'out' AND x.id <> m.id
    AND x.created_at BETWEEN m.created_at - interval '2 minutes' AND m.created_at + interval '2 minutes'`;

/** Which of these conversations were written to by a diffusion since then and have not answered it. */
export async function selectAwaitingReply(
  tenant: Tenant,
  conversationIds: readonly string[],
  since: Temporal.Instant,
): Promise<Set<string>> {
  const rows = await rowsOf<{ conversationId: string }>(tenant.tx)`
    SELECT q.conversation_id FROM ${diffusionRecipients.of(tenant)} q
    WHERE q.conversation_id = ANY (${conversationIds}::uuid[]) AND q.message_id IS NOT NULL
      AND q.sent_at >= ${since}::timestamptz AND q.replied_at IS NULL`;
  return new Set(rows.map(({ conversationId }) => conversationId));
}

/** Notes the first answer of a person to the last diffusion that they got, or to the one that they answer. */
export const markReplied = (
  tenant: Tenant,
  reply: { conversationId: string; messageId: string; replyToId: string | null; at: string; since: Temporal.Instant },
): Promise<number> =>
  moveRecipients(tenant, {
    wanted: sql`
      SELECT l.diffusion_id, l.number FROM (
        SELECT q.diffusion_id, q.number, q.replied_at FROM ${diffusionRecipients.of(tenant)} q
        WHERE q.conversation_id = ${reply.conversationId} AND q.message_id IS NOT NULL
          AND q.state IN ('sent', 'sending') AND q.sent_at >= ${reply.since}::timestamptz
        ORDER BY (q.message_id = ${reply.replyToId}::uuid) IS TRUE DESC, q.sent_at DESC LIMIT 1) l
      WHERE l.replied_at IS NULL`,
    set: sql`replied_at = ${reply.at}::timestamptz, reply_id = ${reply.messageId}::uuid`,
  });

/** The counts of diffusions, by template. */
export async function selectCounts(
  tenant: Tenant,
  ids: readonly string[],
): Promise<Map<string, Omit<DiffusionCounts, 'diffusionId'>[]>> {
  const rows = await diffusionCounts.all(tenant, { diffusionId: ids }, { orderBy: ['diffusionId', 'arm'] });
  return Map.groupBy(rows, ({ diffusionId }) => diffusionId);
}

/** Takes the turn of a batch. Undefined: it is over, or the diffusion does not run any more. */
export const takeTurn = (tenant: Tenant, id: string, turn: number) =>
  rowOf<Diffusion>(tenant.tx)`
    SELECT ${diffusions.columns('d')} FROM ${diffusions.of(tenant)} d
    WHERE d.id = ${id} AND d.turn = ${turn} AND d.state = 'running' FOR NO KEY UPDATE OF d`;
