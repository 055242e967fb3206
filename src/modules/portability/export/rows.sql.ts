import { tableColumns, tenantTables } from '#platform/db/columns.ts';
import type { TenantTable } from '#platform/db/schema.ts';
import { snakeCase } from '#platform/db/snake-case.ts';
import type { Tx } from '#platform/db/transaction.ts';
import { isUuid } from '#platform/id.ts';
import { folders, globalColumns, plainBytes, withheld } from './exported.ts';

/** A file of rows in an export: a line of JSON for each. */
interface RowsFile {
  path: string;
  /** The PostgreSQL type of each field; `!` marks those that are never null. */
  fields: Record<string, string>;
  statement: string;
}

/** Numbers that JSON readers would round are texts. */
const EXACT = /^(bigint|numeric)(\[\])?!?$/;

/** All files of rows of an organization. COPY takes no parameters, so the id is a literal. */
export function rowsFilesOf(organizationId: string): RowsFile[] {
  if (!isUuid(organizationId)) throw new Error('An organization id must be a UUID.');
  const own = `organization_id = '${organizationId}'`;
  const tenant = Object.entries(folders).flatMap(([folder, tables]) =>
    tables.map((table) => fileOf(folder, table, exportedColumns(table), own)),
  );
  const global = Object.entries(globalColumns).map(([table, columns]) =>
    fileOf('organization', table as keyof typeof tableColumns, columns, own),
  );
  return [...organizationFiles(organizationId), ...global, ...tenant];
}

/** The columns of a tenant table that leave the service. */
export function exportedColumns(table: TenantTable): string[] {
  const secret = new Set(withheld[table]);
  const plain = new Set(plainBytes[table]);
  return Object.entries(tableColumns[table])
    .filter(([name, type]) => !secret.has(name) && (!type.startsWith('bytea') || plain.has(name)))
    .map(([name]) => name)
    .filter((name) => name !== 'organizationId');
}

/** The tables and columns that stay behind. */
export const withheldColumns = (): Record<string, string[]> =>
  Object.fromEntries(
    tenantTables.flatMap((table): [string, string[]][] => {
      const kept = new Set(exportedColumns(table));
      const missing = Object.keys(tableColumns[table]).filter((name) => name !== 'organizationId' && !kept.has(name));
      return missing.length > 0 ? [[table, missing]] : [];
    }),
  );

function fileOf(folder: string, table: keyof typeof tableColumns, columns: readonly string[], where: string): RowsFile {
  const types: Record<string, string> = tableColumns[table];
  const fields = Object.fromEntries(columns.map((name) => [name, types[name]!]));
  const selected = columns.map((name) => `${exactly(snakeCase(name), types[name]!)} AS "${name}"`);
  // The primary key begins with the organization, and ids are ordered by time.
  const order = ['seq', 'id'].find((name) => name in fields);
  const rows = `SELECT ${selected.join(', ')} FROM ${snakeCase(table)} WHERE ${where} ${order ? `ORDER BY ${order}` : ''}`;
  return { path: `${folder}/${snakeCase(table).replaceAll('_', '-')}.ndjson`, fields, statement: asLines(rows) };
}

function exactly(column: string, type: string): string {
  if (EXACT.test(type)) return `"${column}"::text${type.includes('[]') ? '[]' : ''}`;
  return type.startsWith('bytea') ? `encode("${column}", 'hex')` : `"${column}"`;
}

/** The organization itself, and its members with their names. */
function organizationFiles(organizationId: string): RowsFile[] {
  const { version: _, imageKey: _key, clockOffsetMs: _offset, ...organization } = tableColumns.organizations;
  const { name, email } = tableColumns.users;
  const { organizationId: _organization, ...membership } = tableColumns.memberships;
  const own = fileOf('organization', 'organizations', Object.keys(organization), `id = '${organizationId}'`);
  const members = `SELECT m.user_id AS "userId", u.name, u.email, m.role, m.permissions, m.active, m.joined_at AS "joinedAt"
    FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.organization_id = '${organizationId}' ORDER BY m.joined_at`;
  return [
    { ...own, path: 'organization/organization.ndjson' },
    { path: 'organization/members.ndjson', fields: { ...membership, name, email }, statement: asLines(members) },
  ];
}

/** JSON has neither of the two signs, so COPY quotes nothing and writes each row as it is. */
const AS_IT_IS = String.raw`FORMAT csv, QUOTE E'\x01', DELIMITER E'\x02'`;

const asLines = (rows: string): string => `COPY (SELECT row_to_json(r)::text FROM (${rows}) r) TO STDOUT (${AS_IT_IS})`;

/** The last migration, which determines the columns. */
export async function selectSchemaVersion(tx: Tx): Promise<string> {
  const last = await tx.selectFrom('migrations').select('name').orderBy('name', 'desc').executeTakeFirstOrThrow();
  return last.name;
}
