import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { selectActiveMembers } from '#platform/members.sql.ts';
import { toMinor } from '#platform/money.ts';
import { type FieldError, ReferenceNotFound, type Refusal } from '#platform/refusal.ts';
import { sortNameOf } from '#platform/search/folded.ts';
import { ContactDatumInvalid, draftDatum, settleData } from '../contact-data/draft.ts';
import { type RegistryEntries, readRegistry, statusIn } from '../tax-id/registry.ts';
import { cleanTaxId, hasValidCheckDigit, type TaxIdKind, taxIdKindOf } from '../tax-id/tax-id.ts';
import type { NewBeneficiary } from './beneficiary.schema.ts';

/** The members and registry entries that beneficiaries refer to, read once for all of them. */
export interface References {
  members: ReadonlySet<string>;
  registry: RegistryEntries;
}

export async function readReferences(
  ctx: TenantContext,
  givens: { sellerId?: string | null | undefined; taxId?: string | null | undefined }[],
): Promise<References> {
  const unique = (values: string[]): string[] => [...new Set(values)];
  const [members, registry] = await Promise.all([
    selectActiveMembers(ctx, unique(givens.flatMap(({ sellerId }) => sellerId ?? []))),
    readRegistry(ctx.tx, unique(givens.flatMap(({ taxId }) => (taxId ? cleanTaxId(taxId) : [])))),
  ]);
  return { members, registry };
}

export type Draft = ReturnType<typeof draftBeneficiary>;

/** A new beneficiary as it will be written, and the errors in it. */
export function draftBeneficiary(
  ctx: TenantContext,
  given: z.output<typeof NewBeneficiary>,
  references: References,
  path: string,
) {
  const { contactData = [], name, legalName = null, taxId = null, taxIdKind, sellerId = null, ...rest } = given;
  const id = newId();
  const drafts = contactData.map((datum, place) => draftDatum(ctx, datum, id, `${path}.contactData[${place}]`));
  const { data, errors } = settleData(drafts, `${path}.contactData`);
  const taxData = draftTaxData(ctx, { taxId, taxIdKind, legalName }, references);
  const isCompany = taxData.taxIdKind === 'rnc' && hasValidCheckDigit(taxData.taxId, 'rnc') === true;
  const contact = {
    id,
    kind: rest.kind ?? (isCompany ? 'company' : 'person'),
    isCustomer: rest.isCustomer ?? true,
    isSupplier: rest.isSupplier ?? false,
    name,
    sortName: sortNameOf(name),
    fiscalType: rest.fiscalType ?? (isCompany ? 'fiscal-credit' : 'consumer'),
    notes: rest.notes ?? '',
    labels: rest.labels ?? [],
    priceTier: rest.priceTier ?? null,
    creditLimit: minorOf(ctx, rest.creditLimit),
    paymentTermsDays: rest.paymentTermsDays ?? null,
    sellerId,
    paymentReminders: rest.paymentReminders ?? true,
    abroad: rest.abroad ?? null,
    ...taxData,
  };
  return { contact, data, errors: [...errors, ...sellerErrors(sellerId, references, path)] };
}

/** The tax id in its normal form, with the status from the registry, which also fills in an empty legal name. */
export function draftTaxData(
  ctx: TenantContext,
  given: { taxId: string | null; taxIdKind?: TaxIdKind | undefined; legalName: string | null },
  { registry }: References,
) {
  const { legalName } = given;
  if (given.taxId === null) {
    return { taxId: null, taxIdKind: null, taxStatus: 'unchecked' as const, taxCheckedAt: null, legalName };
  }
  const taxId = cleanTaxId(given.taxId);
  const taxIdKind = given.taxIdKind ?? taxIdKindOf(taxId, ctx.country);
  const taxStatus = statusIn(registry, taxId, taxIdKind);
  return {
    taxId,
    taxIdKind,
    taxStatus,
    taxCheckedAt: taxStatus === 'unchecked' ? null : ctx.now,
    legalName: legalName ?? registry.byTaxId.get(taxId)?.name.slice(0, 200) ?? null,
  };
}

export function sellerErrors(sellerId: string | null | undefined, { members }: References, path: string): FieldError[] {
  if (!sellerId || members.has(sellerId)) return [];
  return [{ path: `${path}.sellerId`, code: 'not_found', message: 'This member does not exist.' }];
}

export const minorOf = ({ currency }: TenantContext, amount: string | null | undefined): bigint | null =>
  amount === null || amount === undefined ? null : toMinor(amount, currency);

/** The refusal for the errors in one beneficiary. */
export function refusalOf(errors: FieldError[]): Refusal {
  const unknown = errors.find(({ code }) => code === 'not_found');
  return unknown ? ReferenceNotFound(unknown.message, { errors }) : ContactDatumInvalid(errors[0]!.message, { errors });
}
