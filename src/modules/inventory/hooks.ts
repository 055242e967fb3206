import type { TenantContext } from '#platform/context.ts';
import { hook } from '#platform/hook.ts';

/** A document named the `wrong` units and now names the `right` ones instead. */
export interface UnitCorrection {
  /** The document that moved the units. */
  cause: { kind: string; id: string };
  /** The resource of the units: another resource may have units of the same numbers. */
  resourceId: string;
  wrong: string[];
  right: string[];
}

/** Goods of a document cost more, or less if negative, than when they moved. */
export interface CostChange {
  documentId: string;
  resourceId: string;
  /** In minor units of the organization's currency. */
  amount: bigint;
}

/** The cost of goods that left with documents has changed: their margins follow. */
export const afterCostsChanged = hook<[ctx: TenantContext, changes: CostChange[]]>('inventory.afterCostsChanged');

/** The units of a movement are about to be corrected: lock the document that caused it, before the stock is locked. */
export const beforeUnitsCorrected = hook<[ctx: TenantContext, cause: UnitCorrection['cause']]>(
  'inventory.beforeUnitsCorrected',
);

/** The units of a movement were corrected: correct the documents that name them too. */
export const afterUnitsCorrected = hook<[ctx: TenantContext, correction: UnitCorrection]>(
  'inventory.afterUnitsCorrected',
);

/** The document behind a stock movement. */
export interface CauseDocument {
  pendingRecordId: string | null;
  number: number | null;
  fiscalNumber: string | null;
  contactId: string | null;
  contactName: string | null;
  deliveryId: string | null;
  returnId: string | null;
}

/** Other modules fill in the documents of the causes that are theirs. */
export const fillInCauses =
  hook<[ctx: TenantContext, causes: { kind: string; id: string; document: CauseDocument | null }[]]>(
    'inventory.fillInCauses',
  );
