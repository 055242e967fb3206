import type { TenantContext } from '#platform/context.ts';
import { type PageRequest, pageWindow, toPage } from '#platform/http/page.ts';
import { newId } from '#platform/id.ts';
import { NotFound, refusal, unknownReference, VersionConflict } from '#platform/refusal.ts';
import { beforeDivisionArchived } from '../hooks.ts';
import { lockAlone } from '../till/close.ts';
import { selectOpening } from '../till/opening.sql.ts';
import { readRunningBalance } from '../till/running-balance.ts';
import { DivisionArchived, refuseIfArchived } from './closed-balances.ts';
import { type ConversionsChange, describeConversions, storedConversions } from './conversions.ts';
import {
  countDivisions,
  type Division,
  type DivisionKind,
  deleteActiveDivision,
  deleteActiveDivisions,
  holdDivisions,
  insertDivision,
  lockDivisionsInUse,
  selectActiveDivision,
  selectByCode,
  selectDivision,
  selectDivisions,
  updateDivision,
  upsertActiveDivision,
} from './division.sql.ts';

export const DivisionCodeTaken = refusal(409, 'division_code_taken', 'Another division has this code.');
export const TooManyDivisions = refusal(422, 'too_many_divisions', 'An organization has at most 1,000 divisions.');
export const LastDivision = refusal(422, 'last_division', 'An organization keeps at least one division.');
export const DivisionInUse = refusal(
  422,
  'division_in_use',
  'Its point of sale is open or it holds money: close it and transfer the money first.',
);
export const SessionRequired = refusal(
  422,
  'session_required',
  'An API key has no session: name the division in each request.',
);

const DIVISIONS_MAX = 1_000;

interface Fields {
  name: string;
  kind: DivisionKind;
  code: string | null;
  address: string | null;
  phone: string | null;
}

/** Every organization begins with one division, so that nobody has to know what divisions are. */
export async function seedDivision(ctx: TenantContext): Promise<void> {
  await insertDivision(ctx.tx, {
    organizationId: ctx.organizationId,
    id: newId(),
    name: 'Principal',
    kind: 'branch',
    code: null,
    address: null,
    phone: null,
    conversionsAdapter: null,
    conversionsConfig: null,
    createdAt: ctx.now,
  });
}

export async function createDivision(
  ctx: TenantContext,
  { conversions, ...fields }: Fields & { conversions: ConversionsChange | null },
) {
  if ((await countDivisions(ctx)) >= DIVISIONS_MAX) throw TooManyDivisions();
  const id = newId();
  const division = await insertDivision(ctx.tx, {
    ...fields,
    ...storedConversions(ctx, id, conversions, null),
    organizationId: ctx.organizationId,
    id,
    createdAt: ctx.now,
  });
  if (!division) throw DivisionCodeTaken();
  return describeDivision(ctx, division);
}

export async function changeDivision(
  ctx: TenantContext,
  request: { [K in keyof Fields]?: Fields[K] | undefined } & {
    id: string;
    version?: number | undefined;
    archived?: boolean | undefined;
    conversions?: ConversionsChange | null | undefined;
  },
) {
  const { id, version, archived, conversions, ...fields } = request;
  const inUse = archived ? await lockDivisionsInUse(ctx) : [];
  const before = await lockAlone(ctx, id);
  if (version !== undefined && version !== before.version) throw VersionConflict();
  const holder = fields.code ? await selectByCode(ctx, fields.code) : null;
  if (holder && holder !== id) throw DivisionCodeTaken();
  if (archived && !before.archivedAt) await refuseArchiving(ctx, id, inUse);
  const changed = await updateDivision(ctx, id, {
    ...fields,
    ...(conversions !== undefined && storedConversions(ctx, id, conversions, before)),
    ...(archived !== undefined &&
      archived !== (before.archivedAt !== null) && { archivedAt: archived ? ctx.now : null }),
  });
  if (archived) await deleteActiveDivisions(ctx, id);
  return describeDivision(ctx, changed);
}

