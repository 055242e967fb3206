import { findOrganization, generalSettings, paperPdf, readSettings } from '#modules/organization/index.ts';
import { computation } from '#platform/compute/computation.ts';
import type { TenantContext } from '#platform/context.ts';
import type { LaterAnswer } from '#platform/http/route.ts';
import type draw from './statement.compute.ts';
import { type StatementQuery, statementOf } from './statement.ts';
import { composeStatement, fileNameOf } from './statement-paper.ts';

const drawing = computation<typeof draw>(import.meta.resolve('./statement.compute.ts'), { deadlineMs: 30_000 });

/** The account statement of a contact as a PDF. */
export async function printStatement(
  ctx: TenantContext,
  contactId: string,
  query: StatementQuery,
): Promise<LaterAnswer> {
  const [statement, organization, settings] = await Promise.all([
    statementOf(ctx, contactId, query),
    findOrganization(ctx.tx, ctx.organizationId),
    readSettings(ctx, generalSettings),
  ]);
  const { language } = settings;
  const paper = composeStatement(statement, { organization, language, notation: settings });
  return paperPdf(ctx, { kind: 'statement', paper, drawing, fileName: fileNameOf(language, statement) });
}
