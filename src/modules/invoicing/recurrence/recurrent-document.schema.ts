import { z } from 'zod';
import {
  BulkDocument,
  PlainDocumentChange,
  PlainDocumentDetail,
  PlainDocumentView,
} from '../pending/pending.schema.ts';
import { NewRecurrency, RecurrencyChange, RecurrencyView } from './recurrency.schema.ts';

export const NewPendingRecord = z.strictObject({
  ...BulkDocument.shape,
  recurrency: NewRecurrency.optional().describe('Left out: it does not recur.'),
});

export const PendingRecordChange = z.strictObject({
  ...PlainDocumentChange.shape,
  recurrency: RecurrencyChange.optional().describe('Left out: the recurrence stays as it is.'),
});

const recurrency = RecurrencyView.nullable().describe('How the document recurs; null where it does not.');

export const PendingRecordView = PlainDocumentView.extend({ recurrency });
export const PendingRecordDetail = PlainDocumentDetail.extend({ recurrency });
