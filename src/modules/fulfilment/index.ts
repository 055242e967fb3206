/** The front door: what other modules may use of returns and deliveries. */

export { afterReturnIssued, beforeReturnVoided } from './hooks.ts';
export { type CreditNote, findCreditNote } from './return/credit-note.ts';
export {
  selectCreditNoteKeys,
  selectCreditNotes,
  selectSettledNoteKeys,
} from './return/declared-note.ts';
export { type ReturnFilter, selectReturns } from './return/list.sql.ts';
export {
  type ReturnLine,
  type ReturnRow,
  selectLines as selectReturnLines,
  selectReturn,
} from './return/return.sql.ts';
