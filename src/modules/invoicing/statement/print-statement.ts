import { findOrganization, generalSettings, paperPdf, readSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import type { LaterAnswer } from '#platform/http/route.ts';
import { drawTable } from '#platform/pdf/draw-table.ts';
import { type StatementQuery, statementOf } from './statement.ts';
import { composeStatement, fileNameOf } from './statement-paper.ts';

/** The account statement of a contact as a PDF. */
export const printStatement = async (
  ctx: TenantContext,
  contactId: string,
  query: StatementQuery,
): Promise<LaterAnswer> => paperPdf(ctx, (await statementPaper(ctx, contactId, query)).paper);

/** The account statement of a contact on paper, with the facts for an e-mail about it. */
export async function statementPaper(ctx: TenantContext, contactId: string, query: StatementQuery) {
  const [statement, organization, settings] = await Promise.all([
    statementOf(ctx, contactId, query),
    findOrganization(ctx.tx, ctx.organizationId),
    readSettings(ctx, generalSettings),
  ]);
  const { language } = settings;
  const paper = composeStatement(statement, { organization, language, notation: settings });
  return {
    statement,
    organization,
    settings,
    paper: { kind: 'statement', paper, drawing: drawTable, fileName: fileNameOf(language, statement) },
  };
}
