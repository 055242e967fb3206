import { moveComments } from '#modules/collaboration/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { NotFound, refusal, unknownReference, VersionConflict } from '#platform/refusal.ts';
import { shortened } from '#platform/text.ts';
import { mergeContacts } from '../hooks.ts';
import { moveMethodsOfContacts } from '../payment-method/payment-method.sql.ts';
import { type Contact, type ContactChange, lockContacts, updateContact } from './beneficiary.sql.ts';
import { describeBeneficiary, indexContacts } from './beneficiary.ts';
import { moveData, updateMerged } from './merge.sql.ts';

const NOTES_LENGTH_MAX = 10_000;
const LABELS_MAX = 50;

export const MergeIntoItself = refusal(422, 'merge_into_itself', 'A beneficiary cannot be merged into itself.');
export const MergeRefused = refusal(422, 'merge_refused', 'Something of these beneficiaries cannot be one.');
export const AlreadyMerged = refusal(409, 'already_merged', 'This beneficiary has already been merged into another.');

/**
 * Makes several beneficiaries one. The others stay readable as they were and lead to the one that stands; everything that
 * points at them moves, through the hook of each module, in this one transaction. All rows are held first, in one order, so
 * of two merges at once the second sees what the first did.
 */
export async function mergeBeneficiaries(
  ctx: TenantContext,
  { id, fromIds, version }: { id: string; fromIds: string[]; version?: number | undefined },
) {
  if (fromIds.includes(id)) throw MergeIntoItself();
  const locked = await lockContacts(ctx.tx, ctx.organizationId, [id, ...fromIds]);
  const found = new Map(locked.map((contact) => [contact.id, contact]));
  const into = found.get(id);
  if (!into) throw NotFound();
  const others = fromIds.map((fromId, place) => {
    const other = found.get(fromId);
    if (!other) throw unknownReference(`body.fromIds[${place}]`, 'This beneficiary');
    return other;
  });
  if (locked.some(({ mergedInto }) => mergedInto)) throw AlreadyMerged();
  if (version !== undefined && version !== into.version) throw VersionConflict();
  await moveData(ctx.tx, ctx.organizationId, fromIds, id);
  await updateMerged(ctx.tx, ctx.organizationId, fromIds, id, ctx.now);
  await updateContact(ctx.tx, ctx.organizationId, id, combined(into, others), ctx.now);
  await indexContacts(ctx, [id, ...fromIds]);
  const merge = { from: fromIds, into: id };
  await moveMethodsOfContacts(ctx.tx, ctx.organizationId, merge);
  await moveComments(ctx.tx, ctx.organizationId, 'beneficiaryId', merge);
  await mergeContacts(ctx, merge);
  return describeBeneficiary(ctx, id);
}

/** What the one that stands takes over: it keeps what it says, and its gaps are filled from the others, in their order. */
function combined(into: Contact, others: Contact[]): ContactChange {
  const all = [into, ...others];
  const first = <K extends keyof Contact>(field: K): Contact[K] =>
    all.find((contact) => contact[field] !== null)?.[field] ?? into[field];
  const { taxId, taxIdKind, taxStatus, taxCheckedAt } = all.find((contact) => contact.taxId !== null) ?? into;
  const notes = [...new Set(all.map((contact) => contact.notes).filter((text) => text !== ''))];
  return {
    isCustomer: all.some(({ isCustomer }) => isCustomer),
    isSupplier: all.some(({ isSupplier }) => isSupplier),
    legalName: first('legalName'),
    taxId,
    taxIdKind,
    taxStatus,
    taxCheckedAt,
    notes: shortened(notes.join('\n\n'), NOTES_LENGTH_MAX),
    labels: [...new Set(all.flatMap(({ labels }) => labels))].slice(0, LABELS_MAX),
    priceTier: first('priceTier'),
    creditLimit: first('creditLimit'),
    paymentTermsDays: first('paymentTermsDays'),
    sellerId: first('sellerId'),
  };
}
