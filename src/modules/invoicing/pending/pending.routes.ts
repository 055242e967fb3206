import { route } from '#platform/http/route.ts';
import { PendingRecordDetail } from '../recurrence/recurrent-document.schema.ts';
import { readRecurrent } from '../recurrence/recurrent-document.ts';

export const pendingRoutes = [
  route('GET', '/v1/record/pending/:pendingRecordId', {
    summary: 'Read a document',
    description: 'A document with its lines and taxes, payments, links, and the margin of a sale.',
    access: { permission: 'invoicing:read' },
    returns: PendingRecordDetail,
    handler: (ctx, { params }) => readRecurrent(ctx, params.pendingRecordId),
  }),
];
