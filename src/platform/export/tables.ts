import { json, table } from '../db/table.ts';

export const fileExports = table('fileExports', json<{ filters: Record<string, unknown> }>());
