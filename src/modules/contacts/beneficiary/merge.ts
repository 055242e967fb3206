import type { z } from 'zod';
import { moveComments } from '#modules/collaboration/index.ts';
import { moveAttachments } from '#modules/files/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { NotFound, refusal, unknownReference, VersionConflict } from '#platform/refusal.ts';
import { shortened } from '#platform/text.ts';
import { mergeContacts } from '../hooks.ts';
import { type Contact, contactCharges, contacts, paymentCustomers, paymentProfiles } from '../tables.ts';
import type { BeneficiaryMerge } from './beneficiary.schema.ts';
import { moveData, updateMerged } from './beneficiary.sql.ts';
import { describeBeneficiary } from './beneficiary.ts';
import { indexContacts } from './index-names.ts';

const NOTES_LENGTH_MAX = 10_000;
const LABELS_MAX = 50;

export const MergeIntoItself = refusal(
  'merge_into_itself',
  'A contact cannot be merged into itself: choose another one.',
);
export const MergeRefused = refusal('merge_refused', 'These contacts cannot be merged: see `detail`.');
export const AlreadyMerged = refusal(
  'already_merged',
  'This contact was already merged into another one: use that one.',
  409,
);

/**
 * Merges beneficiaries into one. Their ids resolve to the survivor from then on, and each module moves its references
 * through the hook, in this one transaction. All rows are locked first, in the order of ids, so that of two merges at once
 * the second sees the result of the first.
 */
export async function mergeBeneficiaries(ctx: TenantContext, given: z.output<typeof BeneficiaryMerge>) {
  const { id, fromIds } = given;
  if (fromIds.includes(id)) throw MergeIntoItself();
  const wanted = { id: [id, ...fromIds] };
  // Before the locks, too: who refers to a merged contact holds it while waiting for its survivor.
  mergeable(given, await contacts.all(ctx, wanted));
  const { survivor, others } = mergeable(
    given,
    await contacts.all(ctx, wanted, { orderBy: ['id'], lock: 'FOR UPDATE' }),
  );
  const merge = { from: fromIds, into: id };
  await moveData(ctx, merge);
  await updateMerged(ctx, merge, ctx.now);
  await contacts.update(ctx, id, { ...combined(survivor, others), updatedAt: ctx.now });
  await indexContacts(ctx, [id, ...fromIds]);
  for (const table of [paymentCustomers, paymentProfiles, contactCharges]) {
    await table.updateAll(ctx, { contactId: fromIds }, { contactId: id });
  }
  await moveComments(ctx, 'beneficiaryId', merge);
  await moveAttachments(ctx, 'beneficiaryId', merge);
  await mergeContacts(ctx, merge);
  return describeBeneficiary(ctx, id);
}

function mergeable({ id, fromIds, version }: z.output<typeof BeneficiaryMerge>, found: Contact[]) {
  const byId = new Map(found.map((contact) => [contact.id, contact]));
  const survivor = byId.get(id);
  if (!survivor) throw NotFound();
  const others = fromIds.map((fromId, place) => {
    const other = byId.get(fromId);
    if (!other) throw unknownReference(`body.fromIds[${place}]`, 'This contact');
    return other;
  });
  if (found.some(({ mergedInto }) => mergedInto)) throw AlreadyMerged();
  if (version !== undefined && version !== survivor.version) throw VersionConflict();
  return { survivor, others };
}

/**
 * The survivor keeps its own values; its empty fields are filled from the others, in their order. Its kind and its receipts are
 * empty as long as they are those of a contact without a tax id: they come with the tax id.
 */
function combined(survivor: Contact, others: Contact[]) {
  const all = [survivor, ...others];
  const first = <K extends keyof Contact>(field: K): Contact[K] =>
    all.find((contact) => contact[field] !== null)?.[field] ?? survivor[field];
  const registered = all.find((contact) => contact.taxId !== null) ?? survivor;
  const { taxId, taxIdKind, taxStatus, taxCheckedAt } = registered;
  const notes = [...new Set(all.map((contact) => contact.notes).filter((text) => text !== ''))];
  return {
    kind: survivor.kind === 'person' ? registered.kind : survivor.kind,
    fiscalType: survivor.fiscalType === 'consumer' ? registered.fiscalType : survivor.fiscalType,
    archivedAt: all.every(({ archivedAt }) => archivedAt !== null) ? survivor.archivedAt : null,
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
    paymentReminders: all.every(({ paymentReminders }) => paymentReminders),
    abroad: first('abroad'),
  };
}
