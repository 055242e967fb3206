import { json, type Row, table } from '#platform/db/table.ts';

export const assets = table('assets', json<{ taxCategory: 1 | 2 | 3 | null }>());
/** A fixed asset. Amounts are minor units of the organization's currency. */
export type Asset = Row<typeof assets>;
export const assetDepreciations = table('assetDepreciations');
