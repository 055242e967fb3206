import { type ContactMerge, MergeRefused } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { moveDocumentsOfContacts, selectClashingReceipts } from './pending.sql.ts';

/** Moves documents to the surviving contact. The names on the documents stay. */
export async function mergeDocuments(ctx: TenantContext, merge: ContactMerge): Promise<void> {
  const clashing = await selectClashingReceipts(ctx, merge);
  if (clashing.length > 0) {
    throw MergeRefused(
      `The receipt ${clashing.join(', ')} was entered under more than one of them: void one of the purchases.`,
    );
  }
  await moveDocumentsOfContacts(ctx, merge);
}
