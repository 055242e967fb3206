import type { TenantContext } from '#platform/context.ts';
import { hook } from '#platform/hook.ts';

export interface TrackingChange {
  resourceId: string;
  tracksStock: boolean;
  tracksSerials: boolean;
  tracksLots: boolean;
  /** Whether stock and serial numbers stay as they were. */
  onlyLots: boolean;
}

/** Stock, serial numbers or lots of resources start or stop being tracked: refuse, or adapt. */
export const beforeTrackingChanged = hook<[ctx: TenantContext, changes: TrackingChange[]]>(
  'catalog.beforeTrackingChanged',
);

/** The stock of a resource in all divisions together. Quantities and values are decimals. */
export interface StockFacts {
  quantity: string;
  reserved: string;
  /** In the organization's currency. */
  value: string;
  /** The cost of one unit by its valuation; null where there is none. */
  unitCost: string | null;
  /** The day on which a unit last left, or else on which the first came in. */
  lastMovedOn: string | null;
}

/** Inventory fills in the stock of each of these resources. */
export const fillInStock = hook<[ctx: TenantContext, stock: Map<string, StockFacts | null>]>('catalog.fillInStock');

export interface StockTotals {
  /** Null where no module keeps stock. */
  stock: {
    resourcesInStock: number;
    resourcesOutOfStock: number;
    belowMinimum: number;
    value: string;
  } | null;
}

/** Inventory fills in the totals over all resources. */
export const fillInStockTotals = hook<[ctx: TenantContext, totals: StockTotals]>('catalog.fillInStockTotals');

/** The first stock of a resource in a division. */
export interface OpeningStock {
  resourceId: string;
  divisionId: string;
  quantity: string;
  /** In the organization's currency. */
  unitCost: string;
  /** The row of the body that it is of. */
  place: number;
  /** Inventory finds out whether the resource has moved there before or with the same opening stock, and whether it can hold it. */
  state: 'new' | 'same' | 'moved' | 'too-large';
}

export const checkOpeningStock = hook<[ctx: TenantContext, openings: OpeningStock[]]>('catalog.checkOpeningStock');
export const enterOpeningStock = hook<[ctx: TenantContext, openings: OpeningStock[]]>('catalog.enterOpeningStock');
