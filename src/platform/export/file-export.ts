import { z } from 'zod';
import type { TenantContext, TenantSteps } from '../context.ts';
import { Timestamp } from '../date.ts';
import { type PageRequest, pageWindow, toPage } from '../http/page.ts';
import { RawAnswer } from '../http/route.ts';
import { newId } from '../id.ts';
import { type TenantJob, type TenantJobContext, tenantJob } from '../jobs/job.ts';
import { NotFound, refusal } from '../refusal.ts';
import { writeCsv } from './csv.ts';
import { tableHeaders } from './download.ts';
import {
  deleteOldExports,
  insertExport,
  type StoredExport,
  selectExport,
  selectExportByName,
  selectExports,
  updateExport,
} from './file-export.sql.ts';
import { batchesByKey, type Column, type RowBatches } from './table.ts';
import { writeXlsx } from './xlsx.ts';

export const ExportNotReady = refusal(
  409,
  'export_not_ready',
  'This file is not ready: it is being made, or that failed.',
);

const BATCH = 1_000;
const EXPORTS_KEPT = 100;

export const ExportView = z.object({
  id: z.uuid(),
  fileName: z.string().describe('Download it by this name once it is done.'),
  format: z.enum(['csv', 'xlsx']),
  filters: z.record(z.string(), z.unknown()),
  status: z.enum(['running', 'done', 'failed']),
  rows: z.number().int().nullable(),
  userId: z.uuid().nullable(),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
});

/** A table that is made into a file in the background, with a history of the files that were asked for. */
export interface FileExport<F> {
  /** The module that declares the export lists it. */
  job: TenantJob<{ id: z.ZodUUID }>;
  begin(ctx: TenantContext, asked: { format: 'csv' | 'xlsx'; filters: F }): Promise<z.input<typeof ExportView>>;
  history(ctx: TenantContext, query: PageRequest): Promise<ReturnType<typeof toPage<z.input<typeof ExportView>>>>;
  /** The route declares `downloads`. */
  download(ctx: TenantSteps, fileName: string): Promise<RawAnswer>;
}

interface Declaration<F extends z.ZodType, R> {
  /** `inventory/serial-numbers`: the module, and what is in the file. */
  name: `${string}/${string}`;
  /** How the file is called, before its day: `numeros-de-serie`. */
  fileName: string;
  filters: F;
  columns: Column<R>[];
  /** The next rows by key, at most `limit`. */
  read(ctx: TenantContext, filters: z.output<F>, after: R | null, limit: number): Promise<R[]>;
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
      const { tx, organizationId, userId, now: createdAt } = ctx;
      const id = newId();
      const fileName = `${declared.fileName}-${ctx.today}-${id}.${format}`;
      const row = { organizationId, id, kind, fileName, format, filters, userId, createdAt };
      const stored = await insertExport(tx, row);
      ctx.enqueue(made, { id }, { group: organizationId });
      return describe(stored);
    },
    history: async (ctx, query) => {
      const { rows, counted } = await selectExports(ctx.tx, ctx.organizationId, kind, pageWindow(query));
      return toPage(query, rows.map(describe), counted);
    },
    download: async (ctx, fileName) => {
      const found = await ctx.transaction(({ tx, organizationId }) =>
        selectExportByName(tx, organizationId, kind, fileName),
      );
      if (!found) throw NotFound();
      const bytes = found.status === 'done' ? await ctx.storage.stream(keyOf(ctx.organizationId, found.id)) : null;
      if (!bytes) throw ExportNotReady();
      return new RawAnswer(bytes, tableHeaders(found.format, fileName));
    },
  };
}

const keyOf = (organizationId: string, id: string): string => `exports/${organizationId}/${id}`;

const describe = ({ rowCount, filters, ...stored }: StoredExport) => ({
  ...stored,
  filters: filters as Record<string, unknown>,
  rows: rowCount,
});

/** Reads a batch at a time, each in a transaction of its own, and writes it while the next is read. */
async function make<F extends z.ZodType, R>(
  ctx: TenantJobContext,
  id: string,
  kind: string,
  { filters, columns, read }: Declaration<F, R>,
): Promise<void> {
  const { organizationId } = ctx;
  const asked = await ctx.transaction(({ tx }) => selectExport(tx, organizationId, id));
  if (asked?.status !== 'running') return;
  const chosen = filters.parse(asked.filters);
  let rowCount = 0;
  const batches = batchesByKey(BATCH, async (last: R | null) => {
    ctx.signal.throwIfAborted();
    const rows = await ctx.transaction((unit) => read(unit, chosen, last, BATCH));
    rowCount += rows.length;
    return rows;
  });
  await ctx.storage.write(keyOf(organizationId, id), written(asked.format, columns, batches));
  await finish(ctx, id, { status: 'done', rowCount });
  const old = await ctx.transaction(({ tx }) => deleteOldExports(tx, organizationId, kind, EXPORTS_KEPT));
  for (const each of old) await ctx.storage.delete(keyOf(organizationId, each));
}

const written = <R>(format: 'csv' | 'xlsx', columns: Column<R>[], batches: RowBatches<R>): AsyncIterable<Buffer> =>
  format === 'csv' ? writeCsv(columns, batches) : writeXlsx(columns, batches);

const finish = (
  ctx: TenantSteps,
  id: string,
  outcome: { status: 'done' | 'failed'; rowCount: number | null },
): Promise<unknown> =>
  ctx.transaction(({ tx, organizationId, now }) =>
    updateExport(tx, organizationId, id, { ...outcome, finishedAt: now }),
  );
