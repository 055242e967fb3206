import { voidedNumbersBetween, voidReasons } from '#modules/taxes/index.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { type PageRequest, pageInMemory } from '#platform/http/page.ts';
import { monthOf } from '../period.ts';
import { IssueList } from './issue-list.ts';
import { day, line } from './line.ts';
import { type FormFile, formFile, reportFacts } from './report.ts';

/** Voids are few: a month's are read at once, up to more than any file may hold. */
const VOIDED_MAX = 100_000;

/** The voided numbers of a month: those of documents by the document's date. */
async function voidedIn(ctx: TenantContext, period: string | undefined) {
  const month = monthOf(ctx, period);
  const facts = await reportFacts(ctx, month);
  const voided = await voidedNumbersBetween(ctx, { from: month.from, to: month.to, limit: VOIDED_MAX });
  return { facts, voided: voided.filter(({ number }) => facts.reportElectronicSales || !number.startsWith('E')) };
}

export async function voidsReport(
  ctx: TenantContext,
  query: PageRequest & { cursor?: string | undefined; period?: string | undefined },
) {
  const { facts, voided } = await voidedIn(ctx, query.period);
  const page = pageInMemory(query, voided, ({ number }) => number);
  return {
    period: facts.month.period,
    ...page,
    data: page.data.map((row) => ({ ...row, reasonText: voidReasons[row.reason] })),
    ...new IssueList(facts, '608', voided.length).view(),
  };
}

export async function voidsFile(ctx: TenantSteps, period: string | undefined): Promise<FormFile> {
  const { facts, voided } = await ctx.transaction((unit) => voidedIn(unit, period));
  async function* lines(): AsyncGenerator<string> {
    for (const { number, voidedOn, reason } of voided) yield line([number, day(voidedOn), reason]);
  }
  return formFile('608', facts, voided.length, lines());
}
