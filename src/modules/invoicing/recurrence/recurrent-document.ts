import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { readNested } from '#platform/db/nested.ts';
import { Late } from '#platform/late.ts';
import { mapInTurns } from '#platform/turns.ts';
import { changePendingRecord } from '../pending/change.ts';
import { describeWhole } from '../pending/describe.ts';
import { createPendingRecords, type DocumentToCreate, readPendingRecord, readWritten } from '../pending/pending.ts';
import type { WrittenDocument } from '../pending/write.ts';
import type { Recurrency } from '../tables.ts';
import { recurrencyOf } from './recurrency.sql.ts';
import { changeRecurrency, describeRecurrency, revalueRecurrency, startRecurrency } from './recurrency.ts';
import type { NewPendingRecord, PendingRecordChange } from './recurrent-document.schema.ts';

/** Documents as the API shows them, with their recurrence. Documents themselves do not depend on recurrences. */

export const describeRecurrent = (
  ctx: TenantContext,
  written: WrittenDocument,
  recurrency: Recurrency | null = null,
) => ({ ...describeWhole(ctx, written), recurrency: recurrency && describeRecurrency(recurrency) });

type GivenRecurrent = z.output<typeof NewPendingRecord>;
type RecurrentView = ReturnType<typeof describeRecurrent>;

export const createRecurrent = async (ctx: TenantContext, given: GivenRecurrent): Promise<Late<RecurrentView>> =>
  (await createManyRecurrent([{ ctx, given }]))[0]!;

/** Creates documents in one transaction, and starts the recurrences of those that recur. */
export async function createManyRecurrent(
  documents: DocumentToCreate<GivenRecurrent>[],
): Promise<Late<RecurrentView>[]> {
  const lates = await createPendingRecords(
    documents.map(({ given: { recurrency: _, ...given }, ...rest }) => ({ ...rest, given })),
  );
  return mapInTurns(lates, async (late, place) => {
    const { ctx, given } = documents[place]!;
    const { recurrency } = given;
    if (!recurrency) return late.map((written) => describeRecurrent(ctx, written));
    const written = await late.now();
    return Late.of(describeRecurrent(ctx, written, await startRecurrency(ctx, written.document, recurrency)));
  });
}

export async function changeRecurrent(
  ctx: TenantContext,
  { id, version, recurrency, ...change }: z.output<typeof PendingRecordChange>,
) {
  if (!recurrency) return followChange(ctx, await changePendingRecord(ctx, id, version, change));
  // The recurrence of a void document can still be changed, or it could never be stopped.
  const isOnlyRecurrency = Object.values(change).every((value) => value === undefined);
  const written = isOnlyRecurrency
    ? await readWritten(ctx, id, version)
    : await changePendingRecord(ctx, id, version, change);
  if (!isOnlyRecurrency) await revalueRecurrency(ctx, written.document);
  return describeRecurrent(ctx, written, await changeRecurrency(ctx, written.document, recurrency));
}

/** Revalues the recurrence of a changed document. */
export async function followChange(ctx: TenantContext, changed: WrittenDocument) {
  return describeRecurrent(ctx, changed, (await revalueRecurrency(ctx, changed.document)) ?? null);
}

export async function readRecurrent(ctx: TenantContext, id: string) {
  const { document, alongside } = await readPendingRecord(ctx, id, recurrencyOf(ctx, id));
  const [recurrency] = readNested<Recurrency>(alongside, ['recurrencies']);
  return { ...document, recurrency: recurrency ? describeRecurrency(recurrency) : null };
}
