import { createHash } from 'node:crypto';
import { toTimestamp } from '#platform/date.ts';
import { writeZip, type ZipEntry } from '#platform/export/zip.ts';
import type { TenantJobContext } from '#platform/jobs/job.ts';
import type { StoredBytes } from '#platform/storage/stored-kind.ts';
import { globalLeftOut, leftOut } from './exported.ts';
import { rowsFilesOf, selectSchemaVersion, withheldColumns } from './rows.sql.ts';

const MISSING_MAX = 1_000;

/** A file of rows as the manifest lists it. */
interface ListedFile {
  path: string;
  rows: number;
  bytes: number;
  sha256: string;
  fields: Record<string, string>;
}

/** The contents of an archive, counted while it is written. */
export class Contents {
  readonly files: ListedFile[] = [];
  storedFiles = 0;
  storedBytes = 0;
  bytes = 0;
  /** Files that were deleted while the archive was made. */
  readonly missing: string[] = [];

  get rows(): number {
    return this.files.reduce((sum, { rows }) => sum + rows, 0);
  }
}

/** Everything of an organization as one ZIP, written while it is read. */
export async function* writeArchive(ctx: TenantJobContext, contents: Contents): AsyncIterable<Buffer> {
  for await (const block of writeZip(entriesOf(ctx, contents))) {
    ctx.signal.throwIfAborted();
    contents.bytes += block.length;
    yield block;
  }
}

async function* entriesOf(ctx: TenantJobContext, contents: Contents): AsyncIterable<ZipEntry> {
  yield { path: 'README.txt', bytes: [Buffer.from(README)] };
  const facts = await ctx.transaction(async ({ tx, organizationId, now }) => ({
    organizationId,
    madeAt: toTimestamp(now),
    schemaVersion: await selectSchemaVersion(tx),
  }));
  const snapshot = await ctx.snapshot(ctx.signal);
  try {
    for (const { path, fields, statement } of rowsFilesOf(ctx.organizationId)) {
      const rows = snapshot.copy(statement);
      const file: ListedFile = { path, rows: 0, bytes: 0, sha256: '', fields };
      yield { path, bytes: measured(rows, file) };
      file.rows = rows.rowCount;
      contents.files.push(file);
    }
  } finally {
    await snapshot.end();
  }
  // Bytes do not change under their key, so they need no snapshot, which a slow storage would hold open.
  yield* storedEntries(ctx, contents);
  const { files, storedFiles, storedBytes, missing } = contents;
  const notExported = { tables: { ...leftOut, ...globalLeftOut }, columns: withheldColumns() };
  const manifest = { format: FORMAT, ...facts, files, storedFiles, storedBytes, missing, notExported };
  yield { path: 'manifest.json', bytes: [Buffer.from(JSON.stringify(manifest, null, 1))] };
}

const FORMAT = 'colmado-organization/1';

async function* measured(rows: AsyncIterable<Buffer>, file: ListedFile): AsyncIterable<Buffer> {
  const hash = createHash('sha256');
  for await (const block of rows) {
    hash.update(block);
    file.bytes += block.length;
    yield block;
  }
  file.sha256 = hash.digest('hex');
}

async function* storedEntries(ctx: TenantJobContext, contents: Contents): AsyncIterable<ZipEntry> {
  for (const kind of ctx.storedKinds) {
    let after: string | null = null;
    do {
      const page = await ctx.transaction((unit) => kind.page(unit, after));
      for (const stored of page.files) if (stored.path !== null) yield* storedEntry(ctx, stored, contents);
      after = page.next;
    } while (after !== null);
  }
}

async function* storedEntry(
  ctx: TenantJobContext,
  { key, path, isOptional }: StoredBytes,
  contents: Contents,
): AsyncIterable<ZipEntry> {
  const bytes = await ctx.storage.stream(key);
  if (!bytes) {
    if (!isOptional && contents.missing.length < MISSING_MAX) contents.missing.push(path!);
    return;
  }
  contents.storedFiles += 1;
  yield { path: path!, bytes: countedIn(contents, bytes) };
}

async function* countedIn(contents: Contents, bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  for await (const block of bytes) {
    contents.storedBytes += block.length;
    yield block;
  }
}

const README = `Todo lo que su organización tiene en Colmado / Everything that your organization has in Colmado

ES
- Cada archivo .ndjson tiene una línea de JSON por cada fila. manifest.json dice qué archivos hay, cuántas filas tienen, su SHA-256
  y el tipo de cada campo. Si falta manifest.json, el ZIP no está completo.
- Los importes de tipo bigint están en la unidad menor de su moneda: "578200" en DOP son 5,782.00. Precios, cantidades y tasas son
  decimales de tipo numeric. Ambos son textos, para que ningún programa los redondee. Las horas están en UTC.
- Los campos que terminan en Id son el id de una fila de otro archivo.
- Contraseñas, llaves y enlaces secretos no se exportan. files/ y electronic-invoices/ tienen los archivos guardados.

EN
- Each .ndjson file has one line of JSON for each row. manifest.json says which files there are, how many rows they have, their
  SHA-256 and the type of each field. Without manifest.json the ZIP is incomplete.
- Amounts of type bigint are in the minor unit of their currency: "578200" in DOP is 5,782.00. Prices, quantities and rates are
  decimals of type numeric. Both are texts, so that no program rounds them. Times are in UTC.
- Fields that end in Id are the id of a row in another file.
- Passwords, keys and secret links are not exported. files/ and electronic-invoices/ have the stored files.
`;
