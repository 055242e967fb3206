import type { TenantContext } from '#platform/context.ts';
import type { LockedResource } from '../resource/change.ts';
import { codeKeyOf } from '../resource/code-key.ts';
import type { Surroundings } from '../resource/surroundings.ts';
import { type ResourceRow, resourceBarcodes, resources } from '../tables.ts';

interface Row {
  id?: string | undefined;
  code?: string | null | undefined;
  barcodes?: string[] | undefined;
}

/** The resources that give up a code, or barcodes, that another row of the request may take. */
export interface Released {
  codes: ResourceRow[];
  barcodes: string[];
}

/** Finds the codes and barcodes that rows give up, and makes them free for the other rows. */
export function findReleased(rows: Row[], held: Map<string, LockedResource>, around: Surroundings): Released {
  const released: Released = { codes: [], barcodes: [] };
  for (const { id = '', code, barcodes } of rows) {
    const before = held.get(id);
    if (!before) continue;
    const { row, details } = before;
    const isOther = code !== undefined && (code === null || codeKeyOf(code) !== row.codeKey);
    if (isOther && row.codeKey !== null && around.codes.get(row.codeKey) === id) {
      around.codes.delete(row.codeKey);
      released.codes.push(row);
    }
    const gone = barcodes && details.barcodes.filter((barcode) => !barcodes.includes(barcode));
    const wanted = gone?.filter((barcode) => around.barcodes.get(barcode) === id) ?? [];
    for (const barcode of wanted) around.barcodes.delete(barcode);
    if (wanted.length > 0) released.barcodes.push(id);
  }
  return released;
}

/** Clears them before the rows that take them are written. The change itself counts the version up. */
export async function releaseCodes(ctx: TenantContext, { codes, barcodes }: Released): Promise<void> {
  const freed = codes.map(({ id, version }) => ({ id, version, code: null, codeKey: null }));
  await resources.updateMany(ctx, freed);
  if (barcodes.length > 0) await resourceBarcodes.delete(ctx, { resourceId: barcodes });
}
