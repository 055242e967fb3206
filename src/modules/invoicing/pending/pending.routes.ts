import { route } from '#platform/http/route.ts';
import { PendingRecordDetail } from '../recurrence/recurrent-document.schema.ts';
import { readRecurrent } from '../recurrence/recurrent-document.ts';

export const pendingRoutes = [
  route('GET', '/v1/record/pending/:pendingRecordId', 'invoicing:read', {
    summary: 'Read a document',
    description: 'A document with its lines and taxes, payments, links, and the margin of a sale.',
    returns: PendingRecordDetail,
    handler: (ctx, { params }) => readRecurrent(ctx, params.pendingRecordId),
  }),
];
