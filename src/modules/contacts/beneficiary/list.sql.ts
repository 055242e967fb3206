import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { hasLabel } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { archived, filter, flag, listOf, oneOf } from '#platform/db/list.ts';
import { scalarOf } from '#platform/db/table.ts';
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
/** More matches of one kind are not sorted. */
const MATCHES_LISTED_MAX = 10_000;

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

/**
 * Few matches of an index are named by their ids, and very many are tested row by row in the order of the list, so that a page of a
 * common word does not read all contacts that have it.
 */
async function matchesText(text: string, ctx: TenantContext): Promise<RawBuilder<unknown> | null> {
  if (text.trim() === '') return null;
  const meanings = meaningsOf(ctx, text);
  const counts = meanings.map(
    ({ ids }) => sql`(SELECT count(*)::int FROM (${ids} LIMIT ${sql.lit(MATCHES_LISTED_MAX + 1)}) AS matching)`,
  );
  const matches = (await scalarOf<number[]>(ctx.tx)`SELECT ARRAY[${sql.join(counts)}] AS counts`)!;
  const few = meanings.filter((_, place) => matches[place]! <= MATCHES_LISTED_MAX).map(({ ids }) => ids);
  const many = meanings.filter((_, place) => matches[place]! > MATCHES_LISTED_MAX).map(({ ofRow }) => ofRow);
  const named = few.length > 0 ? [sql`t.id = ANY (ARRAY(${sql.join(few, sql` UNION ALL `)}))`] : [];
  if (many.length === 0) return named[0]!;
  // IS TRUE keeps PostgreSQL from joining all contacts with all words instead of testing row by row.
  return sql`(${sql.join([...named, ...many], sql` OR `)}) IS TRUE`;
}

/** The meanings of a text: each as the ids in a range of an index, and as a condition on the contact `t`. */
function meaningsOf(ctx: TenantContext, text: string): { ids: RawBuilder<unknown>; ofRow: RawBuilder<unknown> }[] {
  const plain = folded(text);
  const taxId = cleanTaxId(text);
  const data = [
    ...phonePrefixes(text, ctx.country).map((prefix) => ({ kind: 'phone', prefix })),
    ...(plain.length < CODE_LENGTH_MIN ? [] : ['email', 'address', 'other']).map((kind) => ({ kind, prefix: plain })),
  ].map(({ kind, prefix }) => {
    const found = sql`${contactData.of(ctx)} d
      WHERE d.kind = ${kind} AND d.normalised >= ${prefix} AND d.normalised < ${endOfPrefix(prefix)}`;
    return {
      ids: sql`SELECT d.contact_id FROM ${found}`,
      ofRow: sql`EXISTS (SELECT FROM ${found} AND d.contact_id = t.id)`,
    };
  });
  const hasName = (id: RawBuilder<unknown>) => isFound(ctx.organizationId, SEARCHED_AS, id, text);
  const byName = {
    ids: sql`SELECT n.id FROM ${contacts.of(ctx)} n WHERE ${hasName(sql`n.id`)}`,
    ofRow: hasName(sql`t.id`),
  };
  if (taxId.length < CODE_LENGTH_MIN || !/\d/.test(taxId)) return [byName, ...data];
  const isTaxId = (contact: string) => sql`(${sql.ref(`${contact}.taxId`)} >= ${taxId}
    AND ${sql.ref(`${contact}.taxId`)} < ${endOfPrefix(taxId)})`;
  return [
    byName,
    ...data,
    { ids: sql`SELECT x.id FROM ${contacts.of(ctx)} x WHERE ${isTaxId('x')}`, ofRow: isTaxId('t') },
  ];
}
