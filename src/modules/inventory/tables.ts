import { json, type Row, table } from '#platform/db/table.ts';
import type { Difference } from './verification/verification.schema.ts';

export const stockPositions = table('stockPositions');
export type StockPosition = Row<typeof stockPositions>;
/** The stock of a resource in a division. */
export type StockKey = Pick<StockPosition, 'resourceId' | 'divisionId'>;
export const positionKey = ({ resourceId, divisionId }: StockKey): string => `${resourceId} ${divisionId}`;
export const stockLayers = table('stockLayers');
export type StockLayer = Row<typeof stockLayers>;
export const stockMovements = table('stockMovements');
export type Movement = Row<typeof stockMovements>;
/** The holding of a resource in a division; whole numbers as text. */
export interface StoredHolding {
  divisionId: string;
  quantity: string;
  value: string;
  unitCost: string;
  layers: { date: string; place: number; quantity: string; value: string }[];
}
export const stockCheckpoints = table('stockCheckpoints', json<{ holdings: StoredHolding[] }>());
export type StockCheckpoint = Row<typeof stockCheckpoints>;
export const stockReservations = table('stockReservations');
export const stockVerifications = table('stockVerifications', json<{ differences: Difference[] }>());

export const serialNumbers = table('serialNumbers');
export type SerialUnit = Row<typeof serialNumbers>;
export type SerialKey = Pick<SerialUnit, 'resourceId' | 'serialNumber'>;
/** How a unit leaves: for good, or in transit to another division. */
export type Departure = NonNullable<SerialUnit['leftAs']>;
export const serialEvents = table('serialEvents');
export type SerialEvent = Row<typeof serialEvents>;

export const lots = table('lots');
export type Lot = Row<typeof lots>;
export type LotKey = Pick<Lot, 'resourceId' | 'lot'>;
export const lotPositions = table('lotPositions');
export const lotMovements = table('lotMovements');
export type LotMovement = Row<typeof lotMovements>;

export const recipes = table('recipes');
export const recipeParts = table('recipeParts');
export const productions = table('productions');
export type Production = Row<typeof productions>;
