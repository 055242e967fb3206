import { fileImport } from '#modules/files/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { columns, describeExported, type ExportedContact } from '../beneficiary/export.ts';
import { type DatumKind, datumKinds } from '../contact-data/normalise.ts';
import { contacts } from '../tables.ts';
import { cleanTaxId } from '../tax-id/tax-id.ts';

type ContactCells = { id: string; name: string; taxId: string } & Record<DatumKind, Record<string, unknown>[]>;

/** The customers and suppliers of a file, written by the bulk operation. */
export const contactImport = fileImport<ExportedContact, ContactCells, null>({
  name: 'contacts/contacts',
  path: '/v1/beneficiary',
  area: 'contacts',
  rowsAre: 'customers and suppliers',
  foundBy: 'with the RNC or cédula of exactly one contact',
  operation: 'contacts.createMany',
  rows: 'beneficiaries',
  columns,
  keyFields: ['id', 'name'],
  find: async (ctx, rows) => {
    const ids = await identify(ctx, rows);
    const found = await contacts.all(ctx, { id: ids.flatMap((id) => id ?? []), mergedInto: null });
    const described = await describeExported(ctx, found);
    return { ids, current: new Map(described.map((each) => [each.id, each])), facts: null };
  },
  // With an id, several contacts may have the same one: branches of a company.
  uniquesOf: ({ id, taxId }) => (taxId && !id ? [{ field: 'taxId', key: cleanTaxId(taxId) }] : []),
  compose: (row, isChanged) => {
    const fields = Object.entries(row).filter(([field]) => field !== 'id' && isChanged(field as keyof ContactCells));
    const contactData = datumKinds.flatMap((kind) => (isChanged(kind) ? row[kind]! : []));
    const own = fields.filter(([field]) => !(datumKinds as readonly string[]).includes(field));
    return { body: { ...Object.fromEntries(own), ...(contactData.length > 0 && { contactData }) } };
  },
  fieldOf: (path, { contactData }) => {
    const place = /^contactData\[(\d+)\]/.exec(path)?.[1];
    return place === undefined ? undefined : (contactData as { kind: DatumKind }[])[Number(place)]?.kind;
  },
});

/** The contact of each row: by its id, else the only one with its tax id. */
async function identify(ctx: TenantContext, rows: Partial<ContactCells>[]): Promise<(string | undefined)[]> {
  const given = await contacts.all(ctx, { id: rows.flatMap(({ id }) => id ?? []) }, { columns: ['id', 'standingId'] });
  const standing = new Map(given.map(({ id, standingId }) => [id, standingId]));
  const taxId = rows.flatMap((row) => (row.taxId && !row.id ? cleanTaxId(row.taxId) : []));
  const holders = await contacts.all(ctx, { taxId, mergedInto: null }, { columns: ['id', 'taxId'] });
  const byTaxId = Map.groupBy(holders, (contact) => contact.taxId);
  return rows.map((row) => {
    if (row.id) return standing.get(row.id) ?? row.id;
    const own = row.taxId ? (byTaxId.get(cleanTaxId(row.taxId)) ?? []) : [];
    return own.length === 1 ? own[0]!.id : undefined;
  });
}
