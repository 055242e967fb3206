import { type Contact, contactDataOf, type Datum, findContact } from '#modules/contacts/index.ts';
import { formatTaxId } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import type { Language } from '#platform/pages/language.ts';
import { type Party, type Voucher, wordsOf } from './voucher.ts';

/** A foreign id is not an RNC. */
const taxIdLabels = {
  es: { rnc: 'RNC', cedula: 'Cédula', passport: 'Pasaporte', foreign: 'Identificación extranjera' },
  en: { rnc: 'RNC', cedula: 'Cédula', passport: 'Passport', foreign: 'Foreign id' },
} as const;

/** A contact on paper, with the first of each of its contact data. */
export function contactParty(
  { name, taxId, taxIdKind }: Pick<Contact, 'name' | 'taxId' | 'taxIdKind'>,
  data: Datum[],
  language: Language,
): Party {
  const first = (kind: string): string | null => data.find((datum) => datum.kind === kind)?.value ?? null;
  return {
    name,
    taxId: taxId && formatTaxId(taxId, taxIdKind),
    ...(taxIdKind && { taxIdLabel: taxIdLabels[language][taxIdKind] }),
    address: first('address'),
    phone: first('phone'),
    email: first('email'),
  };
}

const roles = { sale: 'customer', purchase: 'supplier' } as const;

export const roleOf = (direction: 'sale' | 'purchase', language: Language): string =>
  wordsOf(language)[roles[direction]];

/** A contact of today as the other side of a paper. */
export async function findContactParty(
  ctx: TenantContext,
  contactId: string,
  { direction, language }: { direction: 'sale' | 'purchase'; language: Language },
): Promise<Voucher['party']> {
  const [contact, data] = await Promise.all([findContact(ctx, contactId), contactDataOf(ctx, [contactId])]);
  return contact ? { ...contactParty(contact, data, language), role: roleOf(direction, language) } : null;
}
