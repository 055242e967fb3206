import { z } from 'zod';
import { LawUnknown } from '#modules/taxes/index.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { PeriodNotBegun } from '../period.ts';
import { TaxIdMissing } from '../report/report.ts';
import { NewSentReport, RowChanges, SentReportView } from './sent-report.schema.ts';
import { sentReportList } from './sent-report.sql.ts';
import { changesSince, deleteSent, describeSent, downloadSent, recordSent, storeReport } from './sent-report.ts';

const fileRefusals = [PeriodNotBegun, TaxIdMissing, LawUnknown];

export const sentReportRoutes = [
  route('POST', '/v1/taxes/sent-report', 'taxes:write', {
    action: 'recordSent',
    summary: 'Record that a report was sent',
    description:
      'Keeps the file of the form as it is now. The calendar then shows the report as sent. A rectification (rectificativa) is recorded the same way: the last one counts.',
    status: 201,
    body: NewSentReport,
    returns: SentReportView,
    refusals: fileRefusals,
    examples: { body: { form: '606', period: '2026-10', sentOn: '2026-11-13', confirmation: '20261113-004417' } },
    prepare: (steps, { body }) => storeReport(steps, body),
    handler: (ctx, { body, prepared }) => recordSent(ctx, body, prepared),
  }),
  route('GET', '/v1/taxes/sent-report', 'reports:read', {
    action: 'listSent',
    summary: 'List the reports that were sent',
    description: 'The newest month first.',
    query: sentReportList.query,
    returns: pageOf(SentReportView),
    examples: { query: { form: '607', period: '2026-10' } },
    handler: (ctx, { query }) => sentReportList.page(ctx, query, (rows) => rows.map(describeSent)),
  }),
  route('GET', '/v1/taxes/sent-report/:id/file', 'reports:read', {
    action: 'downloadSent',
    summary: 'Download a report as it was sent',
    description: 'The text file that was kept when it was recorded.',
    returns: { contentType: 'text/plain' },
    downloads: true,
    handler: (ctx, { params }) => downloadSent(ctx, params.id),
  }),
  route('GET', '/v1/taxes/sent-report/:id/changes', 'reports:read', {
    action: 'compareSent',
    summary: 'Compare a sent report with the books',
    description:
      'Rows that documents written, changed, paid or voided later have added, removed or changed. If there are any, send a rectification (rectificativa) and record it.',
    returns: RowChanges,
    refusals: fileRefusals,
    prepare: (steps, { params }) => changesSince(steps, params.id),
    handler: async (_ctx, { prepared }) => prepared,
  }),
  route('DELETE', '/v1/taxes/sent-report', 'taxes:write', {
    action: 'deleteSent',
    summary: 'Delete the record of a sent report',
    description: 'For one that was recorded by mistake. Its file is deleted too.',
    body: z.strictObject({ id: z.uuid().describe('The report that was recorded by mistake.') }),
    examples: { body: { id: exampleId } },
    handler: (ctx, { body }) => deleteSent(ctx, body.id),
  }),
];
