import type { TenantContext } from '#platform/context.ts';
import { unknownReference } from '#platform/refusal.ts';
import { applyChanges, holdResources } from '../resource/change.ts';
import { selectByBarcodes } from '../resource/resource.sql.ts';
import { takeNumbers } from './barcode.sql.ts';
import { internalEan13 } from './ean13.ts';

/** Free barcodes, to be printed and given later. */
export async function generateFree(ctx: TenantContext, prefix: string, count: number) {
  const barcodes = await newBarcodes(ctx, prefix, count);
  return { data: barcodes.map((barcode) => ({ barcode, resourceId: null, isNew: true })) };
}

/** A barcode for each of these resources that has none. */
export async function generateFor(ctx: TenantContext, prefix: string, resourceIds: string[]) {
  const held = await holdResources(ctx, resourceIds);
  const unknown = resourceIds.findIndex((id) => !held.has(id));
  if (unknown >= 0) throw unknownReference(`body.resourceIds[${unknown}]`, 'This resource');
  const without = resourceIds.filter((id) => held.get(id)!.barcodes.length === 0);
  const barcodes = await newBarcodes(ctx, prefix, without.length);
  const given = new Map(without.map((id, place) => [id, barcodes[place]!]));
  await applyChanges(
    ctx,
    [...given].map(([id, barcode]) => ({ given: { id, barcodes: [barcode] }, before: held.get(id)! })),
  );
  return {
    data: resourceIds.map((resourceId) => ({
      barcode: given.get(resourceId) ?? held.get(resourceId)!.barcodes[0]!,
      resourceId,
      isNew: given.has(resourceId),
    })),
  };
}

/** Barcodes that nobody has: the next numbers of the prefix, without those that someone wrote by hand. */
async function newBarcodes(ctx: TenantContext, prefix: string, count: number): Promise<string[]> {
  const found: string[] = [];
  while (found.length < count) {
    const missing = count - found.length;
    const last = await takeNumbers(ctx.tx, ctx.organizationId, prefix, missing);
    const drawn = Array.from({ length: missing }, (_, place) =>
      internalEan13(prefix, last - BigInt(missing - 1 - place)),
    );
    const rows = await selectByBarcodes(ctx.tx, ctx.organizationId, drawn);
    const taken = new Set(rows.map(({ barcode }) => barcode));
    found.push(...drawn.filter((barcode) => !taken.has(barcode)));
  }
  return found;
}
