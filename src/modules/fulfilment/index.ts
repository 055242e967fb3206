/** Returns and deliveries, for other modules. */

export { afterReturnIssued, beforeCreditNoteIssued, beforeReturnVoided, type CreditNoteDraft } from './hooks.ts';
export { type CreditNote, findCreditNote } from './return/credit-note.ts';
export {
  selectCreditNoteKeys,
  selectCreditNotes,
  selectSettledNoteKeys,
} from './return/declared-note.ts';
export { returns } from './tables.ts';
