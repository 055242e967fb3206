import type { z } from 'zod';
import { useLabels } from '#modules/organization/index.ts';
import { actingUser } from '#platform/auth/acting-user.ts';
import type { TenantContext } from '#platform/context.ts';
import { givenFields } from '#platform/http/change.ts';
import { fromMinor } from '#platform/money.ts';
import { NotFound, unknownReference, VersionConflict } from '#platform/refusal.ts';
import { indexTexts } from '#platform/search/search.sql.ts';
import { contactDataOf, findHolder } from '../contact-data/contact-data.sql.ts';
import { wakeForDates } from '../contact-data/dates.ts';
import { datumKinds, normalise } from '../contact-data/normalise.ts';
import { beneficiaryCreated } from '../events.ts';
import { afterContactsArchived } from '../hooks.ts';
import { type Contact, contactData, contacts, type Datum } from '../tables.ts';
import { taxWarnings } from '../tax-id/tax-id.ts';
import type { BeneficiariesArchived, BeneficiaryChange, NewBeneficiary } from './beneficiary.schema.ts';
import { selectDuplicates } from './beneficiary.sql.ts';
import { applyChanges } from './change.ts';
import { type Draft, draftBeneficiary, readReferences, refusalOf, sellerErrors } from './draft.ts';
import { SEARCHED_AS } from './list.sql.ts';
import { findContact } from './reference.ts';

const DUPLICATES_MAX = 20;

export async function createBeneficiary(ctx: TenantContext, given: z.output<typeof NewBeneficiary>) {
  const draft = draftBeneficiary(ctx, given, await readReferences(ctx, [given]), 'body');
  if (draft.errors.length > 0) throw refusalOf(draft.errors);
  await writeDrafts(ctx, [draft]);
  return describeBeneficiary(ctx, draft.contact.id);
}

/** Writes new beneficiaries and announces each. */
export async function writeDrafts(ctx: TenantContext, drafts: Draft[]): Promise<void> {
  if (drafts.length === 0) return;
  const { now, userId: createdBy } = ctx;
  const data = drafts.flatMap((draft) => draft.data);
  await useLabels(
    ctx,
    'contact',
    drafts.flatMap(({ contact }) => contact.labels ?? []),
  );
  const names = new Map(drafts.map(({ contact }) => [contact.id, [contact.name, contact.legalName]]));
  await contacts.insertMany(
    ctx,
    drafts.map(({ contact }) => ({ ...contact, createdBy, createdAt: now, updatedAt: now })),
  );
  await Promise.all([indexTexts(ctx, SEARCHED_AS, names), contactData.insertMany(ctx, data)]);
  wakeForDates(ctx, data);
  const userId = await actingUser(ctx);
  for (const { contact } of drafts) ctx.emit(beneficiaryCreated, { beneficiaryId: contact.id, userId });
}

export async function changeBeneficiary(ctx: TenantContext, { id, ...given }: z.output<typeof BeneficiaryChange>) {
  const before = await findContact(ctx, id, 'edit');
  if (!before) throw NotFound();
  if (given.version !== undefined && given.version !== before.version) throw VersionConflict();
  const references = await readReferences(ctx, [{ taxId: before.taxId, ...givenFields(given) }]);
  const errors = sellerErrors(given.sellerId, references, 'body');
  if (errors.length > 0) throw refusalOf(errors);
  await applyChanges(ctx, [{ before, given }], references);
  return describeBeneficiary(ctx, before.id);
}

export async function archiveBeneficiaries(
  ctx: TenantContext,
  { ids, archived }: z.output<typeof BeneficiariesArchived>,
) {
  const found = await contacts.all(ctx, { id: ids }, { columns: ['id', 'standingId'] });
  const survivors = new Map(found.map(({ id, standingId }) => [id, standingId]));
  for (const [place, id] of ids.entries()) {
    if (!survivors.has(id)) throw unknownReference(`body.ids[${place}]`, 'This contact');
  }
  const held = await contacts.all(
    ctx,
    { id: [...survivors.values()] },
    { columns: ['id', 'archivedAt'], orderBy: ['id'], lock: 'FOR NO KEY UPDATE' },
  );
  const changing = held.flatMap(({ id, archivedAt }) => ((archivedAt !== null) === archived ? [] : id));
  const archivedAt = archived ? ctx.now : null;
  const changedCount = await contacts.updateAll(ctx, { id: changing }, { archivedAt, updatedAt: ctx.now });
  if (archived && changing.length > 0) await afterContactsArchived(ctx, changing);
  return { changedCount };
}

/** One beneficiary with its duplicates and merged ids; a merged id is resolved to its survivor. */
export async function describeBeneficiary(ctx: TenantContext, id: string) {
  const contact = await findContact(ctx, id);
  if (!contact) throw NotFound();
  const [[view], duplicates, group] = await Promise.all([
    describeContacts(ctx, [contact]),
    duplicatesOf(ctx, [contact.id]),
    contacts.all(ctx, { standingId: contact.id }, { columns: ['id'], orderBy: ['id'] }),
  ]);
  return {
    ...view!,
    possibleDuplicates: duplicates.get(contact.id) ?? [],
    mergedIds: group.map((member) => member.id).filter((memberId) => memberId !== contact.id),
  };
}

export const duplicatesOf = async (ctx: TenantContext, contactIds: string[]) =>
  Map.groupBy(await selectDuplicates(ctx, contactIds, DUPLICATES_MAX), ({ contactId }) => contactId);

export async function describeContacts(ctx: TenantContext, rows: Contact[]) {
  const { currency } = ctx;
  const data = await contactDataOf(
    ctx,
    rows.map(({ id }) => id),
  );
  const byContact = Map.groupBy(data, ({ contactId }) => contactId);
  return rows.map((contact) => ({
    ...contact,
    creditLimit: contact.creditLimit === null ? null : fromMinor(contact.creditLimit, currency),
    currency,
    contactData: (byContact.get(contact.id) ?? []).map(describeDatum),
    warnings: taxWarnings(contact.taxId, contact.taxIdKind, contact.taxStatus),
  }));
}

export const describeDatum = ({ contactId, ...datum }: Datum) => ({ ...datum, beneficiaryId: contactId });

/** The beneficiary with exactly this telephone, e-mail address or other datum, however it is written. */
export async function findByDatum(ctx: TenantContext, value: string) {
  const forms = datumKinds
    .filter((kind) => kind !== 'date')
    .map((kind) => ({ kind, normalised: normalise(kind, value.trim(), ctx.country) }))
    .filter((form) => form.normalised !== null);
  const holder = await findHolder(ctx, forms);
  if (!holder) throw NotFound();
  return describeBeneficiary(ctx, holder.contactId);
}
