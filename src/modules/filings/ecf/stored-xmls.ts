import type { Tenant } from '#platform/db/table.ts';
import type { StoredBytes, StoredKind } from '#platform/storage/stored-kind.ts';
import { partKey, parts } from './stored-xml.ts';
import { type StoredXml, selectAnnulmentXmls, selectIssuedXmls, selectReceivedXmls } from './stored-xmls.sql.ts';

const PAGE = 500;

const kindOf = (
  what: string,
  folder: string,
  select: (tenant: Tenant, after: string | null, limit: number) => Promise<StoredXml[]>,
): StoredKind => ({
  what,
  page: async (tenant, after) => {
    const rows = await select(tenant, after, PAGE);
    const files = rows.flatMap(({ name, keys }) => keys.flatMap((key) => filesOf(key, `${folder}/${name}`)));
    return { files, next: rows.length === PAGE ? rows.at(-1)!.id : null };
  },
});

/** A document has some of its parts. */
const filesOf = (xmlKey: string, folder: string): StoredBytes[] =>
  parts.map((part) => ({ key: partKey(xmlKey, part), path: `${folder}/${part}.xml`, isOptional: true }));

/** The XML of electronic documents that has moved to the storage. Newer ones have theirs in their rows. */
export const storedXmls: StoredKind[] = [
  kindOf('issued electronic invoices', 'electronic-invoices/issued', selectIssuedXmls),
  kindOf('received electronic invoices', 'electronic-invoices/received', selectReceivedXmls),
  kindOf('annulments of numbers', 'electronic-invoices/annulments', selectAnnulmentXmls),
];
