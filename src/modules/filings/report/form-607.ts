import { type FiscalDocument, selectUnnumbered } from '#modules/invoicing/index.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { type PageRequest, pageInMemory } from '#platform/http/page.ts';
import { inDecimals } from '#platform/money.ts';
import { monthOf } from '../period.ts';
import { noForms, paymentForms, signOf } from './amounts.ts';
import { issuesOf } from './issue.ts';
import { IssueList } from './issue-list.ts';
import {
  declaredIds,
  eachDocument,
  type FormFile,
  formFile,
  linesOf,
  type ReportFacts,
  readDocuments,
  reportFacts,
} from './report.ts';
import { isSmallSale, type Sale, saleIssues, saleLine, saleOf } from './sales-607.ts';

const summed = [
  'net',
  'itbis',
  'itbisWithheld',
  'isrWithheld',
  'isc',
  'other',
  'tip',
] as const satisfies (keyof Sale)[];

/** Sums of sales; credit notes are subtracted. */
class Sums {
  count = 0;
  readonly #sums = Object.fromEntries(summed.map((name) => [name, 0n])) as Record<(typeof summed)[number], bigint>;
  readonly #forms = noForms();

  add(sale: Sale, sign: bigint): void {
    this.count++;
    for (const name of summed) this.#sums[name] += sign * sale[name];
    for (const form of paymentForms) this.#forms[form] += sign * sale.forms[form];
  }

  /** A sale of an earlier month is in the sums of that month: it adds only the tax that was withheld since. */
  addWithheld({ itbisWithheld, isrWithheld }: Sale): void {
    this.#sums.itbisWithheld += itbisWithheld;
    this.#sums.isrWithheld += isrWithheld;
  }

  view(currency: string) {
    return { ...inDecimals(this.#sums, currency), forms: inDecimals(this.#forms, currency) };
  }
}

/** The sales that are declared one by one, and those declared as a sum. */
export async function declaredSales(
  ctx: TenantContext,
  facts: ReportFacts,
): Promise<{ listed: string[]; small: string[] }> {
  const [small, leftOut]: [string[], string[]] = [[], []];
  const listed: string[] = [];
  await declaredIds(ctx, facts, 'sale', (key) => {
    if (!facts.reportElectronicSales && key.fiscalNumber.startsWith('E')) return leftOut;
    return isSmallSale(key, facts) ? small : listed;
  });
  return { listed, small };
}

/** The sales of a month with their totals and the rows that the tax authority would refuse. */
export async function salesReport(
  ctx: TenantContext,
  query: PageRequest & { cursor?: string | undefined; period?: string | undefined },
) {
  const month = monthOf(ctx, query.period);
  const [facts, unnumbered] = await Promise.all([
    reportFacts(ctx, month),
    selectUnnumbered(ctx, { direction: 'sale', from: month.from, to: month.to }),
  ]);
  const { listed, small } = await declaredSales(ctx, facts);
  const issues = new IssueList(facts, '607', listed.length, unnumbered);
  const [totals, consumers] = [new Sums(), new Sums()];
  await eachDocument(ctx, facts, listed, (document) => {
    const sale = saleOf(document, facts);
    totals.add(sale, signOf(document));
    issues.add(issuesOf(document, saleIssues(document, sale)));
  });
  await eachDocument(ctx, facts, small, (document) => {
    const sale = saleOf(document, facts);
    if (document.date < month.from) consumers.addWithheld(sale);
    else consumers.add(sale, signOf(document));
  });
  const page = pageInMemory(query, listed, (id) => id);
  const shown = await readDocuments(ctx, facts, page.data);
  return {
    period: month.period,
    ...page,
    data: shown.map((document) => describe(document, saleOf(document, facts), facts.currency)),
    totals: totals.view(facts.currency),
    consumerSummary: { count: consumers.count, ...consumers.view(facts.currency) },
    ...issues.view(),
  };
}

const describe = (document: FiscalDocument, sale: Sale, currency: string) => ({
  ...inDecimals(sale, currency),
  documentId: document.id,
  name: document.contactName,
  forms: inDecimals(sale.forms, currency),
});

export async function salesFile(ctx: TenantSteps, period: string | undefined): Promise<FormFile> {
  const { facts, listed } = await ctx.transaction(async (unit) => {
    const month = monthOf(unit, period);
    const found = await reportFacts(unit, month);
    return { facts: found, listed: (await declaredSales(unit, found)).listed };
  });
  const lines = linesOf(ctx, facts, listed, (document) => saleLine(saleOf(document, facts)));
  return formFile('607', facts, listed.length, lines);
}
