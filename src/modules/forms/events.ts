import { z } from 'zod';
import { event } from '#platform/events/event.ts';
import { exampleId, otherExampleId, thirdExampleId } from '#platform/http/example-ids.ts';

export const formSubmitted = event({
  type: 'form:submitted',
  emittedWhen: 'a complete form response is received',
  payload: z.object({
    formId: z.uuid().describe('The form, from `GET /v1/forms`.'),
    formSubmissionId: z.uuid().describe('What was answered.'),
    userId: z.uuid().describe('The person who was signed in; if nobody was, the owner of the organization.'),
  }),
  example: { formId: exampleId, formSubmissionId: otherExampleId, userId: thirdExampleId },
});
