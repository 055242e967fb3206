import { type Row, table } from '#platform/db/table.ts';

export const contacts = table('contacts');
export type Contact = Row<typeof contacts>;
export const contactData = table('contactData');
export type Datum = Row<typeof contactData>;
export const taxChecks = table('taxChecks');
export type TaxCheck = Row<typeof taxChecks>;
