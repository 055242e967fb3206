import { json, table } from '#platform/db/table.ts';

export const events = table('events', json<{ payload: Record<string, unknown> }>());
