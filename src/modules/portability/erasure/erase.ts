import { z } from 'zod';
import { beforeOrganizationErased } from '#modules/organization/index.ts';
import { isAfter, realNow } from '#platform/date.ts';
import { tenantTables } from '#platform/db/columns.ts';
import type { TenantTable } from '#platform/db/schema.ts';
import { snakeCase } from '#platform/db/snake-case.ts';
import { job, type TenantJobContext, tenantJob } from '#platform/jobs/job.ts';
import { findOwner } from '#platform/owner.sql.ts';
import { releaseFiles } from '#platform/storage/files.ts';
import { lockClosing } from '../closing/closing.sql.ts';
import { REOPENED_WITHIN } from '../closing/closing.ts';
import { mailOwner } from '../closing/letter.ts';
import { globalColumns, globalLeftOut } from '../export/exported.ts';
import { blankOrganization, deleteSome, hasRows, removeEverybody, selectDue, selectReferences } from './erase.sql.ts';
import { type ErasedTable, erasureOrder } from './order.ts';

const ORGANIZATIONS_AT_ONCE = 100;
const ROWS_AT_ONCE = 500;
const TIMEOUT_SECONDS = 6 * 3600;
const ATTEMPTS = 20;

/** Erases everything of an organization that stays closed. Every step can be repeated, so it goes on after a failure. */
export const eraseOrganization = tenantJob({
  name: 'portability/erase-organization',
  whileClosed: true,
  attempts: ATTEMPTS,
  backoffSeconds: 60,
  timeoutSeconds: TIMEOUT_SECONDS,
  run: async (ctx) => {
    if (!(await begin(ctx))) return;
    await releaseBytes(ctx);
    await ctx.transaction((unit) => beforeOrganizationErased(unit));
    for (const table of await tablesToErase(ctx)) await empty(ctx, table);
    await ctx.transaction(({ tx, organizationId }) => blankOrganization(tx, organizationId));
    ctx.log.info({ organizationId: ctx.organizationId }, 'organization erased');
  },
});

export const eraseDue = job({
  name: 'portability/erase-due',
  payload: z.object({}),
  cron: { expression: '17 * * * *', timeZone: 'UTC' },
  run: (ctx) =>
    ctx.transaction(async (unit) => {
      const due = await selectDue(unit.tx, realNow().subtract(REOPENED_WITHIN), ORGANIZATIONS_AT_ONCE);
      for (const organizationId of due)
        unit.enqueue(eraseOrganization, { organizationId }, { group: 'erasure', groupConcurrency: 1 });
    }),
});

/** Whether it is to be erased. The lock decides between a reopening and this. */
const begin = (job: TenantJobContext): Promise<boolean> =>
  job.transaction(async (ctx) => {
    const { tx, organizationId } = ctx;
    const { name, closedAt, erasedAt } = await lockClosing(tx, organizationId);
    if (erasedAt !== null) return true;
    const now = realNow();
    if (closedAt === null || isAfter(Temporal.Instant.from(closedAt).add(REOPENED_WITHIN), now)) return false;
    const owner = await findOwner(tx, organizationId);
    await removeEverybody(tx, organizationId, now);
    if (owner) await mailOwner(ctx, owner.email, { event: 'erased', name });
    return true;
  });

/** Before the rows that name them go. Readers of an address may still have it for an hour. */
async function releaseBytes(ctx: TenantJobContext): Promise<void> {
  for (const kind of ctx.storedKinds) {
    let after: string | null = null;
    do {
      after = await ctx.transaction(async (unit) => {
        const { files, next } = await kind.page(unit, after);
        const keys = files.map(({ key }) => key);
        await releaseFiles(unit, keys);
        return next;
      });
    } while (after !== null);
  }
}

/** Changes of other tables count it up. */
const LAST: TenantTable = 'configurationVersions';

/** Those of the organizations in an order that foreign keys allow, then the rows about this one in tables over all of them. */
async function tablesToErase(ctx: TenantJobContext): Promise<ErasedTable[]> {
  const tenant = tenantTables.filter((name) => name !== LAST).map(snakeCase);
  const references = await ctx.transaction(({ tx }) => selectReferences(tx, tenant));
  const global = [...Object.keys(globalColumns), ...Object.keys(globalLeftOut)].filter((name) => name !== 'sessions');
  return [
    ...erasureOrder(tenant, references),
    ...[LAST, ...global].map((name) => ({ name: snakeCase(name), toItself: [] })),
  ];
}

async function empty(ctx: TenantJobContext, table: ErasedTable): Promise<void> {
  for (let deleted = 1; deleted > 0; ) {
    ctx.signal.throwIfAborted();
    deleted = await ctx.transaction((unit) => deleteSome(unit, table, ROWS_AT_ONCE));
  }
  if (await ctx.transaction((unit) => hasRows(unit, table.name)))
    throw new Error(`Rows of ${table.name} refer to each other in a circle.`);
}
