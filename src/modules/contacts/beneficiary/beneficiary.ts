import { findOrganization } from '#modules/organization/index.ts';
import { actingUser } from '#platform/auth/acting-user.ts';
import type { TenantContext } from '#platform/context.ts';
import { fromMinor } from '#platform/money.ts';
import { NotFound, unknownReference, VersionConflict } from '#platform/refusal.ts';
import { sortNameOf } from '#platform/search/folded.ts';
import { indexTexts } from '#platform/search/search.sql.ts';
import { type Datum, insertData, selectData } from '../contact-data/contact-data.sql.ts';
import { startOfDay } from '../contact-data/dates.ts';
import { beneficiaryCreated } from '../events.ts';
import { taxWarnings } from '../tax-id/tax-id.ts';
import { contactDates } from '../ticks.ts';
import type { GivenBeneficiary, GivenChange } from './beneficiary.schema.ts';
import {
  type Contact,
  type ContactChange,
  insertContacts,
  lockContact,
  selectContact,
  selectDuplicates,
  selectGroups,
  selectStanding,
  updateArchived,
  updateContact,
} from './beneficiary.sql.ts';
import { type Draft, draftBeneficiary, draftTaxData, lookAround, minorOf, refusalOf, sellerErrors } from './draft.ts';
import { SEARCHED_AS } from './search.sql.ts';

const DUPLICATES_TOLD_MAX = 20;

export async function createBeneficiary(ctx: TenantContext, given: GivenBeneficiary) {
  const draft = draftBeneficiary(ctx, given, await lookAround(ctx, [given]), 'body');
  if (draft.errors.length > 0) throw refusalOf(draft.errors);
  await writeDrafts(ctx, [draft]);
  return describeBeneficiary(ctx, draft.contact.id);
}

/** Writes new beneficiaries and tells of each. */
export async function writeDrafts(ctx: TenantContext, drafts: Draft[]): Promise<void> {
  if (drafts.length === 0) return;
  const { tx, organizationId, now } = ctx;
  const contacts = drafts.map(({ contact }) => contact);
  const data = drafts.flatMap((draft) => draft.data);
  await insertContacts(tx, organizationId, contacts, ctx.userId, now);
  const named = new Map(contacts.map(({ id, name, legalName }) => [id, [name, legalName]]));
  await Promise.all([indexTexts(ctx, SEARCHED_AS, named), insertData(tx, organizationId, data, now)]);
  wakeForDates(ctx, data);
  const userId = await actingUser(ctx);
  for (const { id } of contacts) ctx.emit(beneficiaryCreated, { beneficiaryId: id, userId });
}

export function wakeForDates(ctx: TenantContext, data: { nextOn: string | null }[]): void {
  for (const { nextOn } of data) if (nextOn) ctx.wakeAt(contactDates, startOfDay(ctx, Temporal.PlainDate.from(nextOn)));
}

export async function changeBeneficiary(ctx: TenantContext, given: GivenChange) {
  const { id, version, archived, ...change } = given;
  const before = await holdContact(ctx, id, 'edit');
  if (!before) throw NotFound();
  if (version !== undefined && version !== before.version) throw VersionConflict();
  const { creditLimit, taxId = before.taxId, taxIdKind, ...plain } = change;
  const around = await lookAround(ctx, [{ taxId, sellerId: plain.sellerId }]);
  const errors = sellerErrors(plain.sellerId, around, 'body');
  if (errors.length > 0) throw refusalOf(errors);
  const written: ContactChange = { ...withoutUndefined(plain) };
  if (plain.name !== undefined) written.sortName = sortNameOf(plain.name);
  if (creditLimit !== undefined) written.creditLimit = minorOf(creditLimit, around.organization.currency);
  if (archived !== undefined) written.archivedAt = archived ? (before.archivedAt ?? ctx.now) : null;
  if (taxId !== before.taxId || taxIdKind !== undefined) {
    const { legalName = before.legalName } = plain;
    Object.assign(written, draftTaxData(ctx, { taxId, taxIdKind, legalName }, around));
  }
  const after = await updateContact(ctx.tx, ctx.organizationId, before.id, written, ctx.now);
  if (after.name !== before.name || after.legalName !== before.legalName) await indexContacts(ctx, [after.id]);
  return describeBeneficiary(ctx, after.id);
}

