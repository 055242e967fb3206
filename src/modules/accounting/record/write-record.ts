import { isDeepStrictEqual } from 'node:util';
import { holdFiles, replaceHeldFiles } from '#modules/files/index.ts';
import { actingUser } from '#platform/auth/acting-user.ts';
import type { TenantContext } from '#platform/context.ts';
import { toTimestamp } from '#platform/date.ts';
import { changedFields } from '#platform/events/changed-fields.ts';
import { newId } from '#platform/id.ts';
import { inThisOrder, refusal } from '#platform/refusal.ts';
import { divisionOfAccount } from '../account/account-division.ts';
import { recordCreated, recordUpdated } from '../events.ts';
import type { NewRecord } from '../ledger/ledger.sql.ts';
import { post, reverse, type Transfer } from '../ledger/ledger.ts';
import { type RecordRow, records, recordVersions } from '../tables.ts';
import { describeRecord } from './describe-record.ts';
import { recordGuards } from './guards.ts';
import type { RecordContent } from './record.sql.ts';

export const RecordIsVoid = refusal(
  'record_is_void',
  'This record is void and can no longer change: create a new one.',
  409,
);

/** The content of a record and its transfers. Without `divisionId`, its account brings its division. */
export type RecordDraft = Partial<RecordContent> &
  Pick<RecordContent, 'kind' | 'date' | 'amount' | 'currency' | 'baseAmount'> & { transfers: Transfer[] };

const blank = {
  description: '',
  rate: null,
  accountId: null,
  chartAccountId: null,
  divisionId: null,
  projectId: null,
  contactId: null,
  sellerId: null,
  paymentMethod: null,
  reference: null,
  taxes: [],
  attachments: [],
  sourceKind: null,
  sourceId: null,
  reversalOf: null,
};

/** Writes a record and posts it: the only way to post to the books. Its statements are sent with the next one, or with COMMIT. */
export async function writeRecord(ctx: TenantContext, { transfers, ...content }: RecordDraft): Promise<RecordRow> {
  const { accountId, divisionId = accountId ? await divisionOfAccount(ctx, accountId) : null } = content;
  const record = { ...blank, ...content, divisionId, id: newId(), createdBy: ctx.userId };
  const at = toTimestamp(ctx.now);
  const written: RecordRow = { ...record, version: 1, status: 'posted', createdAt: at, updatedAt: at };
  const [editorId] = await inThisOrder([
    actingUser(ctx),
    inThisOrder(recordGuards.map((guard) => guard(ctx, { before: null, after: record }))),
  ]);
  await postVersion(ctx, written, transfers, { ...record, status: 'posted', createdAt: ctx.now, updatedAt: ctx.now });
  holdFiles(ctx, 'attachments', holderOf(written));
  ctx.emit(recordCreated, { recordId: written.id, editorId });
  return written;
}

/** Changes a record: the old version is reversed in the ledger, the new one is posted, and both stay readable. */
export async function rewriteRecord(
  ctx: TenantContext,
  id: string,
  version: number | undefined,
  draft: (before: RecordRow) => Promise<RecordDraft>,
): Promise<RecordRow> {
  const before = await lockPosted(ctx, id, version);
  // Before the draft, which reads what is in accounts without this record.
  await reverse(ctx, id, Temporal.PlainDate.from(before.date));
  const { transfers, ...content } = await draft(before);
  for (const guard of recordGuards) await guard(ctx, { before, after: { ...before, ...content } });
  await keepFirstVersion(ctx, before);
  const after = await records.update(ctx, id, { ...content, updatedAt: ctx.now });
  await keepVersion(ctx, after);
  if (!isDeepStrictEqual(before.attachments, after.attachments))
    await replaceHeldFiles(ctx, 'attachments', holderOf(after));
  await postVersion(ctx, after, transfers);
  announceChange(ctx, before, after);
  return after;
}

/** Voids a record: it stays readable, and the reversal is next to the entry that it reverses. */
export async function voidRecord(ctx: TenantContext, id: string): Promise<RecordRow> {
  const before = await lockPosted(ctx, id);
  for (const guard of recordGuards) await guard(ctx, { before, after: null });
  await reverse(ctx, id, Temporal.PlainDate.from(before.date));
  await keepFirstVersion(ctx, before);
  const after = await records.update(ctx, id, { status: 'void', updatedAt: ctx.now });
  await keepVersion(ctx, after);
  announceChange(ctx, before, after);
  return after;
}

const holderOf = ({ id, attachments }: RecordRow) => ({ entityKind: 'recordId', entityId: id, fileIds: attachments });

export async function lockPosted(ctx: TenantContext, id: string, version?: number): Promise<RecordRow> {
  const record = await records.lock(ctx, id, version);
  if (record.status === 'void') throw RecordIsVoid();
  return record;
}

const postVersion = (
  ctx: TenantContext,
  record: RecordRow,
  transfers: Transfer[],
  newRecord: NewRecord | null = null,
): Promise<void> => {
  const entry = {
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
  };
  return post(ctx, entry, newRecord);
};

/** Stores a version that is changed, with who wrote it. The first version of a record that never changed is the record itself. */
const keepVersion = (ctx: TenantContext, record: RecordRow): Promise<unknown> =>
  recordVersions.insert(ctx, {
    recordId: record.id,
    version: record.version,
    content: contentOf(record),
    changedBy: ctx.userId,
    changedAt: ctx.now,
  });

const keepFirstVersion = async (ctx: TenantContext, record: RecordRow): Promise<unknown> =>
  record.version === 1 && recordVersions.insertUnlessTaken(ctx, firstVersion(record));

/** The first version of a record that has not changed yet. */
export const firstVersion = (record: RecordRow) => ({
  recordId: record.id,
  version: 1,
  content: contentOf(record),
  changedBy: record.createdBy,
  changedAt: record.createdAt,
});

const contentOf = (record: RecordRow) => ({
  ...record,
  amount: String(record.amount),
  baseAmount: String(record.baseAmount),
});

function announceChange(ctx: TenantContext, before: RecordRow, after: RecordRow): void {
  const [old, current] = [describeRecord(before, ctx.currency), describeRecord(after, ctx.currency)];
  const changed = changedFields(old, current, ['version', 'updatedAt']);
  if (changed) ctx.emit(recordUpdated, { recordId: after.id, ...(ctx.userId && { editorId: ctx.userId }), ...changed });
}
