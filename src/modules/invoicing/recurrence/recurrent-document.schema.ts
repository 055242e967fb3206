import { z } from 'zod';
import {
  NewPendingRecord,
  PendingRecordChange,
  PendingRecordDetail,
  PendingRecordView,
} from '../pending/pending.schema.ts';
import { NewRecurrency, RecurrencyChange, RecurrencyView } from './recurrency.schema.ts';

export const NewRecurrentDocument = z.strictObject({
  ...NewPendingRecord.shape,
  recurrency: NewRecurrency.optional(),
});

export const RecurrentDocumentChange = z
  .strictObject({ ...PendingRecordChange.shape, recurrency: RecurrencyChange.optional() })
  .meta({ id: 'DocumentChange' });

const recurrency = RecurrencyView.nullable().describe('How the document recurs; null where it does not.');

// The API answers every document in this form, so this is the `Document` of its users.
export const RecurrentDocumentView = PendingRecordView.extend({ recurrency }).meta({ id: 'Document' });
export const RecurrentDocumentDetail = PendingRecordDetail.extend({ recurrency }).meta({ id: 'DocumentDetail' });
