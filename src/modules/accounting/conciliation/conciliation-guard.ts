import { refusal } from '#platform/refusal.ts';
import type { RecordGuard } from '../record/record-guard.ts';
import { conciliatedRecords } from '../tables.ts';

export const RecordConciliated = refusal('record_conciliated', 'This record is in a conciliation: cancel that first.');

/** A conciliated record cannot change. The caller has locked the record, so it cannot become conciliated meanwhile. */
export const conciliatedGuard: RecordGuard = async (ctx, { before }) => {
  if (before && (await conciliatedRecords.exists(ctx, { recordId: before.id }))) throw RecordConciliated();
};
