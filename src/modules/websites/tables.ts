import { type Row, table } from '#platform/db/table.ts';

export const websitePages = table('websitePages');
export type WebsitePage = Row<typeof websitePages>;
