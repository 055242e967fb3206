import { formatTaxId } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { contacts } from '../tables.ts';
import { readRegistry, statusIn } from './registry.ts';
import { cleanTaxId, hasValidCheckDigit, randomTaxId, taxIdKindOf, taxWarnings, wrongLength } from './tax-id.ts';
import { selectTaxpayers } from './taxpayers.sql.ts';

const BENEFICIARIES_MAX = 20;
const TRIES_MAX = 20;

/** A number in the registry, its check digit, and the organization's contacts that have it. */
export async function lookUpTaxId(ctx: TenantContext, written: string) {
  const taxId = cleanTaxId(written);
  const [registry, beneficiaries] = await Promise.all([
    readRegistry(ctx.tx, [taxId]),
    contacts.all(
      ctx,
      { taxId, mergedInto: null },
      { columns: ['id', 'name'], orderBy: ['id'], limit: BENEFICIARIES_MAX },
    ),
  ]);
  const kind = taxIdKindOf(taxId, ctx.country);
  const status = statusIn(registry, taxId, kind);
  return {
    taxId,
    formatted: formatTaxId(taxId, kind),
    kind,
    status,
    checkDigitValid: hasValidCheckDigit(taxId, kind),
    taxpayer: registry.byTaxId.get(taxId) ?? null,
    warnings: taxWarnings(taxId, kind, status),
    beneficiaries,
  };
}

/** The doubts about the organization's own tax id, which is an RNC or a cédula. */
export async function warnOfOwnTaxId(
  ctx: TenantContext,
  { taxId: written, country }: { taxId: string | null; country: string },
  warnings: ReturnType<typeof taxWarnings>,
): Promise<void> {
  if (!written || country !== 'DO') return;
  const taxId = cleanTaxId(written);
  const kind = taxIdKindOf(taxId, country);
  const status = statusIn(await readRegistry(ctx.tx, [taxId]), taxId, kind);
  warnings.push(...(kind === 'foreign' ? [wrongLength] : taxWarnings(taxId, kind, status)));
}

/** A number for tests: its check digit is valid, and the registry does not contain it. */
export async function inventTaxId(ctx: TenantContext, kind: 'rnc' | 'cedula') {
  const candidates = Array.from({ length: TRIES_MAX }, () => randomTaxId(kind));
  const taken = new Set((await selectTaxpayers(ctx.tx, candidates)).map((taxpayer) => taxpayer.taxId));
  const taxId = candidates.find((candidate) => !taken.has(candidate));
  if (!taxId) throw new Error('Every number that was tried is in the registry.');
  return { taxId, formatted: formatTaxId(taxId, kind), kind };
}
