import { selectTaxes } from '#modules/taxes/index.ts';
import type { TenantContext } from '#platform/context.ts';

/** Which of these ids are taxes in use, which can be put on a resource. */
export async function knownTaxes(ctx: TenantContext, ids: string[]): Promise<ReadonlySet<string>> {
  const taxes = await selectTaxes(ctx, ids);
  return new Set(taxes.filter(({ archivedAt }) => !archivedAt).map(({ id }) => id));
}
