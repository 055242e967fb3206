import { refusal } from '#platform/refusal.ts';
import type { RecordGuard } from '../record/record-guard.ts';
import { selectConciliated } from './conciliation.sql.ts';

export const RecordConciliated = refusal(
  422,
  'record_conciliated',
  'This record is in a conciliation: cancel that first.',
);

/** What was found at the bank stays as it was found. The record is locked by whoever changes it, so none slips in between. */
export const conciliatedGuard: RecordGuard = async (ctx, { before }) => {
  if (!before) return;
  const held = await selectConciliated(ctx, [before.id], null);
  if (held.length > 0) throw RecordConciliated();
};
