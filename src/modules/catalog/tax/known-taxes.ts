import { selectTaxes } from '#modules/taxes/index.ts';
import type { TenantContext } from '#platform/context.ts';

/** Which of these ids are taxes in use, which can be put on a resource. */
export async function knownTaxes(ctx: TenantContext, ids: string[]): Promise<ReadonlySet<string>> {
  const taxes = await selectTaxes(ctx.tx, ctx.organizationId, { ids, kind: null, archived: false });
  return new Set(taxes.map(({ id }) => id));
}
