import { findOrganization } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { violates } from '#platform/db/database.ts';
import { type FieldError, NotFound, refusal, unknownReference } from '#platform/refusal.ts';
import type { Contact } from '../beneficiary/beneficiary.sql.ts';
import {
  describeBeneficiary,
  describeDatum,
  holdContact,
  wakeForDates,
  writeDrafts,
} from '../beneficiary/beneficiary.ts';
import { draftBeneficiary, lookAround } from '../beneficiary/draft.ts';
import {
  clearPrimary,
  type Datum,
  deleteDatum,
  insertData,
  lockDatumValue,
  promotePrimary,
  selectData,
  selectDatum,
  selectHolders,
  updateDatum,
} from './contact-data.sql.ts';
import { ContactDatumInvalid, draftDatum, type GivenDatum, isError, nextDay, notOfItsKind } from './draft.ts';
import { normalise } from './normalise.ts';

const DATA_MAX = 200;

export const ContactDatumExists = refusal(409, 'contact_datum_exists', 'The beneficiary has this already.');
export const TooManyContactData = refusal(
  422,
  'too_many_contact_data',
  `A beneficiary has at most ${DATA_MAX} of them.`,
);

export async function addDatum(
  ctx: TenantContext,
  { beneficiaryId, ...given }: GivenDatum & { beneficiaryId: string },
) {
  const contact = await holdContact(ctx, beneficiaryId, 'edit');
  if (!contact) throw unknownReference('body.beneficiaryId', 'This beneficiary');
  return describeDatum(await writeDatum(ctx, contact, given));
}

/** Gives a contact, which the caller holds, one datum more. */
async function writeDatum(ctx: TenantContext, contact: Contact, given: GivenDatum): Promise<Datum> {
  const { country } = await findOrganization(ctx.tx, ctx.organizationId);
  const draft = draftDatum(ctx, given, { contactId: contact.id, country, path: 'body' });
  if (isError(draft)) throw invalid(draft);
  const data = await selectData(ctx.tx, ctx.organizationId, [contact.id]);
  if (data.length >= DATA_MAX) throw TooManyContactData();
  if (draft.isPrimary) await clearPrimary(ctx.tx, ctx.organizationId, contact.id, draft.kind);
  await insertData(ctx.tx, ctx.organizationId, [draft], ctx.now).catch(refuseRepeated);
  await promotePrimary(ctx.tx, ctx.organizationId, contact.id, draft.kind);
  wakeForDates(ctx, [draft]);
  return requireDatum(ctx, draft.id);
}

export async function changeDatum(
  ctx: TenantContext,
  id: string,
  change: { value?: string | undefined; label?: string | undefined; isPrimary?: boolean | undefined },
) {
  const before = await holdDatum(ctx, id);
  const { country } = await findOrganization(ctx.tx, ctx.organizationId);
  const { value = before.value, label = before.label, isPrimary = before.isPrimary } = change;
  const normalised = normalise(before.kind, value, country);
  if (normalised === null) throw invalid(notOfItsKind(before.kind, 'body'));
  if (isPrimary && !before.isPrimary) await clearPrimary(ctx.tx, ctx.organizationId, before.contactId, before.kind);
  const nextOn = nextDay(ctx, before.kind, value, before.announcedYear);
  const written = { value, label, normalised, isPrimary, nextOn };
  await updateDatum(ctx.tx, ctx.organizationId, id, written).catch(refuseRepeated);
  await promotePrimary(ctx.tx, ctx.organizationId, before.contactId, before.kind);
  wakeForDates(ctx, [written]);
  return describeDatum(await requireDatum(ctx, id));
}

export async function removeDatum(ctx: TenantContext, id: string) {
  const { contactId, kind } = await holdDatum(ctx, id);
  await deleteDatum(ctx.tx, ctx.organizationId, id);
  await promotePrimary(ctx.tx, ctx.organizationId, contactId, kind);
  return {};
}

export const findDatum = async (ctx: TenantContext, id: string) => describeDatum(await requireDatum(ctx, id));

async function requireDatum(ctx: TenantContext, id: string): Promise<Datum> {
  const datum = await selectDatum(ctx.tx, ctx.organizationId, id);
  if (!datum) throw NotFound();
  return datum;
}

/** A datum whose contact is held, so that nobody changes or merges its data meanwhile; read again behind the lock. */
async function holdDatum(ctx: TenantContext, id: string): Promise<Datum> {
  const { contactId } = await requireDatum(ctx, id);
  await holdContact(ctx, contactId, 'edit');
  return requireDatum(ctx, id);
}

/**
 * Finds the beneficiary with a datum, or makes one. Who asks for the same value at the same time waits, so that there is one
 * beneficiary in the end; with `beneficiaryId` the datum is that one's, whoever else has it.
 */
export async function upsertDatum(
  ctx: TenantContext,
  { beneficiaryId, name, ...given }: GivenDatum & { beneficiaryId?: string | undefined; name?: string | undefined },
) {
  const { country } = await findOrganization(ctx.tx, ctx.organizationId);
  const normalised = normalise(given.kind, given.value, country);
  if (normalised === null) throw invalid(notOfItsKind(given.kind, 'body'));
  if (beneficiaryId) return upsertOf(ctx, beneficiaryId, given, normalised);
  await lockDatumValue(ctx.tx, ctx.organizationId, given.kind, normalised);
  const [holder] = await selectHolders(ctx.tx, ctx.organizationId, [{ kind: given.kind, normalised }], 1);
  if (holder) return upserted(ctx, holder.contactId, holder.datumId, { beneficiary: false, datum: false });
  const draft = draftBeneficiary(
    ctx,
    { name: name ?? given.value.slice(0, 200), contactData: [given] },
    await lookAround(ctx, []),
    'body',
  );
  await writeDrafts(ctx, [draft]);
  return upserted(ctx, draft.contact.id, draft.data[0]!.id, { beneficiary: true, datum: true });
}

async function upsertOf(ctx: TenantContext, beneficiaryId: string, given: GivenDatum, normalised: string) {
  const contact = await holdContact(ctx, beneficiaryId, 'edit');
  if (!contact) throw unknownReference('body.beneficiaryId', 'This beneficiary');
  const data = await selectData(ctx.tx, ctx.organizationId, [contact.id]);
  const own = data.find((datum) => datum.kind === given.kind && datum.normalised === normalised);
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
