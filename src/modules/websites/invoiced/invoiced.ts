import { z } from 'zod';
import { invoicedByMonth } from '#modules/invoicing/index.ts';
import { findOrganization } from '#modules/organization/index.ts';
import type { TenantContext, WorkContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { everyOrganization } from '#platform/jobs/every-organization.ts';
import { job, tenantJob } from '#platform/jobs/job.ts';
import { fromMinor } from '#platform/money.ts';
import { hasMonths, publishTotals, replaceMonths, selectPublished } from './invoiced.sql.ts';

/** With fewer organizations a sum could reveal one of them. */
const ORGANIZATIONS_MIN = 10;
const SIGNIFICANT_DIGITS = 2;

/** Counts the invoices of this month and the last; all of them the first time. Sandboxes are not counted. */
export async function countInvoiced(ctx: TenantContext): Promise<void> {
  const { sandbox } = await findOrganization(ctx.tx, ctx.organizationId);
  if (sandbox) return;
  const isKnown = await hasMonths(ctx.tx, ctx.organizationId);
  const since = isKnown ? ctx.today.with({ day: 1 }).subtract({ months: 1 }).toString() : null;
  const months = await invoicedByMonth(ctx, since);
  await replaceMonths(ctx.tx, ctx.organizationId, { since, currency: ctx.currency, months });
}

const countOne = tenantJob({ name: 'websites/count-invoiced', run: (ctx) => ctx.transaction(countInvoiced) });

export const publishInvoiced = job({
  name: 'websites/publish-invoiced',
  payload: z.object({}),
  cron: { expression: '50 * * * *', timeZone: 'UTC' },
  run: (ctx) => ctx.transaction(({ tx }) => publishTotals(tx, ORGANIZATIONS_MIN, realNow())),
});

export const invoicedJobs = [
  countOne,
  everyOrganization('websites/count-all-invoiced', '20 * * * *', countOne),
  publishInvoiced,
];

/** Sums that reveal no single organization, rounded down. */
export async function readInvoiced({ tx }: WorkContext) {
  const published = await selectPublished(tx);
  return {
    countedAt: published[0]?.countedAt ?? null,
    totals: published.map(({ currency, organizations, documents, amount }) => ({
      currency,
      organizations: Number(rounded(BigInt(organizations))),
      documents: Number(rounded(documents)),
      amount: fromMinor(rounded(amount), currency),
    })),
  };
}

function rounded(value: bigint): bigint {
  const unit = 10n ** BigInt(Math.max(0, String(value).length - SIGNIFICANT_DIGITS));
  return (value / unit) * unit;
}
