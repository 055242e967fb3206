import { findOrganization } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { selectWithTaxId } from '../beneficiary/beneficiary.sql.ts';
import { statusIn } from './registry.ts';
import { cleanTaxId, formatTaxId, hasValidCheckDigit, randomTaxId, taxIdKindOf, taxWarnings } from './tax-id.ts';
import { isRegistryEmpty, selectTaxpayers } from './taxpayers.sql.ts';

const BENEFICIARIES_TOLD_MAX = 20;
const TRIES_MAX = 20;

/** What the registry, the check digit and the organization's own contacts say to a number. */
export async function lookUpTaxId(ctx: TenantContext, written: string) {
  const taxId = cleanTaxId(written);
  const [{ country }, [taxpayer], isEmpty, beneficiaries] = await Promise.all([
    findOrganization(ctx.tx, ctx.organizationId),
    selectTaxpayers(ctx.tx, [taxId]),
    isRegistryEmpty(ctx.tx),
    selectWithTaxId(ctx.tx, ctx.organizationId, taxId, BENEFICIARIES_TOLD_MAX),
  ]);
  const kind = taxIdKindOf(taxId, country);
  const status = statusIn({ isEmpty, byTaxId: new Map(taxpayer && [[taxId, taxpayer]]) }, taxId, kind);
  return {
    taxId,
    formatted: formatTaxId(taxId, kind),
    kind,
    status,
    checkDigitValid: hasValidCheckDigit(taxId, kind),
    taxpayer: taxpayer ?? null,
    warnings: taxWarnings(taxId, kind, status),
    beneficiaries,
  };
}

/** A number for trials: its check digit is right, and the registry does not have it. */
export async function inventTaxId(ctx: TenantContext, kind: 'rnc' | 'cedula') {
  const candidates = Array.from({ length: TRIES_MAX }, () => randomTaxId(kind));
  const taken = new Set((await selectTaxpayers(ctx.tx, candidates)).map((taxpayer) => taxpayer.taxId));
  const taxId = candidates.find((candidate) => !taken.has(candidate));
  if (!taxId) throw new Error('Every number that was tried is in the registry.');
  return { taxId, formatted: formatTaxId(taxId, kind), kind };
}
