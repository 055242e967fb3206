import { toTimestamp } from '#platform/date.ts';
import type { Tx } from '#platform/db/database.ts';

export interface Passkey {
  id: string;
  credentialId: string;
  name: string;
  transports: string[];
  deviceType: 'singleDevice' | 'multiDevice';
  backedUp: boolean;
  createdAt: string;
  lastUsedAt: string | null;
}

const columns = [
  'id',
  'credentialId',
  'name',
  'transports',
  'deviceType',
  'backedUp',
  'createdAt',
  'lastUsedAt',
] as const;

export async function selectPasskeys(tx: Tx, userId: string): Promise<Passkey[]> {
  const rows = await tx
    .selectFrom('passkeys')
    .select(columns)
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .limit(100)
    .execute();
  return rows as Passkey[];
}

/** One person's changes wait for each other, so that what was counted stays true. */
export const lockUser = (tx: Tx, userId: string): Promise<unknown> =>
  tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();

/** Nothing where the credential is registered already, whoever has it. */
export async function insertPasskey(
  tx: Tx,
  passkey: {
    id: string;
    userId: string;
    credentialId: string;
    name: string;
    publicKey: Buffer;
    counter: number;
    transports: string[];
    deviceType: Passkey['deviceType'];
    backedUp: boolean;
    createdAt: Temporal.Instant;
  },
): Promise<Passkey | undefined> {
  const row = await tx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .returning(columns)
    .executeTakeFirst();
  return row as Passkey | undefined;
}

/** The passkey with its owner. Two assertions of one passkey wait for each other: each must count further. */
export const lockPasskey = (tx: Tx, credentialId: string) =>
  tx
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.userId')
    .select([
      'passkeys.id',
      'passkeys.name',
      'passkeys.credentialId',
      'passkeys.publicKey',
      'passkeys.counter',
      'passkeys.userId',
      'users.passkeyHandle',
      'users.email',
    ])
    .where('passkeys.credentialId', '=', credentialId)
    .where('users.closedAt', 'is', null)
    .forUpdate('passkeys')
    .executeTakeFirst();

export const recordUse = (
  tx: Tx,
  id: string,
  use: { counter: number; backedUp: boolean; lastUsedAt: Temporal.Instant },
): Promise<unknown> => tx.updateTable('passkeys').set(use).where('id', '=', id).execute();

export async function renamePasskey(tx: Tx, userId: string, id: string, name: string): Promise<Passkey | undefined> {
  const row = await tx
    .updateTable('passkeys')
    .set({ name })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  return row as Passkey | undefined;
}

export const deletePasskey = (tx: Tx, userId: string, id: string): Promise<{ name: string } | undefined> =>
  tx.deleteFrom('passkeys').where('userId', '=', userId).where('id', '=', id).returning('name').executeTakeFirst();

export interface Ceremony {
  ceremony: 'register' | 'authenticate';
  /** Whose passkey is registered; nobody is known yet where one authenticates. */
  userId: string | null;
}

export const insertChallenge = (
  tx: Tx,
  challenge: Ceremony & { bindingHash: Buffer; challenge: string; expiresAt: Temporal.Instant },
): Promise<unknown> => tx.insertInto('passkeyChallenges').values(challenge).execute();

/** Taken once, also by two at the same time; nothing where it has expired or is for something else. */
export async function takeChallenge(
  tx: Tx,
  bindingHash: Buffer,
  { ceremony, userId }: Ceremony,
  now: Temporal.Instant,
): Promise<string | null> {
  const row = await tx
    .deleteFrom('passkeyChallenges')
    .where('bindingHash', '=', bindingHash)
    .where('ceremony', '=', ceremony)
    .where('userId', 'is not distinct from', userId)
    .where('expiresAt', '>', toTimestamp(now))
    .returning('challenge')
    .executeTakeFirst();
  return row?.challenge ?? null;
}

export const deleteExpiredChallenges = (tx: Tx, now: Temporal.Instant): Promise<unknown> =>
  tx.deleteFrom('passkeyChallenges').where('expiresAt', '<', toTimestamp(now)).execute();
