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

export const RecurrentDocumentChange = z.strictObject({
  ...PendingRecordChange.shape,
  recurrency: RecurrencyChange.optional(),
});

const recurrency = RecurrencyView.nullable().describe('How the document recurs; null where it does not.');

export const RecurrentDocumentView = PendingRecordView.extend({ recurrency });
export const RecurrentDocumentDetail = PendingRecordDetail.extend({ recurrency });
