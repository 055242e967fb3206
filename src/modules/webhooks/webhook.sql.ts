import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { PageWindow } from '#platform/http/page.ts';

export type DisabledReason = 'gone' | 'failing' | 'exhausted';

export interface Webhook {
  id: string;
  url: string;
  description: string;
  eventTypes: string[];
  active: boolean;
  failingSince: string | null;
  disabledAt: string | null;
  disabledReason: DisabledReason | null;
  previousSecretExpiresAt: string | null;
  version: number;
  createdAt: string;
}

const columns = [
  'id',
  'url',
  'description',
  'eventTypes',
  'active',
  'failingSince',
  'disabledAt',
  'disabledReason',
  'previousExpiresAt as previousSecretExpiresAt',
  'version',
  'createdAt',
] as const;

export interface NewWebhook {
  organizationId: string;
  id: string;
  url: string;
  description: string;
  eventTypes: string[];
  secret: Buffer;
  createdAt: Temporal.Instant;
  createdBy: string | null;
}

export async function insertWebhook(tx: Tx, webhook: NewWebhook): Promise<Webhook> {
  const row = await tx.insertInto('webhooks').values(webhook).returning(columns).executeTakeFirstOrThrow();
  return row as Webhook;
}

export async function countWebhooks(tx: Tx, organizationId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('webhooks')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Newest first. There are few enough to count them all. */
export async function selectWebhooks(
  tx: Tx,
  organizationId: string,
  active: boolean | null,
  window: PageWindow,
): Promise<{ rows: Webhook[]; counted: number }> {
  const wanted = tx
    .selectFrom('webhooks')
    .where('organizationId', '=', organizationId)
    .$if(active !== null, (query) => query.where('active', '=', active!));
  const [rows, { counted }] = await Promise.all([
    wanted.select(columns).orderBy('id', 'desc').offset(window.offset).limit(window.limit).execute(),
    wanted.select(sql<number>`count(*)::int`.as('counted')).executeTakeFirstOrThrow(),
  ]);
  return { rows: rows as Webhook[], counted };
}

export async function selectWebhook(tx: Tx, organizationId: string, id: string): Promise<Webhook | undefined> {
  const row = await tx
    .selectFrom('webhooks')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row as Webhook | undefined;
}

export async function lockWebhook(tx: Tx, organizationId: string, id: string): Promise<Webhook | undefined> {
  const row = await tx
    .selectFrom('webhooks')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row as Webhook | undefined;
}

export interface WebhookChange {
  url?: string | undefined;
  description?: string | undefined;
  eventTypes?: string[] | undefined;
  active?: boolean | undefined;
}

export async function updateWebhook(
  tx: Tx,
  organizationId: string,
  id: string,
  change: WebhookChange,
): Promise<Webhook> {
  const { url, active } = change;
  const row = await tx
    .updateTable('webhooks')
    .set({
      ...change,
      // Another address, or switched by hand: what the service held against it is forgotten.
      ...((url !== undefined || active !== undefined) && { failingSince: null, exhaustedInARow: 0 }),
      ...(active !== undefined && { disabledAt: null, disabledReason: null }),
      version: sql<number>`version + 1`,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  return row as Webhook;
}

/** The present secret becomes the previous one and goes on signing for a while. */
export const rotateSecret = (
  tx: Tx,
  organizationId: string,
  id: string,
  secret: Buffer,
  previousExpiresAt: Temporal.Instant,
): Promise<unknown> =>
  tx
    .updateTable('webhooks')
    .set((column) => ({ secret, previousSecret: column.ref('secret'), previousExpiresAt }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();

export async function deleteWebhook(tx: Tx, organizationId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('webhooks')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Who listens. Held, so that none is deleted between being chosen and being given its deliveries. */
export const lockListeners = (
  tx: Tx,
  organizationId: string,
): Promise<{ id: string; eventTypes: string[]; failing: boolean }[]> =>
  tx
    .selectFrom('webhooks')
    .select(['id', 'eventTypes', sql<boolean>`failing_since IS NOT NULL`.as('failing')])
    .where('organizationId', '=', organizationId)
    .where('active', '=', true)
    .forKeyShare()
    .execute();

export const selectSecrets = (tx: Tx, organizationId: string, id: string) =>
  tx
    .selectFrom('webhooks')
    .select(['id', 'url', 'secret', 'previousSecret', 'previousExpiresAt'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();

/** A success ends a row of failures. */
export const clearFailures = (tx: Tx, organizationId: string, id: string): Promise<unknown> =>
  tx
    .updateTable('webhooks')
    .set({ failingSince: null, exhaustedInARow: 0 })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('failingSince', 'is not', null)
    .execute();

export async function countFailure(
  tx: Tx,
  organizationId: string,
  id: string,
  failure: { at: Temporal.Instant; exhausted: boolean },
): Promise<{ failingSince: string; exhaustedInARow: number } | undefined> {
  const row = await tx
    .updateTable('webhooks')
    .set({
      failingSince: sql<string>`coalesce(failing_since, ${failure.at})`,
      exhaustedInARow: sql<number>`exhausted_in_a_row + ${failure.exhausted ? 1 : 0}`,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(['failingSince', 'exhaustedInARow'])
    .executeTakeFirst();
  return row as { failingSince: string; exhaustedInARow: number } | undefined;
}

/** Switches it off, once: whoever comes second finds it off already. */
export const disableWebhook = (
  tx: Tx,
  organizationId: string,
  id: string,
  reason: DisabledReason,
  at: Temporal.Instant,
): Promise<{ id: string; url: string } | undefined> =>
  tx
    .updateTable('webhooks')
    .set({ active: false, disabledAt: at, disabledReason: reason, version: sql<number>`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('active', '=', true)
    .returning(['id', 'url'])
    .executeTakeFirst();
