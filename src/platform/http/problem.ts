import { z } from 'zod';
import type { Refusal } from '../refusal.ts';
import { exampleId } from './example-ids.ts';

/** The problem of one field, on the wire. */
export const FieldErrorView = z
  .object({
    path: z.string().describe('Where the field is: `body.rows[2].name`.'),
    code: z.string().describe('The reason, for programs.'),
    message: z.string().describe('The reason, for people.'),
  })
  .meta({ id: 'FieldError', description: 'A field of the request and what is wrong with it.' });

export const problemExample = {
  type: 'urn:colmado:problem:invalid_request',
  title: 'The request is not valid: correct what `errors` or `detail` says.',
  status: 400,
  code: 'invalid_request',
  detail: 'body.nmae: This field is not known: did you mean `name`?',
  errors: [{ path: 'body.nmae', code: 'unknown_field', message: 'This field is not known: did you mean `name`?' }],
  requestId: exampleId,
};

/** A refusal as `Problem`. */
export const problemOf = ({ kind, message, errors, members }: Refusal, requestId: string): string =>
  JSON.stringify({
    type: `urn:colmado:problem:${kind.code}`,
    title: kind.title,
    status: kind.status,
    code: kind.code,
    detail: message,
    errors,
    requestId,
    ...members,
  });

/** The body of every refusal. */
export const Problem = z
  .object({
    type: z.string().describe('A URN that contains the code.'),
    title: z.string().describe('The meaning of the code, for people. It may change.'),
    status: z.number().int().describe('The HTTP status.'),
    code: z.string().describe('The reason, for programs. It is stable.'),
    detail: z.string().describe('The problem of this request, for people. The text may change.'),
    errors: z.array(FieldErrorView).describe('The fields at fault.'),
    requestId: z.string().describe('The id of the request, as it is in the log.'),
  })
  .meta({ id: 'Problem', description: 'An error in the form of RFC 9457.', example: problemExample });

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';
