import type { TenantContext } from '#platform/context.ts';
import { NotFound, unknownReference, VersionConflict } from '#platform/refusal.ts';
import { pendingElements, pendingRecords } from '../tables.ts';
import { type DocumentChange, draftElementOf, mergeElement, rewriteDocument } from './change.ts';
import type { DraftElement } from './document-draft.ts';
import type { PendingElement } from './element.sql.ts';
import { requirePendingRecord } from './find.ts';
import type { GivenChange, GivenElement } from './pending.schema.ts';

/** Adds a line at the end. */
export async function addElement(
  ctx: TenantContext,
  { pendingRecordId, version, ...element }: GivenElement & { pendingRecordId: string; version?: number | undefined },
) {
  const document = await requirePendingRecord(ctx, pendingRecordId, 'body.pendingRecordId');
  if (version !== undefined && version !== document.version) throw VersionConflict();
  return rewriteDocument(ctx, document, async (elements) => ({ elements: [...elements.map(draftElementOf), element] }));
}

export const changeElement = (
  ctx: TenantContext,
  { id, version, ...change }: Omit<GivenChange, 'id'> & { id: string; version?: number | undefined },
) => rewriteElement(ctx, { id, version }, (element) => [mergeElement(element, change)]);

export const removeElement = (ctx: TenantContext, which: { id: string; version?: number | undefined }) =>
  rewriteElement(ctx, which, () => []);

/** Adds taxes to a line, at their rates of the document's day. */
export const addTaxes = (ctx: TenantContext, { elementId, taxIds }: { elementId: string; taxIds: string[] }) =>
  rewriteElement(ctx, { id: elementId }, (element) => [
    { ...draftElementOf(element), taxIds: [...new Set([...element.taxes.map(({ taxId }) => taxId), ...taxIds])] },
  ]);

export const removeTaxes = (
  ctx: TenantContext,
  { elementId, taxIds, only }: { elementId: string; taxIds: string[]; only?: string | undefined },
) =>
  rewriteElement(
    ctx,
    { id: elementId },
    (element) => {
      const own = element.taxes.map(({ taxId }) => taxId);
      if (taxIds.some((id) => !own.includes(id))) throw unknownReference('body.taxIds', 'This tax of the line');
      return [{ ...draftElementOf(element), taxes: element.taxes.filter(({ taxId }) => !taxIds.includes(taxId)) }];
    },
    only,
  );

/** Replaces one line. `only`: of this document and no other. */
async function rewriteElement(
  ctx: TenantContext,
  { id, version }: { id: string; version?: number | undefined },
  change: (element: PendingElement) => DraftElement[],
  only?: string,
) {
  const { pendingRecordId } = await pendingElements.get(ctx, id);
  if (only !== undefined && only !== pendingRecordId) throw NotFound();
  const document = await pendingRecords.lock(ctx, pendingRecordId, version);
  return rewriteDocument(ctx, document, async (elements): Promise<DocumentChange> => {
    if (!elements.some((element) => element.id === id)) throw NotFound();
    return { elements: elements.flatMap((element) => (element.id === id ? change(element) : draftElementOf(element))) };
  });
}
