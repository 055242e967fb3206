import { sql } from 'kysely';
import { toTimestamp } from '#platform/date.ts';
import { countRows } from '#platform/db/count.ts';
import type { Tx } from '#platform/db/database.ts';
import type { PageWindow } from '#platform/http/page.ts';

export interface Invitation {
  id: string;
  email: string;
  role: string;
  permissions: string[];
  status: 'pending' | 'accepted' | 'declined' | 'revoked' | 'expired';
  invitedBy: string;
  createdAt: string;
  expiresAt: string;
  settledAt: string | null;
}

const columns = [
  'id',
  'email',
  'role',
  'permissions',
  sql<Invitation['status']>`status`.as('status'),
  'invitedBy',
  'createdAt',
  'expiresAt',
  'settledAt',
] as const;

/** One open invitation an address: inviting again renews the one that is there. */
export const upsertInvitation = (
  tx: Tx,
  invitation: {
    organizationId: string;
    id: string;
    email: string;
    role: string;
    permissions: string[];
    invitedBy: string;
    createdAt: Temporal.Instant;
    expiresAt: Temporal.Instant;
  },
): Promise<Invitation> => {
  const { role, permissions, invitedBy, expiresAt } = invitation;
  return tx
    .insertInto('invitations')
    .values({ ...invitation, status: 'pending' } as never)
    .onConflict((conflict) =>
      conflict
        .columns(['organizationId', 'email'])
        .where('status', '=', sql.lit('pending'))
        .doUpdateSet({ role: role as never, permissions, invitedBy, expiresAt }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow();
};

export const lockInvitation = (tx: Tx, organizationId: string, id: string): Promise<Invitation | undefined> =>
  tx
    .selectFrom('invitations')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const updateInvitation = (
  tx: Tx,
  organizationId: string,
  id: string,
  change: {
    role?: string;
    permissions?: string[];
    invitedBy?: string;
    expiresAt?: Temporal.Instant | string;
    status?: Invitation['status'];
    acceptedBy?: string | null;
    settledAt?: Temporal.Instant;
  },
): Promise<Invitation> =>
  tx
    .updateTable('invitations')
    .set(change as never)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

/** The open invitations that someone made, or that are addressed to them. */
export const lockInvitationsAround = (
  tx: Tx,
  organizationId: string,
  person: { userId: string; email: string },
): Promise<Invitation[]> =>
  tx
    .selectFrom('invitations')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('status', '=', 'pending')
    .where((or) => or.or([or('invitedBy', '=', person.userId), or('email', '=', person.email)]))
    .orderBy('id')
    .forUpdate()
    .execute();

export const revokeInvitations = (
  tx: Tx,
  organizationId: string,
  ids: string[],
  at: Temporal.Instant,
): Promise<unknown> =>
  tx
    .updateTable('invitations')
    .set({ status: 'revoked', settledAt: at })
    .where('organizationId', '=', organizationId)
    .where('id', '=', sql<string>`ANY (${ids}::uuid[])`)
    .execute();

/** Settles a batch of those that ran out. */
export async function expireInvitations(
  tx: Tx,
  organizationId: string,
  now: Temporal.Instant,
  limit: number,
): Promise<Invitation[]> {
  const due = tx
    .selectFrom('invitations')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('status', '=', 'pending')
    .where('expiresAt', '<=', toTimestamp(now))
    .orderBy('expiresAt')
    .limit(limit)
    .forUpdate();
  return tx
    .updateTable('invitations')
    .set({ status: 'expired', settledAt: now })
    .where('organizationId', '=', organizationId)
    .where('id', 'in', due)
    .returning(columns)
    .execute();
}

export async function nextExpiry(tx: Tx, organizationId: string): Promise<Temporal.Instant | null> {
  const row = await tx
    .selectFrom('invitations')
    .select('expiresAt')
    .where('organizationId', '=', organizationId)
    .where('status', '=', 'pending')
    .orderBy('expiresAt')
    .limit(1)
    .executeTakeFirst();
  return row ? Temporal.Instant.from(row.expiresAt) : null;
}

/** Newest first: ids sort by the time they were made. */
export async function selectInvitations(
  tx: Tx,
  filter: { organizationId: string; status: string | null; search: string | null },
  window: PageWindow,
): Promise<{ rows: Invitation[]; counted: number }> {
  const matching = tx
    .selectFrom('invitations')
    .where('organizationId', '=', filter.organizationId)
    .$if(filter.status !== null, (query) => query.where('status', '=', filter.status as never))
    .$if(filter.search !== null, (query) => query.where(sql<boolean>`strpos(email, lower(${filter.search})) > 0`));
  const [rows, counted] = await Promise.all([
    matching.select(columns).orderBy('id', 'desc').offset(window.offset).limit(window.limit).execute(),
    countRows(tx, matching.select('id'), window.countLimit),
  ]);
  return { rows, counted };
}

const kind = 'invitation';

/** The one token that opens an invitation; the one before is dead. */
export async function replaceToken(
  tx: Tx,
  organizationId: string,
  invitationId: string,
  hash: Buffer,
  createdAt: Temporal.Instant,
): Promise<void> {
  await tx
    .deleteFrom('capabilities')
    .where('organizationId', '=', organizationId)
    .where('kind', '=', kind)
    .where('entityId', '=', invitationId)
    .execute();
  await tx
    .insertInto('capabilities')
    .values({ hash, organizationId, kind, entityId: invitationId, createdAt })
    .execute();
}

/** What a token opens. */
export const findByToken = (tx: Tx, hash: Buffer) =>
  tx
    .selectFrom('capabilities')
    .select(['organizationId', 'entityId'])
    .where('hash', '=', hash)
    .where('kind', '=', kind)
    .executeTakeFirst();
