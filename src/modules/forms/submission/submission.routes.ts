import { tableAnswer } from '#platform/export/download.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { byPublicId } from '../form/form.routes.ts';
import { FormSubmitted, NewFormSubmission } from '../form/form.schema.ts';
import { FormClosed } from '../form/published.ts';
import { LinkRefused, VisitorUnknown } from '../form/visitor.ts';
import { submissionPage, submitPage, thanksPage } from '../page/submit-page.ts';
import { forms } from '../tables.ts';
import { SubmissionRefused } from './makes.ts';
import { FormFigures, FormSubmission, FormSubmissionDetail } from './submission.schema.ts';
import { submissionList } from './submission.sql.ts';
import {
  deleteSubmission,
  exportSubmissions,
  readSubmission,
  SubmissionsExportQuery,
  summarizeSubmissions,
} from './submission.ts';
import { AnswersInvalid, RobotSuspected, SubmissionKeyReused } from './submit.ts';

const ATTEMPTS_PER_HOUR = 600;

export const submissionRoutes = [
  route('POST', '/v1/forms/:formId/submit', 'public', {
    summary: 'Submit a form',
    description:
      'Checked by the published version. What the form makes is made in the same transaction. Also takes `multipart/form-data` with parts such as `answers.name`. Emits `form:submitted`.',
    attemptsPerHour: ATTEMPTS_PER_HOUR,
    takesForms: true,
    status: 201,
    params: byPublicId,
    body: NewFormSubmission,
    returns: FormSubmitted,
    refusals: [
      FormClosed,
      AnswersInvalid,
      SubmissionRefused,
      SubmissionKeyReused,
      RobotSuspected,
      VisitorUnknown,
      LinkRefused,
    ],
    examples: {
      body: { submissionKey: 'b7f3c1d2-inscripcion', answers: { name: 'Ana Pérez', email: 'ana@example.com' } },
    },
    page: thanksPage,
    handler: (ctx, { params, body }) => submitPage(ctx, params.formId, body),
  }),
  route('GET', '/v1/forms/:formId/submissions', 'forms:read', {
    summary: 'List submissions',
    description: 'Newest first, with filters by answer and by words.',
    query: submissionList.query,
    returns: pageOf(FormSubmission),
    examples: { query: { answer: 'lunch:yes' } },
    handler: async (ctx, { params, query }) => {
      await forms.get(ctx, params.formId);
      return submissionList.page(ctx, { ...query, formId: params.formId });
    },
  }),
  route('GET', '/v1/forms/:formId/submissions/:submissionId', 'forms:read', {
    action: 'getSubmission',
    summary: 'Read a submission',
    description: 'With its answers as people read them. A browser (`Accept: text/html`) gets a page to print.',
    returns: FormSubmissionDetail,
    page: submissionPage,
    handler: (ctx, { params }) => readSubmission(ctx, params.formId, params.submissionId),
  }),
  route('DELETE', '/v1/forms/:formId/submissions/:submissionId', 'forms:write', {
    action: 'deleteSubmission',
    summary: 'Delete a submission',
    description: 'With the files that its visitor uploaded. What it made stays. The place that it took is free again.',
    handler: (ctx, { params }) => deleteSubmission(ctx, params.formId, params.submissionId),
  }),
  route('GET', '/v1/forms/:formId/summary', 'forms:read', {
    summary: 'Summarize submissions',
    description: 'How often each option was chosen, and the averages of numbers, amounts and ratings.',
    returns: FormFigures,
    handler: (ctx, { params }) => summarizeSubmissions(ctx, params.formId),
  }),
  route('GET', '/v1/forms/:formId/export', 'forms:read', {
    summary: 'Export submissions',
    description:
      'All submissions that match, with a column for each question of every version. Times are those of the organization’s zone. No cell is a formula.',
    downloads: true,
    query: SubmissionsExportQuery,
    returns: tableAnswer,
    examples: { query: { format: 'xlsx' } },
    handler: (steps, { params, query }) => exportSubmissions(steps, params.formId, query),
  }),
];
