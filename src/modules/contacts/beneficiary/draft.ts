import { findOrganization, type Organization } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { toMinor } from '#platform/money.ts';
import { type FieldError, ReferenceNotFound, type Refusal } from '#platform/refusal.ts';
import { sortNameOf } from '#platform/search/folded.ts';
import type { NewDatum } from '../contact-data/contact-data.sql.ts';
import { ContactDatumInvalid, draftDatum, settleData } from '../contact-data/draft.ts';
import { statusIn, type TaxFacts } from '../tax-id/registry.ts';
import { cleanTaxId, type TaxIdKind, taxIdKindOf } from '../tax-id/tax-id.ts';
import { isRegistryEmpty, selectTaxpayers } from '../tax-id/taxpayers.sql.ts';
import type { GivenBeneficiary, GivenChange } from './beneficiary.schema.ts';
import { type NewContact, selectActiveMembers } from './beneficiary.sql.ts';

type Given = Partial<GivenBeneficiary> | GivenChange;

/** What has to be looked up before beneficiaries can be written, once for all of them. */
export interface Surroundings {
  organization: Organization;
  members: ReadonlySet<string>;
  taxpayers: TaxFacts;
}

export async function lookAround(ctx: TenantContext, givens: Given[]): Promise<Surroundings> {
  const sellerIds = [...new Set(givens.flatMap(({ sellerId }) => sellerId ?? []))];
  const taxIds = [...new Set(givens.flatMap(({ taxId }) => (taxId ? cleanTaxId(taxId) : [])))];
  const [organization, members, found, isEmpty] = await Promise.all([
    findOrganization(ctx.tx, ctx.organizationId),
    sellerIds.length > 0 ? selectActiveMembers(ctx.tx, ctx.organizationId, sellerIds) : [],
    taxIds.length > 0 ? selectTaxpayers(ctx.tx, taxIds) : [],
    taxIds.length > 0 ? isRegistryEmpty(ctx.tx) : true,
  ]);
  return {
    organization,
    members: new Set(members.map(({ userId }) => userId)),
    taxpayers: { isEmpty, byTaxId: new Map(found.map((taxpayer) => [taxpayer.taxId, taxpayer])) },
  };
}

export interface Draft {
  contact: NewContact;
  data: NewDatum[];
  errors: FieldError[];
}

/** A new beneficiary as it will be written, with what is wrong with it. */
export function draftBeneficiary(
  ctx: TenantContext,
  given: GivenBeneficiary,
  around: Surroundings,
  path: string,
): Draft {
  const { contactData = [], name, legalName = null, taxId = null, taxIdKind, sellerId = null, ...rest } = given;
  const id = newId();
  const { country, currency } = around.organization;
  const drafts = contactData.map((datum, place) =>
    draftDatum(ctx, datum, { contactId: id, country, path: `${path}.contactData[${place}]` }),
  );
  const { data, errors } = settleData(drafts, `${path}.contactData`);
  const contact: NewContact = {
    id,
    kind: rest.kind ?? 'person',
    isCustomer: rest.isCustomer ?? true,
    isSupplier: rest.isSupplier ?? false,
    name,
    sortName: sortNameOf(name),
    fiscalType: rest.fiscalType ?? 'consumer',
    notes: rest.notes ?? '',
    labels: rest.labels ?? [],
    priceTier: rest.priceTier ?? null,
    creditLimit: minorOf(rest.creditLimit, currency),
    paymentTermsDays: rest.paymentTermsDays ?? null,
    sellerId,
    ...draftTaxData(ctx, { taxId, taxIdKind, legalName }, around),
  };
  return { contact, data, errors: [...errors, ...sellerErrors(sellerId, around, path)] };
}

/** The tax id in its one form, and what the registry says to it. It fills the legal name, and never replaces one. */
export function draftTaxData(
  ctx: TenantContext,
  given: { taxId: string | null; taxIdKind?: TaxIdKind | undefined; legalName: string | null },
  { organization, taxpayers }: Surroundings,
) {
  const { legalName } = given;
  if (given.taxId === null) {
    return { taxId: null, taxIdKind: null, taxStatus: 'unchecked' as const, taxCheckedAt: null, legalName };
  }
  const taxId = cleanTaxId(given.taxId);
  const taxIdKind = given.taxIdKind ?? taxIdKindOf(taxId, organization.country);
  const taxStatus = statusIn(taxpayers, taxId, taxIdKind);
  return {
    taxId,
    taxIdKind,
    taxStatus,
    taxCheckedAt: taxStatus === 'unchecked' ? null : ctx.now,
    legalName: legalName ?? taxpayers.byTaxId.get(taxId)?.name.slice(0, 200) ?? null,
  };
}

export function sellerErrors(
  sellerId: string | null | undefined,
  { members }: Surroundings,
  path: string,
): FieldError[] {
  if (!sellerId || members.has(sellerId)) return [];
  return [{ path: `${path}.sellerId`, code: 'not_found', message: 'This member does not exist.' }];
}

export const minorOf = (amount: string | null | undefined, currency: string): bigint | null =>
  amount === null || amount === undefined ? null : toMinor(amount, currency);

/** The refusal of what is wrong with one beneficiary. */
export function refusalOf(errors: FieldError[]): Refusal {
  const unknown = errors.find(({ code }) => code === 'not_found');
  return unknown ? ReferenceNotFound(unknown.message, { errors }) : ContactDatumInvalid(errors[0]!.message, { errors });
}
