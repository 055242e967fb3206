import type { ContactMerge } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { autoCharges, pageCodes, paymentReminders, sharedPages } from './tables.ts';

/** Moves the pages of merged contacts. An agreement of the survivor stays; otherwise one of the others moves. */
export async function mergePayers(ctx: TenantContext, { from, into }: ContactMerge): Promise<void> {
  await sharedPages.updateAll(ctx, { contactId: from }, { contactId: into });
  await paymentReminders.updateAll(ctx, { contactId: from }, { contactId: into });
  await pageCodes.updateAll(ctx, { contactId: from }, { contactId: into });
  const agreed = await autoCharges.all(ctx, { contactId: [...from, into] }, { orderBy: ['startedAt'] });
  const kept = agreed.find(({ contactId }) => contactId === into) ?? agreed.at(-1);
  if (!kept || (agreed.length === 1 && kept.contactId === into)) return;
  for (const { contactId } of agreed) await autoCharges.delete(ctx, { contactId });
  await autoCharges.insert(ctx, { ...kept, contactId: into });
}
