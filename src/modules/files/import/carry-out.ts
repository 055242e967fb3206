import {
  type Counts,
  countRows,
  finishImport,
  type ImportError,
  isImportRunning,
  startRows,
} from '#modules/organization/index.ts';
import type { Permission } from '#platform/auth/permission.ts';
import { computation } from '#platform/compute/computation.ts';
import type { TenantContext } from '#platform/context.ts';
import type { TranslatedColumn } from '#platform/export/table.ts';
import { asRefusal } from '#platform/http/as-refusal.ts';
import type { RowResult } from '#platform/http/bulk.ts';
import { type Reading, saysTheSame } from '#platform/import/reading.ts';
import type { TenantJobContext } from '#platform/jobs/job.ts';
import { languages } from '#platform/pages/language.ts';
import { type FieldError, refusal } from '#platform/refusal.ts';
import { mapInTurns } from '#platform/turns.ts';
import type readImport from './read-import.compute.ts';

/** The present state that the rows of a slice refer to, read in one transaction. */
interface Found<R, F> {
  /** The id of the object that each row changes; undefined: a new one. */
  ids: (string | undefined)[];
  /** These objects as an export shows them. */
  current: ReadonlyMap<string, R>;
  facts: F;
}

interface CellError {
  field: string;
  message: string;
}

export interface ImportDeclaration<R, V, F> {
  /** The bulk operation that writes the rows, and the field of its body. It takes `validRowsOnly`. */
  operation: string;
  rows: string;
  /** How many rows it takes at once, where they depend on each other. */
  rowsAtOnce?: number;
  /** A further permission that the operation asks for where rows need it. */
  alsoNeeds?: Permission;
  columns: TranslatedColumn<R>[];
  /** The fields by which a row of headings is recognized. */
  keyFields: (keyof V)[];
  find(ctx: TenantContext, rows: Partial<V>[]): Promise<Found<R, F>>;
  /** Values that two rows of a file cannot share, in the form in which they are compared. */
  uniquesOf(row: Partial<V>): { field: string; key: string }[];
  /** A row of the body: its changed fields, without the id; and what is wrong with them. */
  compose(
    row: Partial<V>,
    isChanged: (field: keyof V) => boolean,
    facts: F,
    current: R | undefined,
  ): { body: Record<string, unknown>; errors?: CellError[] };
  /** The field whose column an error of the body is about; by default the first name in its path. */
  fieldOf?(path: string, body: Record<string, unknown>): string | undefined;
}

const NotAllowed = refusal('import_not_allowed', 'The person who started it may not write these any more.', 403);

const reading = computation<typeof readImport>(import.meta.resolve('./read-import.compute.ts'), {
  deadlineMs: 30_000,
  endsThread: true,
});
const EXCEL_ERROR = /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!)$/;
const ERRORS_KEPT_MAX = 100;
const ROWS_AT_ONCE = 500;
/** The refusals of an operation for what it was given; others, such as of a closed organization, stop the import. */
const ABOUT_ROWS = new Set([400, 409, 422]);

interface Work<R, V, F> {
  ctx: TenantJobContext;
  declared: ImportDeclaration<R, V, F>;
  importId: string;
  userId: string;
  columns: (TranslatedColumn<R> & { reading: Reading })[];
  /** The headings of the file. */
  headings: (string | null)[];
  /** Tries the rows, tries and counts them, or writes them. */
  mode: 'try' | 'check' | 'write';
  /** The row of the file that has each unique value. */
  seen: Map<string, number>;
}

interface Row {
  row: number;
  body: Record<string, unknown>;
  errors: ImportError[];
}

interface Tally extends Counts {
  errors: ImportError[];
}

export const stop = (ctx: TenantJobContext, id: string, message: string): Promise<void> =>
  ctx.transaction((unit) => finishImport(unit, id, { status: 'failed', errors: [{ message }] }));

/**
 * Reads the file and writes its rows, some hundred in a transaction that also counts them, so that a job that is repeated goes on
 * where it was. Unless only valid rows are wanted, all rows are tried first, and one that is wrong refuses the file.
 */
