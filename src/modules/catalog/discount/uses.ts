import type { ContactMerge } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { refusal } from '#platform/refusal.ts';
import { type DiscountUse, discountOffers, discountRules, discountUses } from '../tables.ts';
import { addUse, moveUses, selectContactUses, subtractUse } from './uses.sql.ts';

export const DiscountUsedUp = refusal(
  'discount_used_up',
  'This discount has been used as often as it allows: leave it out.',
);

/** A rule of which a document takes an offer, and where the body names it. */
interface Taken {
  ruleId: string;
  contactId: string | null;
  path: string;
  heldUntil: string | null;
  /** The document has it already. Without a use, the rule had no coupon when it was taken. */
  isKept: boolean;
}

/** Counts the document as a use of each rule with a coupon of which it takes offers, once for all of its lines. */
export async function countUses(ctx: TenantContext, documentId: string, taken: Taken[]): Promise<void> {
  const ids = [...new Set(taken.map(({ ruleId }) => ruleId))];
  const [rules, known] = await Promise.all([
    discountRules.all(ctx, { id: ids }, { columns: ['id', 'coupon'], orderBy: ['id'] }),
    discountUses.all(ctx, { documentId }),
  ]);
  for (const { id: ruleId } of rules.filter(({ coupon }) => coupon !== null)) {
    const own = taken.filter((each) => each.ruleId === ruleId);
    const before = known.find((use) => use.ruleId === ruleId);
    if (before || own.some(({ isKept }) => !isKept)) await countUse(ctx, documentId, own, before);
  }
}

/** Counts the lines that take offers of one rule as one use. */
async function countUse(ctx: TenantContext, documentId: string, own: Taken[], before: DiscountUse | undefined) {
  const { ruleId, contactId, path } = own[0]!;
  const heldUntil = own.some((line) => line.heldUntil === null) ? null : own[0]!.heldUntil;
  if (before?.contactId === contactId)
    return void (await discountUses.updateAll(ctx, { ruleId, documentId }, { heldUntil }));
  // The document is for another contact now.
  if (before) await giveBack(ctx, before);
  const rule = await addUse(ctx, ruleId);
  if (!rule) throw DiscountUsedUp.at(path, 'used_up');
  const place = await placeOfUse(ctx, own[0]!, rule.usesPerContactMax);
  await discountUses.insert(ctx, { ruleId, documentId, contactId, place, heldUntil });
}

/** The place of a new use among those of its contact, who has at most `max`. */
async function placeOfUse(ctx: TenantContext, { ruleId, contactId, path }: Taken, max: number | null) {
  if (contactId === null) {
    if (max === null) return null;
    throw DiscountUsedUp.at(path, 'contact_required', 'It is limited for each contact: choose the contact.');
  }
  const { uses, place } = await selectContactUses(ctx, { ruleId, contactId, max });
  if (max !== null && uses >= max)
    throw DiscountUsedUp.at(path, 'used_up', 'This contact has used it as often as it allows.');
  return place;
}

/** Gives back the uses of rules of which a document no longer has an offer. */
export async function releaseUses(ctx: TenantContext, documentId: string): Promise<void> {
  const [uses, held] = await Promise.all([
    discountUses.all(ctx, { documentId }, { orderBy: ['ruleId'] }),
    discountOffers.all(ctx, { takenId: documentId, releasedAt: null }, { columns: ['ruleId'] }),
  ]);
  for (const use of uses) if (!held.some(({ ruleId }) => ruleId === use.ruleId)) await giveBack(ctx, use);
}

async function giveBack(ctx: TenantContext, { ruleId, documentId }: DiscountUse): Promise<void> {
  await subtractUse(ctx, ruleId);
  await discountUses.delete(ctx, { ruleId, documentId });
}

export async function moveUsesOfContacts(ctx: TenantContext, { from, into }: ContactMerge): Promise<void> {
  const contactIds = [...from, into];
  const moved = await discountUses.all(ctx, { contactId: contactIds }, { columns: ['ruleId'] });
  await discountRules.all(ctx, { id: moved.map(({ ruleId }) => ruleId) }, { orderBy: ['id'], lock: 'FOR UPDATE' });
  await moveUses(ctx, contactIds, into);
}
