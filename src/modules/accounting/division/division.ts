import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { configured } from '#platform/db/configured.ts';
import { retryOnViolation } from '#platform/db/violation.ts';
import { archivedAtBy } from '#platform/http/change.ts';
import { newId } from '#platform/id.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { beforeDivisionArchived } from '../hooks.ts';
import { activeDivisions, type Division, divisions } from '../tables.ts';
import { readRunningBalance } from '../till/running-balance.ts';
import { selectOpening } from '../till/till.sql.ts';
import { DivisionArchived, refuseIfArchived } from './closed-balances.ts';
import { describeConversions, storedConversions } from './conversions.ts';
import type { DivisionChange, NewDivision } from './division.schema.ts';
import { holdDivisions } from './division.sql.ts';

export const DivisionCodeTaken = refusal(
  'division_code_taken',
  'Another branch has this code: choose a different one.',
  409,
);
export const TooManyDivisions = refusal(
  'too_many_divisions',
  'An organization has at most 1,000 branches: archive or delete one first.',
);
export const LastDivision = refusal(
  'last_division',
  'An organization needs at least one branch: create another one first.',
);
export const DivisionInUse = refusal(
  'division_in_use',
  'Its point of sale is open or it holds money: close it and transfer the money first.',
);
export const SessionRequired = refusal(
  'session_required',
  'An API key has no session: name the branch in each request.',
);

const DIVISIONS_MAX = 1_000;

/** Every organization begins with one division, so that those with only one need not set it up. */
export const seedDivision = (ctx: TenantContext): Promise<unknown> => divisions.insert(ctx, { name: 'Principal' });

export async function createDivision(ctx: TenantContext, { conversions, ...fields }: z.output<typeof NewDivision>) {
  if ((await divisions.countForLimit(ctx)) >= DIVISIONS_MAX) throw TooManyDivisions();
  const id = newId();
  const stored = storedConversions(ctx, id, conversions, null);
  const division = await divisions.insertUnlessTaken(ctx, { ...fields, ...stored, id });
  if (!division) throw DivisionCodeTaken();
  return describeDivision(ctx, division);
}

export async function changeDivision(
  ctx: TenantContext,
  { id, version, archived, conversions, ...fields }: z.output<typeof DivisionChange>,
) {
  const locked = { columns: ['id'], orderBy: ['id'], lock: 'FOR UPDATE' } as const;
  const inUse = archived ? await divisions.all(ctx, { archivedAt: null }, locked) : [];
  const before = await divisions.lock(ctx, id, version);
  const holder = fields.code ? await divisions.find(ctx, { code: fields.code }) : undefined;
  if (holder && holder.id !== id) throw DivisionCodeTaken();
  if (archived && before.archivedAt === null) await refuseArchiving(ctx, id, inUse);
  const change = {
    ...fields,
    ...(conversions !== undefined && storedConversions(ctx, id, conversions, before)),
    archivedAt: archivedAtBy(ctx, archived, before),
  };
  const changed = await divisions.change(ctx, id, change).catch(retryIfCodeTaken);
  if (archived) await activeDivisions.delete(ctx, { divisionId: id });
  return describeDivision(ctx, changed);
}

const retryIfCodeTaken = retryOnViolation('divisions_code');

async function refuseArchiving(ctx: TenantContext, id: string, inUse: { id: string }[]): Promise<void> {
  if (inUse.every((other) => other.id === id)) throw LastDivision();
  if (await selectOpening(ctx, id)) throw DivisionInUse('Its point of sale is open.');
  const holding = (await readRunningBalance(ctx, id)).lines.filter(({ expected }) => expected !== 0n);
  if (holding.length > 0) {
    throw DivisionInUse(`It holds money in ${holding.map(({ account }) => account.name).join(', ')}.`);
  }
  await beforeDivisionArchived(ctx, id);
}

/** Chooses the division that the session works in, or none. */
export async function setActiveDivision(ctx: TenantContext, divisionId: string | null) {
  if (ctx.actor.kind !== 'user') throw SessionRequired();
  const { sessionId } = ctx.actor;
  if (divisionId === null) {
    await activeDivisions.delete(ctx, { sessionId });
    return { division: null };
  }
  const division = await divisions.find(ctx, divisionId);
  if (!division) throw unknownReference('body.divisionId', 'This branch');
  if (division.archivedAt) throw DivisionArchived();
  await activeDivisions.upsert(ctx, { sessionId, divisionId }, ['sessionId']);
  return { division: await describeDivision(ctx, division) };
}

/** The division that the caller's session works in; null if none was chosen. */
export async function activeDivision(ctx: TenantContext): Promise<string | null> {
  if (ctx.actor.kind !== 'user') return null;
  const { sessionId } = ctx.actor;
  return configured(
    ctx,
    `division of session ${sessionId}`,
    async () => (await activeDivisions.find(ctx, { sessionId }))?.divisionId ?? null,
  );
}

/** The division unless it is archived; what follows from its earlier sales then belongs to none. */
export const divisionInUse = async (ctx: TenantContext, id: string | null): Promise<string | null> =>
  id !== null && (await divisionsInUse(ctx)).has(id) ? id : null;

export const divisionsInUse = (ctx: TenantContext): Promise<Set<string>> =>
  configured(ctx, 'divisions in use', async () => {
    const rows = await divisions.all(ctx, { archivedAt: null }, { columns: ['id'] });
    return new Set(rows.map(({ id }) => id));
  });

/** The division of an organization that has only one in use: the default where a request names none. */
export const onlyDivision = (ctx: TenantContext): Promise<string | null> =>
  divisionsInUse(ctx).then((ids) => (ids.size === 1 ? [...ids][0]! : null));

/**
 * Locks the divisions that a body names for a posting, or refuses with the path of the unknown one; `[]` in the path is
 * replaced by its position. Archived divisions take nothing new; a return may still go where it came from.
 */
export async function requireDivisions(
  ctx: TenantContext,
  ids: string[],
  path: string,
  evenArchived = false,
): Promise<Map<string, Division>> {
  const locked = await holdDivisions(ctx, [...new Set(ids)]);
  const found = new Map(locked.map((division) => [division.id, division]));
  const unknown = ids.findIndex((id) => !found.has(id));
  if (unknown >= 0) throw unknownReference(path.replace('[]', `[${unknown}]`), 'This branch');
  if (!evenArchived) locked.forEach(refuseIfArchived);
  return found;
}

export const describeDivision = async (ctx: TenantContext, division: Division) =>
  (await describeDivisions(ctx, [division]))[0]!;

export async function describeDivisions(ctx: TenantContext, rows: Division[]) {
  const active = await activeDivision(ctx);
  return rows.map((division) => ({
    ...division,
    archived: division.archivedAt !== null,
    active: division.id === active,
    conversions: describeConversions(ctx, division),
  }));
}
