import { isDeepStrictEqual } from 'node:util';
import { actingUser } from '#platform/auth/acting-user.ts';
import type { TenantContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { NotFound, refusal, VersionConflict } from '#platform/refusal.ts';
import { recordCreated, recordUpdated } from '../events.ts';
import { post, reverse, type Transfer } from '../ledger/ledger.ts';
import { recordGuards } from './guards.ts';
import {
  insertRecord,
  insertVersion,
  lockRecord,
  type RecordContent,
  type RecordRow,
  updateRecord,
} from './record.sql.ts';

export const RecordIsVoid = refusal(409, 'record_is_void', 'This record was taken back and cannot change any more.');

/** What a record says, and the transfers that follow from it. */
export type RecordDraft = Partial<RecordContent> &
  Pick<RecordContent, 'kind' | 'date' | 'amount' | 'currency' | 'baseAmount'> & { transfers: Transfer[] };

const blank = {
  description: '',
  accountId: null,
  chartAccountId: null,
  divisionId: null,
  projectId: null,
  contactId: null,
  paymentMethod: null,
  reference: null,
  taxes: [],
  attachments: [],
  sourceKind: null,
  sourceId: null,
};

/** Writes a record and posts it: the one way in which a fact gets into the books. */
export async function writeRecord(ctx: TenantContext, draft: RecordDraft): Promise<RecordRow> {
  const { transfers, ...content } = draft;
  const record = { ...blank, ...content, id: newId(), createdBy: ctx.userId };
  for (const guard of recordGuards) await guard(ctx, { before: null, after: record });
  const written = await insertRecord(ctx.tx, ctx.organizationId, record, ctx.now);
  await insertVersion(ctx.tx, ctx.organizationId, written, ctx.userId, ctx.now);
  await postVersion(ctx, written, transfers);
  ctx.emit(recordCreated, { recordId: written.id, editorId: await actingUser(ctx) });
  return written;
}

/** Changes a record: the old version is taken back in the ledger, the new one is posted, and both stay readable. */
export async function rewriteRecord(
  ctx: TenantContext,
  id: string,
  version: number | undefined,
  draft: (before: RecordRow) => Promise<RecordDraft>,
): Promise<RecordRow> {
  const before = await lockStanding(ctx, id, version);
  const { transfers, ...content } = await draft(before);
  for (const guard of recordGuards) await guard(ctx, { before, after: { ...before, ...content } });
  await reverse(ctx, id, Temporal.PlainDate.from(before.date));
  const after = await updateRecord(
    ctx.tx,
    ctx.organizationId,
    id,
    { ...content, version: before.version + 1 },
    ctx.now,
  );
  await insertVersion(ctx.tx, ctx.organizationId, after, ctx.userId, ctx.now);
  await postVersion(ctx, after, transfers);
  announceChange(ctx, before, after);
  return after;
}

/** Takes a record back. It stays readable, as void, with the reversal beside what it reverses. */
export async function voidRecord(ctx: TenantContext, id: string, version?: number): Promise<RecordRow> {
  const before = await lockStanding(ctx, id, version);
  for (const guard of recordGuards) await guard(ctx, { before, after: null });
  await reverse(ctx, id, Temporal.PlainDate.from(before.date));
  const after = await updateRecord(
    ctx.tx,
    ctx.organizationId,
    id,
    { status: 'void', version: before.version + 1 },
    ctx.now,
  );
  await insertVersion(ctx.tx, ctx.organizationId, after, ctx.userId, ctx.now);
  announceChange(ctx, before, after);
  return after;
}

async function lockStanding(ctx: TenantContext, id: string, version: number | undefined): Promise<RecordRow> {
  const record = await lockRecord(ctx.tx, ctx.organizationId, id);
  if (!record) throw NotFound();
  if (version !== undefined && version !== record.version) throw VersionConflict();
  if (record.status === 'void') throw RecordIsVoid();
  return record;
}

const postVersion = (ctx: TenantContext, record: RecordRow, transfers: Transfer[]): Promise<void> =>
  post(ctx, {
    recordId: record.id,
    version: record.version,
    date: Temporal.PlainDate.from(record.date),
    description: record.description,
    transfers: transfers.map((transfer) => ({
      divisionId: record.divisionId,
      projectId: record.projectId,
      contactId: record.contactId,
      ...transfer,
    })),
  });

const unannounced = new Set(['version', 'updatedAt']);

function announceChange(ctx: TenantContext, before: RecordRow, after: RecordRow): void {
  const fields = (Object.keys(after) as (keyof RecordRow)[]).filter(
    (field) => !unannounced.has(field) && !isDeepStrictEqual(before[field], after[field]),
  );
  const pick = (record: RecordRow) => Object.fromEntries(fields.map((field) => [field, plain(record[field])]));
  ctx.emit(recordUpdated, {
    recordId: after.id,
    ...(ctx.userId && { editorId: ctx.userId }),
    old: pick(before),
    new: pick(after),
  });
}

const plain = (value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
