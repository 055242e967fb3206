import { selectTaxes } from '#modules/taxes/index.ts';
import type { TenantContext } from '#platform/context.ts';

/** Those of these ids that are taxes in use. */
export async function knownTaxes(ctx: TenantContext, ids: string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const taxes = await selectTaxes(ctx, ids);
  return new Set(taxes.filter(({ archivedAt }) => !archivedAt).map(({ id }) => id));
}
