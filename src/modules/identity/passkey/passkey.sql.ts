import type { Insertable, NotNull, Selectable } from 'kysely';
import { toTimestamp } from '#platform/date.ts';
import type { Passkeys } from '#platform/db/schema.ts';
import type { Tx } from '#platform/db/transaction.ts';

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

type Passkey = Pick<Selectable<Passkeys>, (typeof columns)[number]>;

export const selectPasskeys = (tx: Tx, userId: string): Promise<Passkey[]> =>
  tx.selectFrom('passkeys').select(columns).where('userId', '=', userId).orderBy('createdAt').limit(100).execute();

/** Serializes the changes of one person, so that the number of their passkeys stays true. */
export const lockUser = (tx: Tx, userId: string): Promise<unknown> =>
  tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();

/** Undefined if the credential is registered already, by anyone. */
export const insertPasskey = (tx: Tx, passkey: Insertable<Passkeys>): Promise<Passkey | undefined> =>
  tx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .returning(columns)
    .executeTakeFirst();

/** The passkey with its owner, locked because each assertion must increase the counter. */
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
    .$narrowType<{ email: NotNull }>()
    .forUpdate('passkeys')
    .executeTakeFirst();

export const recordUse = (
  tx: Tx,
  id: string,
  use: { counter: number; backedUp: boolean; lastUsedAt: Temporal.Instant },
): Promise<unknown> => tx.updateTable('passkeys').set(use).where('id', '=', id).execute();

export const renamePasskey = (tx: Tx, userId: string, id: string, name: string): Promise<Passkey | undefined> =>
  tx
    .updateTable('passkeys')
    .set({ name })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();

export const deletePasskey = (tx: Tx, userId: string, id: string): Promise<{ name: string } | undefined> =>
  tx.deleteFrom('passkeys').where('userId', '=', userId).where('id', '=', id).returning('name').executeTakeFirst();

export interface Ceremony {
  ceremony: 'register' | 'authenticate';
  /** The person who registers a passkey; null in an authentication. */
  userId: string | null;
}

export const insertChallenge = (
  tx: Tx,
  challenge: Ceremony & { bindingHash: Buffer; challenge: string; expiresAt: Temporal.Instant },
): Promise<unknown> => tx.insertInto('passkeyChallenges').values(challenge).execute();

/** Deletes the challenge and returns it, so that it works once; null if it has expired or is for another ceremony. */
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
