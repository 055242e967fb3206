import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { Lot, LotChange, TracedMovement } from './lot.schema.ts';
import { lotList, tracedList } from './lot.sql.ts';
import { changeLot, describeLots, readLot, traceLot } from './lot.ts';

export const lotRoutes = [
  route('GET', '/v1/resource/lots', 'inventory:read', {
    summary: 'List lots',
    description:
      'Lots (batches) of products, with their expiry and where they are. Sorted by expiry, the earliest first; lots without one come last.',
    query: lotList.query,
    returns: pageOf(Lot),
    examples: { query: { inStock: 'true', expiresBefore: '2026-12-31' } },
    handler: (ctx, { query }) => lotList.page(ctx, query, (rows) => describeLots(ctx, rows)),
  }),
  route('GET', '/v1/resource/lots/:lotId', 'inventory:read', {
    summary: 'Read a lot',
    description: 'A lot (batch) with its expiry and its quantity in each division.',
    returns: Lot,
    handler: (ctx, { params }) => readLot(ctx, params.lotId),
  }),
  route('PATCH', '/v1/resource/lots/:lotId', 'inventory:write', {
    summary: 'Change or block a lot',
    description:
      'Changes the expiry and the note of a lot, or blocks it. Expired and blocked lots are neither sold nor used in productions; they can be transferred, returned to the supplier and written off.',
    body: LotChange,
    returns: Lot,
    examples: { body: { blocked: true, blockedReason: 'Retiro del fabricante' } },
    handler: (ctx, { params, body }) => changeLot(ctx, params.lotId, body),
  }),
  route('GET', '/v1/resource/lots/:lotId/movements', 'inventory:read', {
    summary: 'Trace a lot',
    description:
      'All movements of a lot, newest first, with their documents and contacts: the supplier that it came from, the customers that received it, and the divisions that it moved between.',
    query: tracedList.query,
    returns: pageOf(TracedMovement),
    examples: { query: { from: '2026-11-01' } },
    handler: (ctx, { params, query }) => traceLot(ctx, params.lotId, query),
  }),
];
