import type { TenantContext } from '#platform/context.ts';
import { hook } from '#platform/hook.ts';

/** A document is about to be voided: refuse, or undo what followed from it. */
export const beforeDocumentVoided = hook<[ctx: TenantContext, pendingRecordId: string]>(
  'invoicing.beforeDocumentVoided',
);

/** The stock and the record of an issued document are about to be posted again: refuse, or adapt. */
export const beforeDocumentReposted = hook<[ctx: TenantContext, pendingRecordId: string]>(
  'invoicing.beforeDocumentReposted',
);

/** The address at which anyone can check an electronic document with the tax authority, and its security code. */
export interface FiscalStamp {
  url: string;
  securityCode: string;
  signedAt: string | null;
}

/** Filings adds the stamps of those of these documents that are signed. */
export const fillInFiscalStamps =
  hook<[ctx: TenantContext, documentIds: string[], stamps: Map<string, FiscalStamp>]>('invoicing.fillInFiscalStamps');
