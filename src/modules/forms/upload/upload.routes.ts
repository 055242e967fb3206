import { z } from 'zod';
import { exampleId } from '#platform/http/example-ids.ts';
import { route } from '#platform/http/route.ts';
import { byPublicId } from '../form/form.routes.ts';
import { FormUpload, UploadQuery } from '../form/form.schema.ts';
import { FormClosed } from '../form/published.ts';
import { VisitorUnknown } from '../form/visitor.ts';
import { keepUploads, receiveUploads, UploadFields, uploadRefusals, withdrawUpload } from './upload.ts';

const ATTEMPTS_PER_HOUR = 300;

export const uploadRoutes = [
  route('POST', '/v1/forms/:formId/upload', 'public', {
    summary: 'Upload a file for a form',
    description:
      'For a question of type `file` or `signature`: a part `file`, or JSON with `content` in base64. The id is the answer to the question, for this form and visitor only. Deleted if it is not submitted within 24 hours.',
    attemptsPerHour: ATTEMPTS_PER_HOUR,
    takesFiles: true,
    status: 201,
    params: byPublicId,
    query: UploadQuery,
    body: UploadFields,
    returns: z.object({ data: z.array(FormUpload) }),
    refusals: [...uploadRefusals, FormClosed, VisitorUnknown],
    examples: { query: { visitor: 'sJ3kd8.m1x2.kq8z', field: 'photo' }, body: {} },
    prepare: (steps, { params, query, upload }) => receiveUploads(steps, params.formId, query, upload),
    handler: (ctx, { params, query, prepared }) => keepUploads(ctx, params.formId, query, prepared),
  }),
  route('DELETE', '/v1/forms/:formId/upload', 'public', {
    summary: 'Delete an uploaded file',
    description: 'By the visitor who uploaded it, until it is submitted.',
    attemptsPerHour: ATTEMPTS_PER_HOUR,
    params: byPublicId,
    body: z.strictObject({
      id: z.uuid(),
      visitor: z.string().max(200).describe('Of `GET /v1/forms/:formId`, as with the upload.'),
    }),
    examples: { body: { id: exampleId, visitor: 'sJ3kd8.m1x2.kq8z' } },
    handler: (ctx, { params, body }) => withdrawUpload(ctx, params.formId, body),
  }),
];
