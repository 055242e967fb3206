import { z } from 'zod';
import { realNow, toTimestamp } from '#platform/date.ts';
import { exampleId, otherExampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { formPage } from '../page/form-page.ts';
import { AnswersInvalid } from '../submission/submit.ts';
import { forms } from '../tables.ts';
import { FormInvalid } from './check-definition.ts';
import { deleteForm, FormHasSubmissions, TooManyUploads } from './delete.ts';
import { Form, FormChange, FormLink, FormSummary, NewForm, NewFormLink, PublicForm } from './form.schema.ts';
import { formList } from './form.sql.ts';
import { changeForm, createForm, describeForm, summarizeForm, TooManySubmissions } from './form.ts';
import { createFormLink } from './link.ts';
import { describePublished, openForm } from './published.ts';
import { LinkRefused } from './visitor.ts';

export const byPublicId = z.strictObject({
  formId: z.string().min(20).max(100).describe('The public id of the form.'),
});
const savingRefusals = [FormInvalid, ReferenceNotFound];

const example = {
  definition: {
    title: 'Taller de pan',
    pages: [
      {
        fields: [
          { type: 'text' as const, key: 'name', label: 'Nombre', required: true },
          { type: 'product' as const, key: 'extras', label: 'Materiales', resourceIds: [otherExampleId] },
          { type: 'date' as const, key: 'day', label: 'Día' },
          { type: 'time' as const, key: 'time', label: 'Hora' },
        ],
      },
    ],
    makes: {
      contact: { name: 'name' },
      document: { kind: 'order' as const, status: 'draft' as const, divisionId: exampleId },
      task: { boardId: exampleId, columnId: exampleId, title: 'name' },
      booking: { scheduleId: exampleId, date: 'day', time: 'time' },
    },
  },
};

export const formRoutes = [
  route('POST', '/v1/forms', 'forms:write', {
    summary: 'Create a form',
    description:
      'Pages of questions with conditions, in one or more languages. Visitors see it once it is published (`publish: true`). Who saves `makes` needs the permission to make that by hand.',
    status: 201,
    body: NewForm,
    returns: Form,
    refusals: savingRefusals,
    examples: { body: { ...example, submissionsMax: 30 } },
    handler: (ctx, { body }) => createForm(ctx, body),
  }),
  route('GET', '/v1/forms', 'forms:read', {
    summary: 'List forms',
    description: 'Newest first.',
    query: formList.query,
    returns: pageOf(FormSummary),
    handler: (ctx, { query }) => formList.page(ctx, query, (rows) => rows.map((form) => summarizeForm(ctx, form))),
  }),
  route('GET', '/v1/forms/:formId/draft', 'forms:read', {
    summary: 'Read a form with its draft',
    description: 'The form as its editors see it, by its id. Visitors read the published version by the public id.',
    returns: Form,
    handler: async (ctx, { params }) => describeForm(ctx, await forms.get(ctx, params.formId)),
  }),
  route('PATCH', '/v1/forms/:formId', 'forms:write', {
    summary: 'Change or publish a form',
    description:
      'Saves the draft. `publish: true` makes it the version that visitors see; submissions keep the version that they answered. The closing date and the maximum hold at once.',
    body: FormChange,
    returns: Form,
    refusals: [...savingRefusals, TooManySubmissions],
    examples: { body: { ...example, closesAt: '2026-12-24T16:00:00Z' } },
    handler: (ctx, { params, body }) => changeForm(ctx, params.formId, body),
  }),
  route('DELETE', '/v1/forms/:formId', 'forms:write', {
    summary: 'Delete a form',
    description:
      'A form with submissions is deleted only with `submissions=true`, with the files of visitors. What submissions made stays. To stop a form, set `closesAt`.',
    body: z.strictObject({
      submissions: z.boolean().default(false).describe('Also deletes its submissions; a form with some needs it.'),
    }),
    refusals: [FormHasSubmissions, TooManyUploads],
    examples: { body: { submissions: true } },
    handler: (ctx, { params, body }) => deleteForm(ctx, params.formId, body.submissions),
  }),
  route('POST', '/v1/forms/:formId/link', 'forms:write', {
    action: 'createLink',
    summary: 'Create a link that answers questions beforehand',
    description:
      'A signed link to the published form. It fills in answers and may name the contact whom the submission updates. Its holder can read what is in it.',
    status: 201,
    body: NewFormLink,
    returns: FormLink,
    refusals: [AnswersInvalid, ReferenceNotFound],
    examples: { body: { answers: { name: 'Ana Pérez' }, contactId: exampleId, expiresInDays: 7 } },
    handler: async (ctx, { params, body }) => {
      const expiresAt = realNow().add({ hours: body.expiresInDays * 24 });
      return { ...(await createFormLink(ctx, params.formId, body, expiresAt)), expiresAt: toTimestamp(expiresAt) };
    },
  }),
  route('GET', '/v1/forms/:formId', 'public', {
    action: 'getPublished',
    summary: 'Read a published form',
    description:
      'The version that visitors see, by the public id. A browser (`Accept: text/html`) gets the page on which the form is filled in, in Spanish or English by `Accept-Language`. A closed form says so in `state`.',
    params: byPublicId,
    query: z.strictObject({
      prefill: z.string().min(1).max(4000).optional().describe('The token of a signed link.'),
    }),
    returns: PublicForm,
    refusals: [LinkRefused],
    page: formPage,
    handler: async (outside, { params, query }) => {
      const { ctx, ...published } = await openForm(outside, params.formId);
      return describePublished(ctx, published, query.prefill);
    },
  }),
];
