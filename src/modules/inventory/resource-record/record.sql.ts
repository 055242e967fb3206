import { z } from 'zod';
import { dates, listOf, oneOf, oneOfFew } from '#platform/db/list.ts';
import { stockMovements } from '../tables.ts';
import { StockMovementType } from './record.schema.ts';

export const movementList = listOf(stockMovements, {
  filters: {
    resourceId: oneOf('resourceId', z.uuid()),
    divisionId: oneOf('divisionId', z.uuid()),
    type: oneOfFew('type', StockMovementType),
    causeKind: oneOf(
      'causeKind',
      z.string().max(40),
      '`resource-record`, `stock-count`, `opening-stock`, `production`, …',
    ),
    causeId: oneOf('causeId', z.uuid(), 'The document that moved it.'),
    ...dates('date'),
  },
  sort: { date: 'date' },
  order: '-date',
});
