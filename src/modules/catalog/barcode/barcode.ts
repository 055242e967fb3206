import type { TenantContext } from '#platform/context.ts';
import { applyChanges, holdResources } from '../resource/change.ts';
import { refuseUnknown } from '../resource/reference.ts';
import { resourceBarcodes } from '../tables.ts';
import { takeNumbers } from './barcode.sql.ts';

/** Free barcodes, to be printed and assigned later. */
export async function generateFree(ctx: TenantContext, prefix: string, count: number) {
  const barcodes = await newBarcodes(ctx, prefix, count);
  return { data: barcodes.map((barcode) => ({ barcode, resourceId: null, isNew: true })) };
}

/** A barcode for each of these resources that has none. */
export async function generateFor(ctx: TenantContext, prefix: string, resourceIds: string[]) {
  const held = await holdResources(ctx, resourceIds);
  refuseUnknown(
    resourceIds,
    [...held.values()].map(({ row }) => row),
    'body.resourceIds[]',
  );
  const without = resourceIds.filter((id) => held.get(id)!.details.barcodes.length === 0);
  const barcodes = await newBarcodes(ctx, prefix, without.length);
  const given = new Map(without.map((id, place) => [id, barcodes[place]!]));
  const changes = [...given].map(([id, barcode]) => ({ given: { id, barcodes: [barcode] }, before: held.get(id)! }));
  await applyChanges(ctx, changes);
  return {
    data: resourceIds.map((resourceId) => ({
      barcode: given.get(resourceId) ?? held.get(resourceId)!.details.barcodes[0]!,
      resourceId,
      isNew: given.has(resourceId),
    })),
  };
}

/** The next free numbers of the prefix; numbers that were entered by hand are skipped. */
async function newBarcodes(ctx: TenantContext, prefix: string, count: number): Promise<string[]> {
  const found: string[] = [];
  while (found.length < count) {
    const missing = count - found.length;
    const last = await takeNumbers(ctx, prefix, missing);
    const drawn = Array.from({ length: missing }, (_, place) =>
      internalEan13(prefix, last - BigInt(missing - 1 - place)),
    );
    const present = await resourceBarcodes.all(ctx, { barcode: drawn }, { columns: ['barcode'] });
    const taken = new Set(present.map(({ barcode }) => barcode));
    found.push(...drawn.filter((barcode) => !taken.has(barcode)));
  }
  return found;
}

/** The check digit of EAN-13: weights 1 and 3 alternate, and it completes the sum to a multiple of ten. */
export function checkDigit(twelve: string): string {
  const sum = [...twelve].reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
  return String((10 - (sum % 10)) % 10);
}

export const isEan13 = (code: string): boolean => /^\d{13}$/.test(code) && checkDigit(code.slice(0, 12)) === code[12];

/** The barcode of a number in a prefix for internal use: 20 to 29. */
export function internalEan13(prefix: string, number: bigint): string {
  const twelve = prefix + String(number).padStart(10, '0');
  return twelve + checkDigit(twelve);
}
