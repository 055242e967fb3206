import { selectSuppliers } from '#modules/contacts/index.ts';
import { type FiscalDocument, selectSettledPurchases } from '#modules/invoicing/index.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { sumOf } from '#platform/decimal.ts';
import { type PageRequest, pageInMemory } from '#platform/http/page.ts';
import { inDecimals } from '#platform/money.ts';
import { type Month, monthOf } from '../period.ts';
import { abroadIssues, abroadLine, abroadTypes, type PaymentAbroad, paymentAbroadOf } from './abroad-609.ts';
import { issuesOf } from './issue.ts';
import { IssueList } from './issue-list.ts';
import { eachDocument, type FormFile, formFile, type ReportFacts, reportFacts } from './report.ts';

/** Payments abroad are few: a month's are read at once. */
const ABROAD_MAX = 10_000;

/** The documents of payments abroad that were paid in full in a month. */
export const paidAbroadIds = (ctx: TenantContext, { from, to }: Month): Promise<string[]> =>
  selectSettledPurchases(ctx, { types: abroadTypes, from, to, limit: ABROAD_MAX });

interface Declared {
  document: FiscalDocument;
  payment: PaymentAbroad;
}

async function declaredPayments(ctx: TenantContext, facts: ReportFacts): Promise<Declared[]> {
  const documents: FiscalDocument[] = [];
  await eachDocument(ctx, facts, await paidAbroadIds(ctx, facts.month), (document) => documents.push(document));
  const suppliers = await selectSuppliers(ctx, [...new Set(documents.flatMap(({ contactId }) => contactId ?? []))]);
  return documents.map((document) => ({
    document,
    payment: paymentAbroadOf(document, suppliers.get(document.contactId ?? ''), facts.currency),
  }));
}

export async function abroadReport(
  ctx: TenantContext,
  query: PageRequest & { cursor?: string | undefined; period?: string | undefined },
) {
  const facts = await reportFacts(ctx, monthOf(ctx, query.period));
  const declared = await declaredPayments(ctx, facts);
  const issues = new IssueList(facts, '609', declared.length);
  for (const { document, payment } of declared)
    issues.add(issuesOf(document, abroadIssues(document, payment, facts.boxOfTax)));
  const totals = {
    net: sumOf(declared, ({ payment }) => payment.net),
    isrWithheld: sumOf(declared, ({ payment }) => payment.isrWithheld),
  };
  const page = pageInMemory(query, declared, ({ document }) => document.id);
  return {
    period: facts.month.period,
    ...page,
    data: page.data.map(({ document, payment }) => ({
      ...inDecimals(payment, facts.currency),
      documentId: document.id,
    })),
    totals: inDecimals(totals, facts.currency),
    ...issues.view(),
  };
}

export async function abroadFile(ctx: TenantSteps, period: string | undefined): Promise<FormFile> {
  const { facts, declared } = await ctx.transaction(async (unit) => {
    const found = await reportFacts(unit, monthOf(unit, period));
    return { facts: found, declared: await declaredPayments(unit, found) };
  });
  async function* lines(): AsyncGenerator<string> {
    for (const { payment } of declared) yield abroadLine(payment);
  }
  return formFile('609', facts, declared.length, lines());
}
