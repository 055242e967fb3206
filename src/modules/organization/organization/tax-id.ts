/**
 * A tax id as people write it: 1-01-85004-3, 001-1391820-5. Its form decides unless its kind is known, because a foreign number may
 * have as many digits.
 */
export function formatTaxId(taxId: string, kind: string | null = null): string {
  if (kind === 'passport' || kind === 'foreign') return taxId;
  const digits = taxId.replaceAll(/[\s.-]/g, '');
  if (/^\d{9}$/.test(digits)) return digits.replace(/(.)(..)(.{5})(.)/, '$1-$2-$3-$4');
  return /^\d{11}$/.test(digits) ? digits.replace(/(...)(.{7})(.)/, '$1-$2-$3') : taxId;
}

/** That of the organization itself. */
export const ownTaxId = ({ taxId, country }: { taxId: string | null; country: string }): string | null =>
  taxId && formatTaxId(taxId, country === 'DO' ? null : 'foreign');
