import { type Row, table } from '#platform/db/table.ts';

/** The accounts through which organizations are paid online, one for each provider. */
export const merchantAccounts = table('merchantAccounts');
export type MerchantAccount = Row<typeof merchantAccounts>;
/** The organizations as customers of this service, one for each provider. */
export const serviceCustomers = table('serviceCustomers');
