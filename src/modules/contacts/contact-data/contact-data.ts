import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { violates } from '#platform/db/violation.ts';
import { type FieldError, refusal } from '#platform/refusal.ts';
import { describeBeneficiary, describeDatum, writeDrafts } from '../beneficiary/beneficiary.ts';
import { draftBeneficiary, readReferences } from '../beneficiary/draft.ts';
import { findContact, requireContact } from '../beneficiary/reference.ts';
import { type Contact, contactData, type Datum } from '../tables.ts';
import type { AddedContactDatum, ContactByDatum, ContactDatumChange } from './contact-data.schema.ts';
import { findHolder, lockDatumValue, promotePrimary, selectHolders } from './contact-data.sql.ts';
import { wakeForDates } from './dates.ts';
import { ContactDatumInvalid, DATA_MAX, draftDatum, type GivenDatum, invalidValue, isError, nextDay } from './draft.ts';
import { normalise } from './normalise.ts';

export const ContactDatumExists = refusal(
  'contact_datum_exists',
  'The contact already has this value: change the existing one.',
  409,
);
export const TooManyContactData = refusal('too_many_contact_data', `A contact has at most ${DATA_MAX} contact data.`);

export async function addDatum(ctx: TenantContext, { beneficiaryId, ...given }: z.output<typeof AddedContactDatum>) {
  const contact = await requireContact(ctx, beneficiaryId, 'body.beneficiaryId', 'edit');
  return describeDatum(await writeDatum(ctx, contact, given));
}

/** Adds a datum to a contact that the caller holds. */
async function writeDatum(ctx: TenantContext, contact: Contact, given: GivenDatum): Promise<Datum> {
  const draft = draftDatum(ctx, given, contact.id, 'body');
  if (isError(draft)) throw invalid(draft);
  if ((await contactData.countForLimit(ctx, { contactId: contact.id })) >= DATA_MAX) throw TooManyContactData();
  if (draft.isPrimary) await clearPrimary(ctx, draft);
  const written = await contactData.insert(ctx, draft).catch(refuseRepeated);
  await promotePrimary(ctx, written);
  wakeForDates(ctx, [draft]);
  return contactData.get(ctx, written.id);
}

export async function changeDatum(ctx: TenantContext, { id, ...change }: z.output<typeof ContactDatumChange>) {
  const before = await holdDatum(ctx, id);
  const { value = before.value, label = before.label, isPrimary = before.isPrimary } = change;
  const normalised = normalise(before.kind, value, ctx.country);
  if (normalised === null) throw invalid(invalidValue(before.kind, 'body'));
  if (isPrimary && !before.isPrimary) await clearPrimary(ctx, before);
  const nextOn = nextDay(ctx, before.kind, value, before.announcedYear);
  const after = await contactData
    .update(ctx, id, { value, label, normalised, isPrimary, nextOn })
    .catch(refuseRepeated);
  wakeForDates(ctx, [after]);
  return describeDatum(after);
}

export async function removeDatum(ctx: TenantContext, id: string): Promise<void> {
  const datum = await holdDatum(ctx, id);
  await contactData.delete(ctx, id);
  await promotePrimary(ctx, datum);
}

export const findDatum = async (ctx: TenantContext, id: string) => describeDatum(await contactData.get(ctx, id));

/** A datum whose contact is held against changes and merges; read again after the lock was taken. */
async function holdDatum(ctx: TenantContext, id: string): Promise<Datum> {
  const { contactId } = await contactData.get(ctx, id);
  await findContact(ctx, contactId, 'edit');
  return contactData.get(ctx, id);
}

const clearPrimary = (ctx: TenantContext, { contactId, kind }: Pick<Datum, 'contactId' | 'kind'>) =>
  contactData.updateAll(ctx, { contactId, kind, isPrimary: true }, { isPrimary: false });

/**
 * Finds the beneficiary with a datum, or creates one. Calls with the same value at the same time are serialized, so that
 * only one beneficiary is created. With `beneficiaryId` the datum is added to that one, even if another has it.
 */
export async function upsertDatum(
  ctx: TenantContext,
  { beneficiaryId, name, ...given }: z.output<typeof ContactByDatum>,
) {
  const { kind, value } = given;
  const normalised = normalise(kind, value, ctx.country);
  if (normalised === null) throw invalid(invalidValue(kind, 'body'));
  if (beneficiaryId) return upsertOf(ctx, beneficiaryId, given, normalised);
  await lockDatumValue(ctx, kind, normalised);
  const holder = await findHolder(ctx, [{ kind, normalised }]);
  if (holder) return upserted(ctx, holder.contactId, holder.datumId, { beneficiary: false, datum: false });
  const beneficiary = { name: name ?? value.slice(0, 200), contactData: [given] };
  const draft = draftBeneficiary(ctx, beneficiary, await readReferences(ctx, []), 'body');
  await writeDrafts(ctx, [draft]);
  return upserted(ctx, draft.contact.id, draft.data[0]!.id, { beneficiary: true, datum: true });
}

async function upsertOf(ctx: TenantContext, beneficiaryId: string, given: GivenDatum, normalised: string) {
  const contact = await requireContact(ctx, beneficiaryId, 'body.beneficiaryId', 'edit');
  const [own] = await contactData.all(
    ctx,
    { contactId: contact.id, kind: given.kind, normalised },
    { orderBy: ['-isPrimary', 'id'], limit: 1 },
  );
  const datum = own ?? (await writeDatum(ctx, contact, given));
  return upserted(ctx, contact.id, datum.id, { beneficiary: false, datum: !own });
}

async function upserted(
  ctx: TenantContext,
  contactId: string,
  datumId: string,
  created: { beneficiary: boolean; datum: boolean },
) {
  const [beneficiary, datum] = await Promise.all([describeBeneficiary(ctx, contactId), findDatum(ctx, datumId)]);
  return { beneficiary, datum, beneficiaryCreated: created.beneficiary, datumCreated: created.datum };
}

const invalid = (error: FieldError) => ContactDatumInvalid(error.message, { errors: [error] });

function refuseRepeated(error: unknown): never {
  const repeated = violates(error, 'contact_data_once') || violates(error, 'contact_data_date_once');
  throw repeated ? ContactDatumExists() : error;
}

/** The contacts with these telephone numbers and e-mail addresses, however they are written, by the value that was given. */
export async function contactsByData(
  ctx: TenantContext,
  data: readonly { kind: 'phone' | 'email'; value: string }[],
): Promise<Map<string, string>> {
  const forms = data.flatMap(({ kind, value }) => {
    const normalised = normalise(kind, value, ctx.country);
    return normalised === null ? [] : [{ kind, value, normalised }];
  });
  if (forms.length === 0) return new Map();
  const holders = new Map(
    (await selectHolders(ctx, forms)).map(({ kind, normalised, contactId }) => [`${kind} ${normalised}`, contactId]),
  );
  return new Map(
    forms.flatMap(({ kind, value, normalised }) => {
      const contactId = holders.get(`${kind} ${normalised}`);
      return contactId ? [[value, contactId] as const] : [];
    }),
  );
}
