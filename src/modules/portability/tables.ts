import { type Row, table } from '#platform/db/table.ts';

export const organizationExports = table('organizationExports');
export type OrganizationExportRow = Row<typeof organizationExports>;
