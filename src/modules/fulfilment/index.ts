/** Returns and deliveries, for other modules. */

export { incomingGoods, purchaseDeliveries } from './delivery/delivery.sql.ts';
export { deliveryStateOf, followedDeliveries } from './delivery/state.ts';
export {
  afterGoodsSent,
  afterReturnIssued,
  beforeCreditNoteIssued,
  beforeReturnVoided,
  type CreditNoteDraft,
  type Destination,
  fillInDestination,
  type SentGoods,
} from './hooks.ts';
export { type CreditNote, findCreditNote } from './return/credit-note.ts';
export { selectCreditNotes } from './return/declared-note.ts';
export { NothingToReturn, NotReturnable } from './return/draft.ts';
export {
  selectCreditNoteKeys,
  selectSettledNoteKeys,
  selectUnnumberedNotes,
  selectWithheldNotesOf,
} from './return/return.sql.ts';
export { createReturn } from './return/return.ts';
export { returns } from './tables.ts';