const withoutUndefined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

/** A contact is found by its names and by those of the contacts that were merged into it. */
export async function indexContacts(ctx: TenantContext, ids: string[]): Promise<void> {
  const named = new Map<string, (string | null)[]>(ids.map((id) => [id, []]));
  for (const { standingId, name, legalName } of await selectGroups(ctx.tx, ctx.organizationId, ids)) {
    named.get(standingId)?.push(name, legalName);
  }
  await indexTexts(ctx, SEARCHED_AS, named);
}

/** Holds the contact that an id stands for, wherever it has been merged meanwhile. */
export async function holdContact(
  ctx: TenantContext,
  id: string,
  hold: 'edit' | 'reference',
): Promise<Contact | undefined> {
  const contact = await lockContact(ctx.tx, ctx.organizationId, id, hold);
  return contact?.mergedInto ? holdContact(ctx, contact.mergedInto, hold) : contact;
}

export async function archiveBeneficiaries(ctx: TenantContext, ids: string[], archived: boolean) {
  const standing = new Map(
    (await selectStanding(ctx.tx, ctx.organizationId, ids)).map((row) => [row.id, row.standingId]),
  );
  for (const [place, id] of ids.entries()) {
    if (!standing.has(id)) throw unknownReference(`body.ids[${place}]`, 'This beneficiary');
  }
  const changed = await updateArchived(ctx.tx, ctx.organizationId, [...standing.values()], archived, ctx.now);
  return { changedCount: changed };
}

/** One beneficiary with everything about it; an id that was merged away leads to the one that stands. */
export async function describeBeneficiary(ctx: TenantContext, id: string) {
  const contact = await selectContact(ctx.tx, ctx.organizationId, id);
  if (!contact) throw NotFound();
  const [[view], duplicates, group] = await Promise.all([
    describeContacts(ctx, [contact]),
    duplicatesOf(ctx, [contact.id]),
    selectGroups(ctx.tx, ctx.organizationId, [contact.id]),
  ]);
  return {
    ...view!,
    possibleDuplicates: duplicates.get(contact.id) ?? [],
    mergedIds: group.flatMap((member) => (member.id === contact.id ? [] : member.id)),
  };
}

export async function duplicatesOf(ctx: TenantContext, contactIds: string[]) {
  const found = await selectDuplicates(ctx.tx, ctx.organizationId, contactIds, DUPLICATES_TOLD_MAX);
  const told = found.map(({ contactId, reasons, ...other }) => ({
    contactId,
    told: { ...other, reasons: reasons as ('taxId' | 'phone' | 'email')[] },
  }));
  const byContact = Map.groupBy(told, ({ contactId }) => contactId);
  return new Map([...byContact].map(([contactId, rows]) => [contactId, rows.map((row) => row.told)]));
}

export async function describeContacts<C extends Contact>(ctx: TenantContext, contacts: C[]) {
  const ids = contacts.map(({ id }) => id);
  const [{ currency }, data] = await Promise.all([
    findOrganization(ctx.tx, ctx.organizationId),
    selectData(ctx.tx, ctx.organizationId, ids),
  ]);
  const byContact = Map.groupBy(data, ({ contactId }) => contactId);
  return contacts.map(({ mergedInto: _, ...contact }) => ({
    ...contact,
    creditLimit: contact.creditLimit === null ? null : fromMinor(contact.creditLimit, currency),
    currency,
    contactData: (byContact.get(contact.id) ?? []).map(describeDatum),
    warnings: taxWarnings(contact.taxId, contact.taxIdKind, contact.taxStatus),
  }));
}

export const describeDatum = ({ contactId, nextOn: _, announcedYear: __, ...datum }: Datum) => ({
  ...datum,
  beneficiaryId: contactId,
});
