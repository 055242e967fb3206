import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { changePendingRecord } from '../pending/change.ts';
import { describeWhole } from '../pending/describe.ts';
import { createPendingRecord, readPendingRecord, readWritten } from '../pending/pending.ts';
import type { WrittenDocument } from '../pending/write.ts';
import { type Recurrency, selectRecurrencyOf } from './recurrency.sql.ts';
import { changeRecurrency, describeRecurrency, revalueRecurrency, startRecurrency } from './recurrency.ts';
import type { NewPendingRecord, PendingRecordChange } from './recurrent-document.schema.ts';

/** Documents as the API shows them: with their recurrence, of which documents themselves know nothing. */

export const describeRecurrent = (
  { document, elements, baseCurrency }: WrittenDocument,
  recurrency: Recurrency | null = null,
) => ({
  ...describeWhole(document, elements, baseCurrency),
  recurrency: recurrency && describeRecurrency(recurrency),
});

export async function createRecurrent(ctx: TenantContext, { recurrency, ...given }: z.output<typeof NewPendingRecord>) {
  const written = await createPendingRecord(ctx, given);
  return describeRecurrent(written, recurrency && (await startRecurrency(ctx, written.document, recurrency)));
}

export async function changeRecurrent(
  ctx: TenantContext,
  { id, version, recurrency, ...change }: z.output<typeof PendingRecordChange>,
) {
  if (!recurrency) return followChange(ctx, await changePendingRecord(ctx, id, version, change));
  // A recurrence can be changed alone, even of a void document, or else nobody could stop it.
  const isOnlyRecurrency = Object.values(change).every((value) => value === undefined);
  const written = isOnlyRecurrency
    ? await readWritten(ctx, id, version)
    : await changePendingRecord(ctx, id, version, change);
  if (!isOnlyRecurrency) await revalueRecurrency(ctx, written.document);
  return describeRecurrent(written, await changeRecurrency(ctx, written.document, recurrency));
}

/** Values the recurrence of a document that has changed by the document's new amount. */
export async function followChange(ctx: TenantContext, changed: WrittenDocument) {
  return describeRecurrent(changed, (await revalueRecurrency(ctx, changed.document)) ?? null);
}

export async function readRecurrent(ctx: TenantContext, id: string) {
  const [document, recurrency] = await Promise.all([readPendingRecord(ctx, id), selectRecurrencyOf(ctx, id)]);
  return { ...document, recurrency: recurrency ? describeRecurrency(recurrency) : null };
}
