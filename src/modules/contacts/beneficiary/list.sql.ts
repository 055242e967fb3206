import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { hasLabel } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { archived, filter, flag, listOf, oneOf } from '#platform/db/list.ts';
import { rowsOf } from '#platform/db/table.ts';
import { endOfPrefix, folded } from '#platform/search/folded.ts';
import { isFound } from '#platform/search/search.sql.ts';
import { phonePrefixes } from '../contact-data/normalise.ts';
import { contactData, contacts } from '../tables.ts';
import { TaxStatus } from '../tax-id/tax-id.schema.ts';
import { cleanTaxId } from '../tax-id/tax-id.ts';
import { BeneficiaryKind } from './beneficiary.schema.ts';

/** The name under which contacts are indexed for search. */
export const SEARCHED_AS = 'contact';
/** Shorter texts would match too many e-mail addresses and tax ids. */
const CODE_LENGTH_MIN = 3;
/** Up to so many matches are sorted by id list; more are joined with the other conditions. */
const MATCHES_LISTED_MAX = 2_000;

export const contactList = listOf(contacts, {
  where: () => sql`t.merged_into IS NULL`,
  filters: {
    search: filter(
      z
        .string()
        .max(100)
        .optional()
        .describe('Beginnings of words of a name, or of a telephone, an e-mail address, other data or a tax id.'),
      matchesText,
    ),
    kind: oneOf('kind', BeneficiaryKind),
    isCustomer: flag('isCustomer'),
    isSupplier: flag('isSupplier'),
    archived,
    label: hasLabel,
    sellerId: oneOf('sellerId', z.uuid()),
    taxStatus: oneOf('taxStatus', TaxStatus),
  },
  // Ids are in the order of creation, and the primary key sorts by them.
  sort: { name: 'sortName', created: 'id' },
  order: 'name',
});

/** A few matches are found first and then sorted; a text that matches very many is sought in the order of the list. */
async function matchesText(text: string, ctx: TenantContext): Promise<RawBuilder<unknown> | null> {
  if (text.trim() === '') return null;
  const searches = searchesFor(ctx, text);
  const limited = searches.map((search) => sql`(${search} LIMIT ${MATCHES_LISTED_MAX + 1})`);
  const rows = await rowsOf<{ id: string }>(ctx.tx)`${sql.join(limited, sql` UNION ALL `)}`;
  const ids = [...new Set(rows.map(({ id }) => id))];
  return ids.length > MATCHES_LISTED_MAX
    ? sql`t.id IN (${sql.join(searches, sql` UNION ALL `)})`
    : sql`t.id = ANY (${ids}::uuid[])`;
}

/** The ids of the contacts that a text may mean. Each query reads a range of one index. */
function searchesFor(ctx: TenantContext, text: string): RawBuilder<unknown>[] {
  const plain = folded(text);
  const taxId = cleanTaxId(text);
  const data = [
    ...phonePrefixes(text, ctx.country).map((prefix) => ({ kind: 'phone', prefix })),
    ...(plain.length < CODE_LENGTH_MIN ? [] : ['email', 'address', 'other']).map((kind) => ({ kind, prefix: plain })),
  ];
  const byName = sql`
    SELECT n.id FROM ${contacts.of(ctx)} n WHERE ${isFound(ctx.organizationId, SEARCHED_AS, sql`n.id`, text)}`;
  const byData = data.map(
    ({ kind, prefix }) => sql`
    SELECT d.contact_id AS id FROM ${contactData.of(ctx)} d
    WHERE d.kind = ${kind} AND d.normalised >= ${prefix} AND d.normalised < ${endOfPrefix(prefix)}`,
  );
  const byTaxId = sql`
    SELECT x.id FROM ${contacts.of(ctx)} x WHERE x.tax_id >= ${taxId} AND x.tax_id < ${endOfPrefix(taxId)}`;
  return [byName, ...byData, ...(taxId.length >= CODE_LENGTH_MIN && /\d/.test(taxId) ? [byTaxId] : [])];
}
