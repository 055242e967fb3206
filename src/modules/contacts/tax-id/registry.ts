import type { TaxIdKind, TaxStatus } from './tax-id.ts';
import type { Taxpayer } from './taxpayers.sql.ts';

/** What the registry of taxpayers knows about some numbers. */
export interface TaxFacts {
  /** Nothing was imported yet, so nobody can be called unknown. */
  isEmpty: boolean;
  byTaxId: ReadonlyMap<string, Taxpayer>;
}

export const registeredKinds: TaxIdKind[] = ['rnc', 'cedula'];
export const ACTIVE = 'ACTIVO';

export function statusIn({ isEmpty, byTaxId }: TaxFacts, taxId: string, kind: TaxIdKind): TaxStatus {
  if (isEmpty || !registeredKinds.includes(kind)) return 'unchecked';
  const taxpayer = byTaxId.get(taxId);
  if (!taxpayer) return 'unregistered';
  return taxpayer.status === ACTIVE ? 'active' : 'inactive';
}
