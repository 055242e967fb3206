import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

const instant = 'ColumnType<string, Temporal.Instant | string, Temporal.Instant | string>';
const date = 'ColumnType<string, Temporal.PlainDate | string, Temporal.PlainDate | string>';
const typeMapping = {
  timestamptz: instant,
  date,
  int8: 'ColumnType<bigint, bigint | number, bigint | number>',
  numeric: 'string',
};

interface Column {
  table: string;
  column: string;
  type: string;
  required: boolean;
  tenant: boolean;
}

/** The values that a text column may have. */
interface Check {
  table: string;
  column: string;
  values: string[];
}

/** The TypeScript type of every table, with the values that a CHECK allows as a union. */
export async function databaseTypes(ownerUrl: string): Promise<string> {
  const generated = generatedTypes(ownerUrl);
  const [checks, columns] = await withClient(ownerUrl, (client) =>
    Promise.all([readChecks(client), readColumns(client)]),
  );
  const tenants = tenantTablesOf(columns).map((name) => `\n  | '${name}'`);
  const union = `\n/** The tables whose rows belong to one organization. */\nexport type TenantTable =${tenants.join('')};\n`;
  return checks.reduce(withUnion, generated) + union;
}

/** The generator exits before all of what it prints is read if the machine is busy, so it writes a file. */
function generatedTypes(ownerUrl: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'colmado-types-'));
  const file = join(folder, 'schema.ts');
  try {
    const options = [
      `--out-file=${file}`,
      '--log-level=silent',
      '--camel-case',
      '--dialect=postgres',
      '--include-pattern=public.*',
      '--date-parser=string',
      `--url=${ownerUrl}`,
      `--type-mapping=${JSON.stringify(typeMapping)}`,
    ];
    execFileSync('node_modules/.bin/kysely-codegen', options, { stdio: 'ignore' });
    return readFileSync(file, 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const tenantTablesOf = (columns: Column[]): string[] => [
  ...new Set(columns.filter(({ tenant }) => tenant).map(({ table }) => camelCase(table))),
];

/** The columns of every table with their PostgreSQL types, for the statements that the platform writes itself. */
export async function tableColumns(ownerUrl: string): Promise<string> {
  const columns = await withClient(ownerUrl, readColumns);
  const tables = [...Map.groupBy(columns, ({ table }) => table)].map(([table, own]) => {
    const fields = own.map(({ column, type, required }) => `${camelCase(column)}: '${type}${required ? '!' : ''}'`);
    return `  ${camelCase(table)}: { ${fields.join(', ')} },`;
  });
  return [
    '// Written by `npm run generate` from the migrated database. Do not edit.',
    "import type { TenantTable } from './schema.ts';",
    '',
    '/** The PostgreSQL type of each column; `!` marks NOT NULL. */',
    'export const tableColumns = {',
    ...tables,
    '} as const;',
    '',
    '/** The tables whose rows belong to one organization. */',
    'export const tenantTables: readonly TenantTable[] = [',
    ...tenantTablesOf(columns).map((name) => `  '${name}',`),
    '];',
    '',
  ].join('\n');
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function readColumns(client: pg.Client): Promise<Column[]> {
  const { rows } = await client.query<Column>(`
    SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, NULL) AS type, a.attnotnull AS required,
           c.relrowsecurity AS tenant
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    ORDER BY c.relname COLLATE "C", a.attnum`);
  return rows;
}

/** The text columns whose values a CHECK lists, in its own expression or in the function `app.valid` that it calls. */
async function readChecks(client: pg.Client): Promise<Check[]> {
  const { rows } = await client.query<{ table: string; definition: string }>(`
    SELECT c.relname AS table, pg_get_constraintdef(k.oid) AS definition
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
    WHERE k.contype = 'c' AND cardinality(k.conkey) = 1 AND c.relnamespace = 'public'::regnamespace
    UNION ALL
    SELECT c.relname, p.prosrc FROM pg_proc p
    JOIN pg_type t ON t.oid = p.proargtypes[0] JOIN pg_class c ON c.oid = t.typrelid
    WHERE p.oid::regprocedure::text LIKE 'app.valid(%'`);
  return rows.flatMap(({ table, definition }) =>
    [...definition.matchAll(VALUES)].map(([, column, listed, inFunction, listedInFunction]) => ({
      table,
      column: (column ?? inFunction)!,
      values: [...(listed ?? listedInFunction)!.matchAll(/'([^']*)'/g)].map(([, value]) => value!),
    })),
  );
}

/** As PostgreSQL writes an expression back, and as a function has it. */
const VALUES =
  /^CHECK \(\(+(\w+) = ANY \(ARRAY\[((?:'[^']*'::text(?:, )?)+)\]\)+$|\bAND r\.(\w+) IN \(((?:'[^']*'(?:, )?)+)\)/gm;

function withUnion(types: string, { table, column, values }: Check): string {
  const union = values.map((value) => `'${value}'`).join(' | ');
  const start = types.indexOf(`export interface ${pascalCase(table)} {`);
  const end = types.indexOf('\n}', start);
  if (start < 0) throw new Error(`There is no type of the table ${table}.`);
  const field = new RegExp(`^( {2}${camelCase(column)}: (?:Generated<)?)string`, 'm');
  return types.slice(0, start) + types.slice(start, end).replace(field, `$1${union}`) + types.slice(end);
}

const camelCase = (name: string): string => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const pascalCase = (name: string): string => camelCase(`_${name}`);
