import { selectUnnumberedNotes } from '#modules/fulfilment/index.ts';
import { selectUnnumbered } from '#modules/invoicing/index.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { type PageRequest, pageInMemory } from '#platform/http/page.ts';
import { inDecimals } from '#platform/money.ts';
import { monthOf } from '../period.ts';
import { signOf } from './amounts.ts';
import { issuesOf } from './issue.ts';
import { IssueList } from './issue-list.ts';
import { type Purchase, purchaseIssues, purchaseLine, purchaseOf } from './purchases-606.ts';
import { declaredIds, eachDocument, type FormFile, formFile, linesOf, readDocuments, reportFacts } from './report.ts';

const summed = [
  'services',
  'goods',
  'net',
  'itbis',
  'itbisWithheld',
  'itbisToCost',
  'itbisToAdvance',
  'isrWithheld',
  'isc',
  'other',
  'tip',
] as const satisfies (keyof Purchase)[];

/** The purchases of a month with their totals and the rows that the tax authority would refuse. */
export async function purchasesReport(
  ctx: TenantContext,
  query: PageRequest & { cursor?: string | undefined; period?: string | undefined },
) {
  const month = monthOf(ctx, query.period);
  const [facts, ids, unnumbered, notes] = await Promise.all([
    reportFacts(ctx, month),
    declaredIds(ctx, { month }, 'purchase'),
    selectUnnumbered(ctx, { direction: 'purchase', from: month.from, to: month.to }),
    selectUnnumberedNotes(ctx, month),
  ]);
  const issues = new IssueList(facts, '606', ids.length, unnumbered);
  const message =
    'A return without the number of the supplier’s credit note is not in the file: give its fiscalNumber.';
  const severity = 'warning' as const;
  const code = 'credit_note_number_missing';
  issues.add(notes.map(({ id }) => ({ documentId: id, fiscalNumber: null, severity, code, message })));
  const totals = Object.fromEntries(summed.map((name) => [name, 0n])) as Record<(typeof summed)[number], bigint>;
  await eachDocument(ctx, facts, ids, (document) => {
    const purchase = purchaseOf(document, facts);
    for (const name of summed) totals[name] += signOf(document) * purchase[name];
    issues.add(issuesOf(document, purchaseIssues(document, purchase, facts)));
  });
  const page = pageInMemory(query, ids, (id) => id);
  const shown = await readDocuments(ctx, facts, page.data);
  return {
    period: month.period,
    ...page,
    data: shown.map((document) => ({
      ...inDecimals(purchaseOf(document, facts), facts.currency),
      documentId: document.id,
      name: document.contactName,
    })),
    totals: inDecimals(totals, facts.currency),
    ...issues.view(),
  };
}

export async function purchasesFile(ctx: TenantSteps, period: string | undefined): Promise<FormFile> {
  const { facts, ids } = await ctx.transaction(async (unit) => {
    const month = monthOf(unit, period);
    return { facts: await reportFacts(unit, month), ids: await declaredIds(unit, { month }, 'purchase') };
  });
  const lines = linesOf(ctx, facts, ids, (document) => purchaseLine(purchaseOf(document, facts)));
  return formFile('606', facts, ids.length, lines);
}