export async function carryOut<R, V, F>(
  ctx: TenantJobContext,
  { id, storageKey, validRowsOnly }: { id: string; storageKey: string; validRowsOnly: boolean },
  declared: ImportDeclaration<R, V, F>,
): Promise<void> {
  const columns = declared.columns.flatMap(({ reading, ...column }) => (reading ? { ...column, reading } : []));
  if (!(await ctx.transaction((unit) => isImportRunning(unit, id)))) return;
  const bytes = await ctx.storage.get(storageKey);
  if (!bytes) return stop(ctx, id, 'The file was deleted.');
  const { headings, slices, count, ignored } = await ctx.compute(reading, {
    bytes,
    rowsAtOnce: declared.rowsAtOnce ?? ROWS_AT_ONCE,
    columns: columns.map(({ title, reading: { field, also, isList } }) => ({
      headings: [...Object.values(typeof title === 'string' ? [title] : title), ...also],
      isList,
      isKey: declared.keyFields.some((key) => key === field),
    })),
  });
  const before = await ctx.transaction((unit) => startRows(unit, id, { rowCount: count, ignoredColumns: ignored }));
  const done = before.createdCount + before.updatedCount + before.unchangedCount + before.failedCount;
  const work = { ctx, declared, importId: id, userId: before.userId!, columns, headings };
  if (!validRowsOnly && !before.dryRun && done === 0) {
    const { failedCount, errors } = await writeSlices({ ...work, mode: 'try', seen: new Map() }, slices, 0);
    const refused = { status: 'failed', failedCount, errors } as const;
    if (failedCount > 0) return ctx.transaction((unit) => finishImport(unit, id, refused));
  }
  await writeSlices({ ...work, mode: before.dryRun ? 'check' : 'write', seen: new Map() }, slices, done);
  await ctx.transaction((unit) => finishImport(unit, id, {}));
}

async function writeSlices<R, V, F>(work: Work<R, V, F>, slices: string[], done: number): Promise<Tally> {
  const tallies: Tally[] = [];
  let place = 0;
  for (const slice of slices) {
    work.ctx.signal.throwIfAborted();
    const rows = await readSlice(work, JSON.parse(slice) as [number, ...string[]][]);
    tallies.push(await writeRows(work, rows.slice(Math.max(0, done - place))));
    place += rows.length;
  }
  return sumOf(tallies);
}

/** The rows of a slice as the bulk operation takes them, with what is wrong in their cells. */
async function readSlice<R, V, F>(work: Work<R, V, F>, slice: [number, ...string[]][]): Promise<Row[]> {
  const { ctx, declared, columns } = work;
  const given = slice.map(([row, ...cells]) => ({ row, cells, values: valuesOf<V>(columns, cells) }));
  const { ids, current, facts } = await ctx.transaction((unit) =>
    declared.find(
      unit,
      given.map(({ values }) => values),
    ),
  );
  return mapInTurns(given, ({ row, cells, values }, index): Row => {
    const id = ids[index];
    const before = id === undefined ? undefined : current.get(id);
    const changed = columns.filter((column, place) => isChanged(column, cells[place]!, before));
    const wrong = changed.flatMap((column) => cellErrors(column.reading, cells[columns.indexOf(column)]!, values));
    const isFieldChanged = (field: keyof V) => changed.some((column) => column.reading.field === field);
    const composed = wrong.length > 0 ? { body: {} } : declared.compose(values, isFieldChanged, facts, before);
    const errors = [...wrong, ...(composed.errors ?? []), ...repeated(work, row, id, declared.uniquesOf(values))];
    return {
      row,
      body: id === undefined ? composed.body : { id, ...composed.body },
      errors: errors.map(({ field, message }) => ({ row, column: headingOf(work, field), message })),
    };
  });
}

const valuesOf = <V>(columns: { reading: Reading }[], cells: string[]): Partial<V> =>
  Object.fromEntries(
    columns.map(({ reading: { field, read } }, place) => [field, cells[place] ? read(cells[place]) : undefined]),
  ) as Partial<V>;

/** A cell as an export writes it changes nothing, in whichever language. Neither does an empty one. */
const isChanged = <R>({ kind, value }: TranslatedColumn<R>, cell: string, before: R | undefined): boolean =>
  cell !== '' && !(before && languages.some((language) => saysTheSame(cell, value(before, language) ?? '', kind)));

function cellErrors({ field, expects }: Reading, cell: string, values: Record<string, unknown>): CellError[] {
  if (EXCEL_ERROR.test(cell)) return [{ field, message: `The spreadsheet could not compute this cell: ${cell}` }];
  if (values[field] !== undefined) return [];
  return [{ field, message: `“${cell.slice(0, 100)}” is not ${expects}.` }];
}

/** The values that an earlier row of the file has too. */
function repeated<R, V, F>(
  { seen }: Work<R, V, F>,
  row: number,
  id: string | undefined,
  uniques: { field: string; key: string }[],
): CellError[] {
  const own = id === undefined ? uniques : [...uniques, { field: 'id', key: id }];
  const errors = own.flatMap(({ field, key }) => {
    const earlier = seen.get(`${field} ${key}`);
    seen.set(`${field} ${key}`, earlier ?? row);
    if (earlier === undefined || earlier === row) return [];
    return [{ field, message: field === 'id' ? `Row ${earlier} changes the same one.` : `Row ${earlier} has it too.` }];
  });
  return errors.length > 1 ? errors.filter(({ field }) => field !== 'id') : errors;
}

