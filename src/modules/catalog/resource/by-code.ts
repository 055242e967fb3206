import type { TenantContext } from '#platform/context.ts';
import { resourceBarcodes, resources } from '../tables.ts';
import { codeKeyOf } from './code-key.ts';

/** The resource that has this code, else the one that has this barcode. */
export async function findByCode(
  ctx: TenantContext,
  { code, barcode }: { code: string | null; barcode: string | null },
): Promise<string | undefined> {
  const coded = code && (await resources.find(ctx, { codeKey: codeKeyOf(code) }, { columns: ['id'] }));
  if (coded) return coded.id;
  return barcode === null ? undefined : (await resourceBarcodes.find(ctx, { barcode }))?.resourceId;
}
