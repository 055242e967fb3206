import { type Row, table } from '#platform/db/table.ts';

export const chartAccounts = table('chartAccounts');
export const ledgerTransfers = table('ledgerTransfers');
export const projects = table('projects');
export type Project = Row<typeof projects>;
