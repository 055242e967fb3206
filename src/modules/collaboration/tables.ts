import { json, type Row, table } from '#platform/db/table.ts';

export const comments = table('comments');
export type Comment = Row<typeof comments>;
export const notifications = table('notifications', json<{ data: Record<string, string> }>());
export type Notification = Row<typeof notifications>;
