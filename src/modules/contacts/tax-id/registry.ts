import type { Tx } from '#platform/db/transaction.ts';
import type { Contact } from '../tables.ts';
import type { TaxIdKind } from './tax-id.ts';
import { isRegistryEmpty, selectTaxpayers, type Taxpayer } from './taxpayers.sql.ts';

/** The entries of some numbers in the registry of taxpayers. */
export interface RegistryEntries {
  /** Nothing was imported yet, so no number can be called unregistered. */
  isEmpty: boolean;
  byTaxId: ReadonlyMap<string, Taxpayer>;
}

export const registeredKinds: TaxIdKind[] = ['rnc', 'cedula'];
export const ACTIVE = 'ACTIVO';

export async function readRegistry(tx: Tx, taxIds: string[]): Promise<RegistryEntries> {
  if (taxIds.length === 0) return { isEmpty: true, byTaxId: new Map() };
  const [found, isEmpty] = await Promise.all([selectTaxpayers(tx, taxIds), isRegistryEmpty(tx)]);
  return { isEmpty, byTaxId: new Map(found.map((taxpayer) => [taxpayer.taxId, taxpayer])) };
}

export function statusIn({ isEmpty, byTaxId }: RegistryEntries, taxId: string, kind: TaxIdKind): Contact['taxStatus'] {
  if (isEmpty || !registeredKinds.includes(kind)) return 'unchecked';
  const taxpayer = byTaxId.get(taxId);
  if (!taxpayer) return 'unregistered';
  return taxpayer.status === ACTIVE ? 'active' : 'inactive';
}
