import { fileImport } from '#modules/files/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { sortNameOf } from '#platform/search/folded.ts';
import { columns, describeExported, type ExportedContact } from '../beneficiary/export.ts';
import { type DatumKind, datumKinds, normalise } from '../contact-data/normalise.ts';
import { contactData, contacts } from '../tables.ts';
import { cleanTaxId } from '../tax-id/tax-id.ts';

type ContactCells = { id: string; name: string; taxId: string } & Record<
  DatumKind,
  { kind: DatumKind; value: string }[]
>;

/** The customers and suppliers of a file, written by the bulk operation. */
export const contactImport = fileImport<ExportedContact, ContactCells, null>({
  name: 'contacts/contacts',
  path: '/v1/beneficiary',
  area: 'contacts',
  rowsAre: 'customers and suppliers',
  foundBy: 'that has the RNC or cédula of exactly one contact, or without one its name and a telephone or e-mail,',
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
    const data = datumKinds.flatMap((kind) => (isChanged(kind) ? row[kind]! : []));
    const own = fields.filter(([field]) => !(datumKinds as readonly string[]).includes(field));
    return { body: { ...Object.fromEntries(own), ...(data.length > 0 && { contactData: data }) } };
  },
  fieldOf: (path, { contactData: data }) => {
    const place = /^contactData\[(\d+)\]/.exec(path)?.[1];
    return place === undefined ? undefined : (data as { kind: DatumKind }[])[Number(place)]?.kind;
  },
});

/** The contact of each row: by its id, else the only one with its tax id, or for a row without one that is alike. */
async function identify(ctx: TenantContext, rows: Partial<ContactCells>[]): Promise<(string | undefined)[]> {
  const given = await contacts.all(ctx, { id: rows.flatMap(({ id }) => id ?? []) }, { columns: ['id', 'standingId'] });
  const standing = new Map(given.map(({ id, standingId }) => [id, standingId]));
  const taxId = rows.flatMap((row) => (row.taxId && !row.id ? cleanTaxId(row.taxId) : []));
  const holders = await contacts.all(ctx, { taxId, mergedInto: null }, { columns: ['id', 'taxId'] });
  const byTaxId = Map.groupBy(holders, (contact) => contact.taxId);
  const findAlike = await alikeAmong(
    ctx,
    rows.filter((row) => !row.id && !row.taxId),
  );
  return rows.map((row) => {
    if (row.id) return standing.get(row.id) ?? row.id;
    const own = row.taxId ? (byTaxId.get(cleanTaxId(row.taxId)) ?? []) : findAlike(row);
    return own.length === 1 ? own[0]!.id : undefined;
  });
}

/** Contacts with the name of a row and one of its telephones or e-mails; for a row without these, contacts without them. */
async function alikeAmong(ctx: TenantContext, rows: Partial<ContactCells>[]) {
  const sortName = [...new Set(rows.flatMap(({ name }) => (name ? sortNameOf(name) : [])))];
  const named = await contacts.all(ctx, { sortName, mergedInto: null }, { columns: ['id', 'sortName', 'taxId'] });
  const data = await contactData.all(
    ctx,
    { contactId: named.map(({ id }) => id), kind: ['phone', 'email'] },
    { columns: ['contactId', 'kind', 'normalised'] },
  );
  const reaches = Map.groupBy(data, ({ contactId }) => contactId);
  const byName = Map.groupBy(named, (contact) => contact.sortName);
  return ({ name = '', phone = [], email = [] }: Partial<ContactCells>) => {
    const given = [...phone, ...email].map(({ kind, value }) => `${kind} ${normalise(kind, value, ctx.country)}`);
    return (byName.get(sortNameOf(name)) ?? []).filter(({ id, taxId }) => {
      const own = reaches.get(id) ?? [];
      if (given.length === 0) return own.length === 0 && taxId === null;
      return own.some(({ kind, normalised }) => given.includes(`${kind} ${normalised}`));
    });
  };
}
