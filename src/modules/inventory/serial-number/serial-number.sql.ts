import { sql } from 'kysely';
import { z } from 'zod';
import { filter, listOf, oneOf } from '#platform/db/list.ts';
import { endOfPrefix } from '#platform/search/folded.ts';
import { serialNumbers } from '../tables.ts';
import { SerialExportFilters, SerialNumberStatus } from './serial-number.schema.ts';

export const serialList = listOf(serialNumbers, {
  filters: {
    resourceId: oneOf('resourceId', z.uuid()),
    divisionId: oneOf('divisionId', z.uuid(), 'Where it is now.'),
    status: oneOf('status', SerialNumberStatus),
    search: filter(
      SerialExportFilters.shape.search,
      (search) =>
        sql`t.search_number >= ${search.toLowerCase()} AND t.search_number < ${endOfPrefix(search.toLowerCase())}`,
    ),
  },
  sort: { number: 'serialNumber' },
  order: 'number',
  key: [{ by: sql`t.resource_id`, type: 'uuid' }],
});
