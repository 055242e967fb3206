import { z } from 'zod';
import type { JobContext, SteppedContext, TenantContext } from '#platform/context.ts';
import { fileAnswer, writeTable } from '#platform/export/download.ts';
import { batchesByKey, type RowBatches } from '#platform/export/table.ts';
import { type PageRequest, pageWindow, toPage } from '#platform/http/page.ts';
import type { RawAnswer } from '#platform/http/route.ts';
import { newId } from '#platform/id.ts';
import { job } from '#platform/jobs/job.ts';
import { NotFound, refusal } from '#platform/refusal.ts';
import { type ListFilter, readFilter } from '../resource/list.ts';
import { columns, type ExportedResource, readBatch } from './columns.ts';
import {
  insertExport,
  type ResourceExport,
  selectExport,
  selectExportByName,
  selectExports,
  updateExport,
} from './export.sql.ts';

const BATCH = 500;

export const ExportNotReady = refusal(
  409,
  'export_not_ready',
  'The file is still being made, or it could not be made.',
);

/** Asks for a file of the resources that a filter leaves; a job makes it. */
export async function startExport(
  ctx: TenantContext,
  { format, ...filter }: ListFilter & { format: 'csv' | 'xlsx' },
): Promise<ResourceExport> {
  const id = newId();
  const fileName = `recursos-${ctx.today}-${id.slice(-12)}.${format}`;
  const asked = { id, fileName, format, filter, requestedBy: ctx.userId, createdAt: ctx.now };
  const started = await insertExport(ctx.tx, ctx.organizationId, asked);
  ctx.enqueue(makeExport, { organizationId: ctx.organizationId, id });
  return started;
}

const keyOf = (organizationId: string, { id, format }: ResourceExport): string =>
  `exports/resources/${organizationId}/${id}.${format}`;

/** Makes the file, a batch at a time. Done again after a failure, it makes the same file. */
export const makeExport = job({
  name: 'catalog/make-export',
  payload: z.object({ organizationId: z.uuid(), id: z.uuid() }),
  timeoutSeconds: 1_800,
  attempts: 4,
  run: async (ctx, { organizationId, id }) => {
    const asked = await ctx.within(organizationId, ({ tx }) => selectExport(tx, organizationId, id));
    if (asked?.status !== 'running') return;
    try {
      const rowCount = await writeFile(ctx, organizationId, asked);
      await finish(ctx, organizationId, id, { status: 'done', rowCount });
    } catch (error) {
      if (ctx.lastAttempt) await finish(ctx, organizationId, id, { status: 'failed', rowCount: null });
      throw error;
    }
  },
});

const finish = (
  ctx: JobContext,
  organizationId: string,
  id: string,
  outcome: { status: 'done' | 'failed'; rowCount: number | null },
): Promise<unknown> =>
  ctx.within(organizationId, ({ tx, now }) => updateExport(tx, organizationId, id, { ...outcome, finishedAt: now }));

async function writeFile(ctx: JobContext, organizationId: string, asked: ResourceExport): Promise<number> {
  const filter = await ctx.within(organizationId, (tenant) => readFilter(tenant, asked.filter as ListFilter));
  let rowCount = 0;
  const batches = batchesByKey(BATCH, async (last: ExportedResource | null) => {
    ctx.signal.throwIfAborted();
    const after = last ? { sortName: last.sortName, id: last.id } : undefined;
    return ctx.within(organizationId, (tenant) => readBatch(tenant, { ...filter, after }, BATCH));
  });
  const counted = async function* (): RowBatches<ExportedResource> {
    for await (const rows of batches) {
      rowCount += rows.length;
      yield rows;
    }
  };
  await ctx.storage.put(keyOf(organizationId, asked), writeTable(asked.format, columns, counted()));
  return rowCount;
}

export async function listExports(ctx: TenantContext, query: PageRequest) {
  const { rows, counted } = await selectExports(ctx.tx, ctx.organizationId, pageWindow(query));
  return toPage(query, rows.map(describeExport), counted);
}

export const describeExport = ({ filter: _, ...row }: ResourceExport) => row;

/** Hands a file out that was made before. */
export async function downloadExport(ctx: SteppedContext, fileName: string): Promise<RawAnswer> {
  const { organizationId } = ctx;
  const found = await ctx.transaction(({ tx }) => selectExportByName(tx, organizationId, fileName));
  if (!found) throw NotFound();
  if (found.status !== 'done') throw ExportNotReady();
  const body = await ctx.storage.stream(keyOf(organizationId, found));
  if (!body) throw NotFound();
  return fileAnswer({ format: found.format, fileName: found.fileName, body });
}