async function refuseArchiving(ctx: TenantContext, id: string, inUse: string[]): Promise<void> {
  if (inUse.every((other) => other === id)) throw LastDivision();
  if (await selectOpening(ctx, id)) throw DivisionInUse('Its point of sale is open.');
  const holding = (await readRunningBalance(ctx, id)).lines.filter(({ expected }) => expected !== 0n);
  if (holding.length > 0) {
    throw DivisionInUse(`It holds money in ${holding.map(({ account }) => account.name).join(', ')}.`);
  }
  await beforeDivisionArchived(ctx, id);
}

export async function listDivisions(
  ctx: TenantContext,
  query: PageRequest & { kind?: DivisionKind | undefined; archived: boolean; search?: string | undefined },
) {
  const { kind = null, archived, search = null } = query;
  const active = await activeDivision(ctx);
  const filter = { kind, archived, search };
  const { rows, counted } = await selectDivisions(ctx, filter, pageWindow(query));
  return toPage(
    query,
    rows.map((row) => view(ctx, row, active)),
    counted,
  );
}

export async function readDivision(ctx: TenantContext, id: string) {
  const division = await selectDivision(ctx, id);
  if (!division) throw NotFound();
  return describeDivision(ctx, division);
}

/** Chooses the division that the session works in, or none. */
export async function setActiveDivision(ctx: TenantContext, divisionId: string | null) {
  const { tx, organizationId, actor } = ctx;
  if (actor.kind !== 'user') throw SessionRequired();
  const { sessionId } = actor;
  if (divisionId === null) {
    await deleteActiveDivision(ctx, sessionId);
    return { division: null };
  }
  const division = await selectDivision(ctx, divisionId);
  if (!division) throw unknownReference('body.divisionId', 'This division');
  if (division.archivedAt) throw DivisionArchived();
  await upsertActiveDivision(tx, { organizationId, sessionId, divisionId });
  return { division: view(ctx, division, divisionId) };
}

/** The division that the caller's session works in; null where none was chosen. */
export const activeDivision = async (ctx: TenantContext): Promise<string | null> =>
  ctx.actor.kind === 'user' ? selectActiveDivision(ctx, ctx.actor.sessionId) : null;

/** A division as long as it takes something new; what follows later from what it once sold belongs to none. */
export async function divisionInUse(ctx: TenantContext, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const division = await selectDivision(ctx, id);
  return division?.archivedAt === null ? id : null;
}

/** The division of an organization that has no other in use: what names none can only mean that one. */
export async function onlyDivision(ctx: TenantContext): Promise<string | null> {
  const everything = { kind: null, archived: false, search: null };
  const window = { offset: 0, limit: 2, countLimit: 2 };
  const { rows } = await selectDivisions(ctx, everything, window);
  return rows.length === 1 ? rows[0]!.id : null;
}

/**
 * Holds the divisions that a body names, or answers 422 with a path, which may have `[]` where the place of the id goes.
 * An archived one takes nothing new; what is given back goes where it came from.
 */
export async function requireDivisions(
  ctx: TenantContext,
  ids: string[],
  path: string,
  evenArchived = false,
): Promise<Map<string, Division>> {
  const divisions = await holdDivisions(ctx, [...new Set(ids)]);
  const found = new Map(divisions.map((division) => [division.id, division]));
  const unknown = ids.findIndex((id) => !found.has(id));
  if (unknown >= 0) throw unknownReference(path.replace('[]', `[${unknown}]`), 'This division');
  if (!evenArchived) divisions.forEach(refuseIfArchived);
  return found;
}

const describeDivision = async (ctx: TenantContext, division: Division) =>
  view(ctx, division, await activeDivision(ctx));

const view = (ctx: TenantContext, division: Division, active: string | null) => ({
  ...division,
  archived: division.archivedAt !== null,
  active: division.id === active,
  conversions: describeConversions(ctx, division),
});
