import { z } from 'zod';
import type { TenantContext, TenantSteps } from '../context.ts';
import { Timestamp } from '../date.ts';
import { listOf, oneOf } from '../db/list.ts';
import type { Row } from '../db/table.ts';
import { tooManyRequests } from '../http/limits/rate-limit.ts';
import type { CursorPage, Page } from '../http/page.ts';
import { RawAnswer } from '../http/route.ts';
import { newId } from '../id.ts';
import { type TenantJob, type TenantJobContext, tenantJob } from '../jobs/job.ts';
import { refusal } from '../refusal.ts';
import { generalSettings } from '../settings/general.ts';
import { readSettings } from '../settings/settings.ts';
import { releaseFiles } from '../storage/files.ts';
import { writeCsv } from './csv.ts';
import { TableFormat, tableHeaders } from './download.ts';
import { deleteOldExports } from './file-export.sql.ts';
import { batchesByCursor, type Column, inLanguage, type RowBatches, type TranslatedColumn } from './table.ts';
import { fileExports } from './tables.ts';
import { writeXlsx } from './xlsx.ts';

export const ExportNotReady = refusal(
  'export_not_ready',
  'This export is not ready: wait for it, or request it again if it failed.',
  409,
);

const BATCH = 1_000;
const EXPORTS_KEPT = 100;
/** Files of one organization that are waiting or being made. Each reads all its rows. */
const RUNNING_MAX = 10;
const RETRY_SECONDS = 30;

export const ExportView = z.object({
  id: z.uuid(),
  fileName: z.string().describe('Download it by this name once it is done.'),
  format: TableFormat,
  filters: z.record(z.string(), z.unknown()).describe('As they were given.'),
  status: z.enum(['running', 'done', 'failed']).describe('It can be downloaded once it is `done`.'),
  rows: z.number().int().nullable().describe('How many rows the file has; null until it is done.'),
  userId: z.uuid().nullable().describe('Who asked for it; null: the service.'),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable().describe('When it was done or failed; null: it runs.'),
});

const history = listOf(fileExports, {
  filters: { status: oneOf('status', ExportView.shape.status) },
  scope: { kind: oneOf('kind', z.string()) },
  sort: { created: 'createdAt' },
  order: '-created',
});

/** The query of the list of files. */
export const ExportHistoryQuery = history.query;

/** A table that is made into a file in the background, with a history of the files that were asked for. */
interface FileExport<F> {
  /** The module that declares the export lists it. */
  job: TenantJob<{ id: z.ZodUUID }>;
  begin(ctx: TenantContext, asked: { format: 'csv' | 'xlsx'; filters: F }): Promise<z.input<typeof ExportView>>;
  history(ctx: TenantContext, query: z.output<typeof ExportHistoryQuery>): Promise<Page<z.input<typeof ExportView>>>;
  /** The route declares `downloads`. */
  download(ctx: TenantSteps, fileName: string): Promise<RawAnswer>;
}

interface Declaration<F extends z.ZodType, R> {
  /** `inventory/serial-numbers`: the module, and the rows of the file. */
  name: `${string}/${string}`;
  /** The name of the file before its date: `numeros-de-serie`. */
  fileName: string;
  filters: F;
  columns: TranslatedColumn<R>[];
  /** The next page of rows, by cursor. */
  read(
    ctx: TenantContext,
    filters: z.output<F>,
    page: { cursor: string | undefined; itemsPerPage: number },
  ): Promise<CursorPage<R>>;
}

export function fileExport<F extends z.ZodType, R>(declared: Declaration<F, R>): FileExport<z.output<F>> {
  const kind = declared.name.split('/')[1]!;
  const made = tenantJob({
    name: `${declared.name}-export`,
    payload: { id: z.uuid() },
    timeoutSeconds: 3_600,
    run: async (ctx, { id }) => {
      try {
        await make(ctx, id, kind, declared);
      } catch (error) {
        if (ctx.lastAttempt) await finish(ctx, id, { status: 'failed', rowCount: null });
        throw error;
      }
    },
  });
  return {
    job: made,
    begin: async (ctx, { format, filters }) => {
      const { organizationId, userId, now: createdAt } = ctx;
      if ((await fileExports.countForLimit(ctx, { status: 'running' })) >= RUNNING_MAX)
        throw tooManyRequests(RETRY_SECONDS);
      const id = newId();
      const fileName = `${declared.fileName}-${ctx.today}-${id}.${format}`;
      const stored = { id, kind, fileName, format, filters: filters as Record<string, unknown>, userId, createdAt };
      const begun = await fileExports.insert(ctx, stored);
      ctx.enqueue(made, { id }, { group: organizationId });
      return describe(begun);
    },
    history: (ctx, query) => history.page(ctx, { ...query, kind }, (rows) => rows.map(describe)),
    download: async (ctx, fileName) => {
      const found = await ctx.transaction((unit) => fileExports.get(unit, { kind, fileName }));
      const bytes = found.status === 'done' ? await ctx.storage.stream(fileKey(ctx.organizationId, found.id)) : null;
      if (!bytes) throw ExportNotReady();
      return new RawAnswer(bytes, tableHeaders(found.format, fileName));
    },
  };
}

export const fileKey = (organizationId: string, id: string): string => `exports/${organizationId}/${id}`;

const describe = ({ rowCount, ...stored }: Row<typeof fileExports>) => ({ ...stored, rows: rowCount });

/** Reads a batch at a time, each in a transaction of its own, and writes it while the next is read. */
async function make<F extends z.ZodType, R>(
  ctx: TenantJobContext,
  id: string,
  kind: string,
  { filters, columns, read }: Declaration<F, R>,
): Promise<void> {
  const { organizationId } = ctx;
  const wanted = await ctx.transaction((unit) => fileExports.find(unit, id));
  if (wanted?.status !== 'running') return;
  const { language } = await ctx.transaction((unit) => readSettings(unit, generalSettings));
  const chosen = filters.parse(wanted.filters);
  let rowCount = 0;
  const batches = batchesByCursor(async (cursor) => {
    ctx.signal.throwIfAborted();
    const page = await ctx.transaction((unit) => read(unit, chosen, { cursor, itemsPerPage: BATCH }));
    rowCount += page.data.length;
    return page;
  });
  await ctx.storage.write(fileKey(organizationId, id), written(wanted.format, inLanguage(columns, language), batches));
  await finish(ctx, id, { status: 'done', rowCount });
  await ctx.transaction(async (unit) => {
    const old = await deleteOldExports(unit, kind, EXPORTS_KEPT);
    await releaseFiles(
      unit,
      old.map((each) => fileKey(organizationId, each)),
    );
  });
}

const written = <R>(format: 'csv' | 'xlsx', columns: Column<R>[], batches: RowBatches<R>): AsyncIterable<Buffer> =>
  format === 'csv' ? writeCsv(columns, batches) : writeXlsx(columns, batches);

/** A file that failed may have been written before: its bytes go. */
const finish = (
  ctx: TenantSteps,
  id: string,
  outcome: { status: 'done' | 'failed'; rowCount: number | null },
): Promise<unknown> =>
  ctx.transaction(async (unit) => {
    await fileExports.updateAll(unit, { id, status: 'running' }, { ...outcome, finishedAt: unit.now });
    if (outcome.status === 'failed') await releaseFiles(unit, [fileKey(unit.organizationId, id)]);
  });