const headingOf = (
  { columns, headings }: { columns: { reading: Reading }[]; headings: (string | null)[] },
  field: string,
): string | undefined =>
  headings[columns.findIndex(({ reading }, place) => reading.field === field && headings[place])] ?? undefined;

/** Writes rows and counts them. Where the operation refuses all of them, halves of them show which one it is about. */
async function writeRows<R, V, F>(work: Work<R, V, F>, rows: Row[]): Promise<Tally> {
  const { ctx, declared, importId, mode } = work;
  const valid = rows.filter(({ errors }) => errors.length === 0);
  const count = (unit: TenantContext, tally: Tally) => countRows(unit, importId, tally, tally.errors);
  const counted = async (results: RowResult[]): Promise<Tally> => {
    const tally = tallyOf(work, rows, valid, results);
    if (mode !== 'try') await ctx.transaction((unit) => count(unit, tally));
    return tally;
  };
  if (valid.length === 0) return counted([]);
  const operation = ctx.operations.find(declared.operation)!;
  const caller = await ctx.transaction((unit) =>
    unit.operations.delegateOf(unit, {
      userId: work.userId,
      delegateId: importId,
      permissions: [operation.permission, declared.alsoNeeds ?? operation.permission],
    }),
  );
  if (!caller?.organization?.permissions.has(operation.permission)) throw NotAllowed();
  const body = { [declared.rows]: valid.map((row) => row.body), validRowsOnly: true };
  const request = { params: {}, query: {}, body };
  try {
    if (mode !== 'write') {
      const { body: trial } = await ctx.operations.perform(operation, caller, request, { dryRun: true });
      return counted((trial as { body: Answer }).body.results);
    }
    let tally: Tally | null = null;
    const book = async (unit: TenantContext, answer: { body: unknown }) => {
      tally = tallyOf(work, rows, valid, (answer.body as Answer).results);
      await count(unit, tally);
    };
    await ctx.operations.perform(operation, caller, request, { book });
    return tally!;
  } catch (thrown) {
    const refused = asRefusal(thrown);
    if (!ABOUT_ROWS.has(refused.kind.status)) throw thrown;
    if (valid.length === 1) {
      valid[0]!.errors = errorsOf(work, valid[0]!, refused.errors, refused.message);
      return writeRows(work, rows);
    }
    const middle = Math.ceil(rows.length / 2);
    return sumOf([await writeRows(work, rows.slice(0, middle)), await writeRows(work, rows.slice(middle))]);
  }
}

interface Answer {
  results: RowResult[];
}

function tallyOf<R, V, F>(work: Work<R, V, F>, rows: Row[], valid: Row[], results: RowResult[]): Tally {
  const errors = new Map(rows.map(({ row, errors: own }) => [row, own]));
  for (const [place, result] of results.entries()) {
    if (result.outcome === 'failed') errors.set(valid[place]!.row, errorsOf(work, valid[place]!, result.errors));
  }
  const countOf = (outcome: string) => results.filter((result) => result.outcome === outcome).length;
  return {
    createdCount: countOf('created'),
    updatedCount: countOf('updated'),
    unchangedCount: countOf('unchanged'),
    failedCount: rows.length - valid.length + countOf('failed'),
    errors: [...errors.values()].flat().slice(0, ERRORS_KEPT_MAX),
  };
}

/** Errors of the operation, with the row and the heading of the file. */
function errorsOf<R, V, F>(
  work: Work<R, V, F>,
  { row, body }: Row,
  errors: FieldError[],
  message = 'It cannot be written.',
): ImportError[] {
  if (errors.length === 0) return [{ row, message }];
  return errors.map((error) => {
    const path = error.path.replace(/^body\.\w+(\[\d+\])?\.?/, '');
    const field = work.declared.fieldOf?.(path, body) ?? /^\w*/.exec(path)![0];
    return { row, column: headingOf(work, field), message: error.message };
  });
}

const sumOf = (tallies: Tally[]): Tally => {
  const sum = (name: keyof Counts) => tallies.reduce((total, tally) => total + tally[name], 0);
  return {
    createdCount: sum('createdCount'),
    updatedCount: sum('updatedCount'),
    unchangedCount: sum('unchangedCount'),
    failedCount: sum('failedCount'),
    errors: tallies.flatMap(({ errors }) => errors).slice(0, ERRORS_KEPT_MAX),
  };
};
