import { CompiledQuery } from 'kysely';
import { toTimestamp } from '../date.ts';
import { rowOf } from '../db/table.ts';
import type { Tx } from '../db/transaction.ts';

export interface SessionRow {
  sessionId: string;
  kind: 'cookie' | 'token';
  userId: string;
  email: string;
  name: string;
  authenticatedAt: string | null;
  lastUsedAt: string;
  organizationId: string | null;
  role: string;
  permissions: string[];
  timeZone: string;
  currency: string;
  country: string;
  clockOffsetMs: bigint;
  closedAt: string | null;
  /** Of the organization's configuration; null where it was never changed, or outside its transaction. */
  configurationVersion: bigint | null;
}

const SESSION = `
  SELECT s.id AS session_id, s.kind, s.user_id, u.email, u.name, s.authenticated_at, s.last_used_at,
         o.id AS organization_id, m.role, m.permissions, o.time_zone, o.currency, o.country, o.clock_offset_ms, o.closed_at,
         (SELECT v.version FROM configuration_versions v WHERE v.organization_id = o.id) AS configuration_version
  FROM sessions s
  JOIN users u ON u.id = s.user_id
  LEFT JOIN memberships m
    ON m.organization_id = coalesce($1::uuid, s.organization_id) AND m.user_id = s.user_id AND m.active
  LEFT JOIN organizations o ON o.id = m.organization_id
  WHERE s.secret_hash = $2 AND s.expires_at > now()
    AND (s.kind = 'token' OR s.last_used_at > now() - interval '7 days')`;

/** Who holds this secret, and what they are in the organization asked for (or the session's own). A cookie idles out. */
export const sessionQuery = (secretHash: Buffer, organizationId: string | null): CompiledQuery =>
  CompiledQuery.raw(SESSION, [organizationId, secretHash]);

export const touchSession = (tx: Tx, sessionId: string, at: Temporal.Instant): Promise<unknown> =>
  tx.updateTable('sessions').set({ lastUsedAt: at }).where('id', '=', sessionId).execute();

export interface ApiKeyRow {
  keyId: string;
  organizationId: string;
  permissions: string[];
  addresses: string[];
  secret: Buffer;
  previousSecret: Buffer | null;
  previousIsLive: boolean;
  createdBy: string;
  lastUsedAt: string | null;
  timeZone: string;
  currency: string;
  country: string;
  clockOffsetMs: bigint;
  closedAt: string | null;
}

export const selectApiKey = (tx: Tx, keyId: string) =>
  rowOf<ApiKeyRow>(tx)`
    SELECT k.id AS key_id, k.organization_id, k.permissions, k.addresses, k.secret, k.previous_secret,
           coalesce(k.previous_expires_at > now(), false) AS previous_is_live, k.created_by, k.last_used_at,
           o.time_zone, o.currency, o.country, o.clock_offset_ms, o.closed_at
    FROM api_keys k JOIN organizations o ON o.id = k.organization_id
    WHERE k.id = ${keyId} AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`;

export const touchApiKey = (tx: Tx, keyId: string, at: Temporal.Instant): Promise<unknown> =>
  tx.updateTable('apiKeys').set({ lastUsedAt: at }).where('id', '=', keyId).execute();

/** False where the nonce was used before. */
export async function insertNonce(tx: Tx, keyId: string, nonce: string, at: Temporal.Instant): Promise<boolean> {
  const result = await tx
    .insertInto('apiKeyNonces')
    .values({ keyId, nonce, usedAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export const deleteOldNonces = (tx: Tx, before: Temporal.Instant): Promise<unknown> =>
  tx.deleteFrom('apiKeyNonces').where('usedAt', '<', toTimestamp(before)).execute();

interface MemberRow {
  role: string;
  permissions: string[];
  timeZone: string;
  currency: string;
  country: string;
  clockOffsetMs: bigint;
  closedAt: string | null;
}

/** An active member of an organization, with the facts of the organization. */
export const selectMember = (tx: Tx, organizationId: string, userId: string) =>
  rowOf<MemberRow>(tx)`
    SELECT m.role, m.permissions, o.time_zone, o.currency, o.country, o.clock_offset_ms, o.closed_at
    FROM memberships m JOIN organizations o ON o.id = m.organization_id
    WHERE m.organization_id = ${organizationId} AND m.user_id = ${userId} AND m.active`;
