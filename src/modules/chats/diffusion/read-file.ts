import { findContent } from '#modules/files/index.ts';
import { computation } from '#platform/compute/computation.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { InvalidRequest, unknownReference } from '#platform/refusal.ts';
import { diffusionEntries } from '../tables.ts';
import type { Audience, DiffusionTemplate } from './diffusion.schema.ts';
import { insertEntries } from './diffusion.sql.ts';
import type readRows from './read-rows.compute.ts';
import { variablesOf } from './variables.ts';

const reading = computation<typeof readRows>(import.meta.resolve('./read-rows.compute.ts'), {
  deadlineMs: 30_000,
  endsThread: true,
});
const PHONE_COLUMN = 'Teléfono';
const BYTES_MAX = 15_000_000;

export type ReadFile = Awaited<ReturnType<typeof readRows>>;

/** Reads the file of an audience in a thread, before the transaction that keeps its rows; null: the audience is no file. */
export async function readAudienceFile(
  steps: TenantSteps,
  audience: Audience | undefined,
  templates: DiffusionTemplate[],
): Promise<ReadFile | null> {
  const fileId = audience?.fileId;
  if (fileId === undefined) return null;
  const { content, country } = await steps.transaction(async (ctx) => ({
    content: await findContent(ctx, fileId),
    country: ctx.country,
  }));
  if (!content) throw unknownReference('body.audience.fileId', 'The file');
  if (content.bytes > BYTES_MAX) {
    const message = `A file of up to ${BYTES_MAX / 1_000_000} MB can be read.`;
    throw InvalidRequest.at('body.audience.fileId', 'too_large', message);
  }
  const bytes = await steps.storage.get(content.storageKey);
  if (!bytes) throw new Error(`The bytes of ${content.storageKey} are missing.`);
  const { phoneColumn = PHONE_COLUMN, nameColumn = null } = audience!;
  return steps.compute(reading, { bytes, country, phoneColumn, nameColumn, columns: variablesOf(templates).columns });
}

/** Replaces the rows that a diffusion keeps of its file. */
export async function keepRows(ctx: TenantContext, diffusionId: string, file: ReadFile | null): Promise<void> {
  await diffusionEntries.delete(ctx, { diffusionId });
  for (const rows of file?.slices ?? []) await insertEntries(ctx, diffusionId, rows);
}
