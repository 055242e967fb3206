import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { refusal } from '#platform/refusal.ts';
import type { RecordRow } from '../tables.ts';
import { describeRecord } from './describe-record.ts';
import type { NewReversal } from './record.schema.ts';
import { selectCurrent, selectReversal } from './record.sql.ts';
import { lockPosted, writeRecord } from './write-record.ts';

export const NotReversible = refusal(
  'record_not_reversible',
  'Only journal entries that were entered by hand are reversed on another day: void or cancel this record instead.',
);
export const RecordReversed = refusal(
  'record_reversed',
  'This entry is reversed by another record: void that record first.',
  409,
);
export const ReversalTooEarly = refusal(
  'reversal_too_early',
  'A reversal is not dated before its entry: choose a later date.',
);

/** Enters the same journal entry with debits and credits exchanged, on the day of it or later. */
export async function reverseRecord(
  ctx: TenantContext,
  id: string,
  { date, description }: z.output<typeof NewReversal>,
) {
  const entry = await lockPosted(ctx, id);
  if (entry.kind !== 'journal' || entry.sourceKind !== null) throw NotReversible();
  await refuseReversed(ctx, entry);
  refuseEarlier(date, entry);
  const { kind, reference, divisionId, projectId, contactId, amount, currency, baseAmount } = entry;
  const reversal = await writeRecord(ctx, {
    kind,
    date,
    description: description ?? entry.description,
    reference,
    divisionId,
    projectId,
    contactId,
    amount,
    currency,
    baseAmount,
    reversalOf: id,
    transfers: (await selectCurrent(ctx, entry)).map((transfer) => ({
      debit: transfer.creditId,
      credit: transfer.debitId,
      amount: transfer.amount,
      debitAmount: transfer.creditAmount,
      creditAmount: transfer.debitAmount,
      purpose: transfer.purpose,
    })),
  });
  return describeRecord(reversal, ctx.currency);
}

/** Refuses to change an entry that has a reversal: the two would no longer cancel each other. */
export async function refuseReversed(ctx: TenantContext, { id }: Pick<RecordRow, 'id'>): Promise<void> {
  const reversal = await selectReversal(ctx, id);
  if (reversal) throw RecordReversed(`It is reversed by the record ${reversal.id} of ${reversal.date}.`);
}

export function refuseEarlier(date: string, entry: Pick<RecordRow, 'date'>): void {
  if (date < entry.date) throw ReversalTooEarly.at('body.date', 'too_early', `must be ${entry.date} or later`);
}
