import { subscriber } from '#platform/events/subscriber.ts';
import { indexTexts } from '#platform/search/search.sql.ts';
import { recordCreated, recordUpdated } from '../events.ts';
import { records } from '../tables.ts';

/** Makes records searchable by their description and reference, in batches after the commit. */
export const indexRecords = subscriber({
  name: 'accounting/index-records',
  follows: [recordCreated, recordUpdated],
  handle: async (ctx, events) => {
    const ids = [...new Set(events.map(({ payload }) => payload.recordId))];
    const found = await records.all(ctx, { id: ids }, { columns: ['id', 'description', 'reference'] });
    await indexTexts(
      ctx,
      'record',
      new Map(found.map((record) => [record.id, [record.description, record.reference]])),
    );
  },
});
