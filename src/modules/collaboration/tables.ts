import { type Row, table } from '#platform/db/table.ts';

export const comments = table('comments');
export type Comment = Row<typeof comments>;
