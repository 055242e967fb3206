import { z } from 'zod';
import { beginImport, describeImport, Import, ImportRunning } from '#modules/organization/index.ts';
import type { Permission } from '#platform/auth/permission.ts';
import type { TenantContext } from '#platform/context.ts';
import { TableFormat, tableAnswer, tableDownload } from '#platform/export/download.ts';
import { validRowsOnly } from '#platform/http/bulk.schema.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { type Route, route } from '#platform/http/route.ts';
import { type TenantJob, tenantJob } from '#platform/jobs/job.ts';
import { InvalidRequest, ReferenceNotFound, Refusal, unknownReference } from '#platform/refusal.ts';
import { findContent } from '../file/content.ts';
import { carryOut, type ImportDeclaration, stop } from './carry-out.ts';

const BYTES_MAX = 15_000_000;

const NewImport = z.strictObject({
  fileId: z.uuid().describe('An uploaded CSV or XLSX file of up to 15 MB and 20,000 rows.'),
  dryRun: z.boolean().default(false).describe('Only check the file.'),
  validRowsOnly,
});

interface Declaration<R, V, F> extends ImportDeclaration<R, V, F> {
  /** `catalog/resources`: the module, and the kind of the import. */
  name: `${string}/${string}`;
  path: `/v1/${string}`;
  area: string;
  /** In plain words: `products and services`. */
  rowsAre: string;
  /** How a row without an id is recognized. */
  foundBy: string;
}

/**
 * A file of rows that is imported in the background: its columns are those of an export, and its rows are written by a bulk operation
 * of the API, in the name of the person. The module lists the routes and the job.
 */
export function fileImport<R, V, F>(declared: Declaration<R, V, F>): { routes: Route[]; job: TenantJob } {
  const { name, path, area, rowsAre, foundBy } = declared;
  const kind = name.split('/')[1]!;
  const job = tenantJob({
    name: `${name}-import`,
    payload: { id: z.uuid(), storageKey: z.string(), validRowsOnly: z.boolean() },
    timeoutSeconds: 3_600,
    run: async (ctx, given) => {
      try {
        await carryOut(ctx, given, declared);
      } catch (error) {
        if (error instanceof Refusal && error.kind.status < 500) return stop(ctx, given.id, error.message);
        if (ctx.lastAttempt) await stop(ctx, given.id, 'It stopped because of a problem on our side: try again.');
        throw error;
      }
    },
  });
  const begin = async (ctx: TenantContext, { fileId, dryRun, ...options }: z.output<typeof NewImport>) => {
    const content = await findContent(ctx, fileId);
    if (!content) throw unknownReference('body.fileId', 'The file');
    if (content.bytes > BYTES_MAX) {
      throw InvalidRequest.at('body.fileId', 'too_large', `A file of up to ${BYTES_MAX / 1_000_000} MB can be read.`);
    }
    const id = await beginImport(ctx, { kind, fileName: content.name, dryRun });
    ctx.enqueue(job, { id, storageKey: content.storageKey, ...options }, { group: ctx.organizationId });
    return describeImport(ctx, id);
  };
  const routes = [
    route('POST', `${path}/import`, `${area}:write` as Permission, {
      summary: `Import ${rowsAre} from a file`,
      description: `Creates and changes ${rowsAre} from the rows of a spreadsheet, in the background: \`GET /v1/organization/import/{importId}\` shows its result. Its headings are those of the template and of an export, in Spanish or English. A row with the \`Id\` of an export, or ${foundBy}, changes that one; empty cells change nothing. By default a wrong row refuses the file. With \`dryRun\` nothing is written.`,
      status: 202,
      body: NewImport,
      returns: Import,
      refusals: [ReferenceNotFound, ImportRunning],
      examples: { body: { fileId: exampleId, dryRun: true } },
      handler: (ctx, { body }) => begin(ctx, body),
    }),
    route('GET', `${path}/import/template`, `${area}:read` as Permission, {
      summary: `Download a template to import ${rowsAre}`,
      description: 'An empty table with the headings that an import reads.',
      downloads: true,
      query: z.strictObject({ format: TableFormat.default('xlsx') }),
      returns: tableAnswer,
      handler: (ctx, { query: { format } }) =>
        tableDownload(ctx, {
          format,
          fileName: `plantilla-${kind}`,
          columns: declared.columns.filter(({ reading }) => reading && reading.field !== 'id'),
          batches: [],
        }),
    }),
  ];
  return { routes, job: job as unknown as TenantJob };
}
