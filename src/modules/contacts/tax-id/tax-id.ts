import { randomInt } from 'node:crypto';
import type { Contact } from '../tables.ts';

export const taxIdKinds = ['rnc', 'cedula', 'passport', 'foreign'] as const;
export type TaxIdKind = (typeof taxIdKinds)[number];

const RNC_WEIGHTS = [7, 9, 8, 6, 5, 4, 3, 2];

/** Letters and digits only: people write dashes, dots and blanks as they like. */
export const cleanTaxId = (text: string): string => text.toUpperCase().replace(/[^0-9A-Z]/g, '');

/** The kind of a number, derived from its form. */
export function taxIdKindOf(taxId: string, country: string): TaxIdKind {
  if (country === 'DO' && /^\d{9}$/.test(taxId)) return 'rnc';
  if (country === 'DO' && /^\d{11}$/.test(taxId)) return 'cedula';
  return 'foreign';
}

/** Whether the last digit follows from the others; null if the kind has no check digit. */
export function hasValidCheckDigit(taxId: string, kind: TaxIdKind): boolean | null {
  if (kind === 'rnc') return /^\d{9}$/.test(taxId) && taxId.endsWith(rncCheckDigit(taxId));
  // All zeros pass the check digit, but the number is not assigned.
  if (kind === 'cedula')
    return /^\d{11}$/.test(taxId) && !/^0+$/.test(taxId) && taxId.endsWith(cedulaCheckDigit(taxId));
  return null;
}

function rncCheckDigit(taxId: string): string {
  const rest = RNC_WEIGHTS.reduce((sum, weight, place) => sum + weight * Number(taxId[place]), 0) % 11;
  return String(rest < 2 ? 2 - rest : 11 - rest);
}

function cedulaCheckDigit(taxId: string): string {
  const sum = [...taxId.slice(0, 10)].reduce((total, digit, place) => {
    const product = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (product > 9 ? product - 9 : product);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

/** A number with a valid check digit, for tests. */
export function randomTaxId(kind: 'rnc' | 'cedula'): string {
  if (kind === 'cedula') {
    const digits = `${randomInt(1, 1000)}`.padStart(3, '0') + `${randomInt(0, 10_000_000)}`.padStart(7, '0');
    return digits + cedulaCheckDigit(digits);
  }
  const digits = `1${`${randomInt(0, 10_000_000)}`.padStart(7, '0')}`;
  return digits + rncCheckDigit(digits);
}

export const wrongLength = {
  code: 'tax_id_length',
  message: 'An RNC has 9 digits and a cédula 11: a digit may be missing or too many.',
};

/** Warnings about a tax id. They never block, because numbers with an invalid check digit have been issued. */
export function taxWarnings(taxId: string | null, kind: TaxIdKind | null, status: Contact['taxStatus']) {
  if (taxId === null || kind === null) return [];
  const warnings: { code: string; message: string }[] = [];
  if (hasValidCheckDigit(taxId, kind) === false) {
    warnings.push({ code: 'tax_id_check_digit', message: 'The check digit is not valid: the number may be mistyped.' });
  }
  if (kind === 'foreign' && /^(\d{8}|\d{10})$/.test(taxId)) warnings.push(wrongLength);
  if (status === 'inactive') {
    warnings.push({ code: 'taxpayer_inactive', message: 'The registry says that this taxpayer is not active.' });
  }
  if (status === 'unregistered') {
    warnings.push({ code: 'taxpayer_unregistered', message: 'The registry does not contain this number.' });
  }
  return warnings;
}
