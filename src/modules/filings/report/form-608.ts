import { voidedNumbersBetween } from '#modules/taxes/index.ts';
import type { TenantSteps } from '#platform/context.ts';
import { monthOf } from '../period.ts';
import { day, line } from './line.ts';
import { type FormFile, formFile, reportFacts } from './report.ts';

/** Voids are few: a month's are read at once, up to more than any file may hold. */
const VOIDED_MAX = 100_000;

/** The voided numbers of a month: those of documents by the document's date. */
export async function voidsFile(ctx: TenantSteps, period: string | undefined): Promise<FormFile> {
  const { facts, voided } = await ctx.transaction(async (unit) => {
    const month = monthOf(unit, period);
    const span = { from: month.from, to: month.to, after: null, limit: VOIDED_MAX };
    const facts = await reportFacts(unit, month);
    const voided = await voidedNumbersBetween(unit, span);
    const isReported = ({ number }: { number: string }) => facts.reportElectronicSales || !number.startsWith('E');
    return { facts, voided: voided.filter(isReported) };
  });
  async function* lines(): AsyncGenerator<string> {
    for (const { number, voidedOn, reason } of voided) yield line([number, day(voidedOn), reason]);
  }
  return formFile('608', facts, voided.length, lines());
}
