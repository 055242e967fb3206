import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { SMALL_BODY_BYTES } from '#platform/http/limits/held-bytes.ts';
import { route } from '#platform/http/route.ts';
import { makeErrorKey, reportError } from './log-error.ts';

export const logErrorRoutes = [
  route('POST', '/v1/organization/log-error', 'public', {
    summary: 'Report an error of a user interface',
    description:
      'Emits the event `error` in the caller’s organization, or in the one that `key` belongs to, so that public pages can report too. Without either it is only written to the log of the service. Long texts are cut; a report of more than 64 KB is refused.',
    attemptsPerHour: 300,
    status: 202,
    body: z.strictObject({
      component: z.string().trim().min(1).max(200).describe('The name of the component or module.'),
      error: z
        .strictObject({
          name: z.string().max(1_000).optional().describe('The class of the error, such as `TypeError`.'),
          message: z.string().max(SMALL_BODY_BYTES).describe('The text of the error.'),
          stack: z.string().max(SMALL_BODY_BYTES).optional().describe('The stack trace.'),
        })
        .describe('What was caught.'),
      key: z.string().max(100).optional().describe('The error key of an organization.'),
      url: z.string().max(2_000).optional().describe('Where it happened; for the log only.'),
    }),
    returns: z.object({ recorded: z.boolean().describe('Whether it became an event of an organization.') }),
    examples: { body: { component: 'checkout', error: { name: 'TypeError', message: 'total is undefined' } } },
    handler: (ctx, { body }) => reportError(ctx, body),
  }),
  route('GET', '/v1/organization/log-error/key', 'organization:write', {
    action: 'createKey',
    summary: 'Create an error key',
    description:
      'Creates a key with which public pages report their errors to this organization. It gives no other access, so it may be public. The five newest keys work; a key is shown once.',
    effect: true,
    returns: z.object({
      key: z.string().describe('Send it with reports from a browser without a session.'),
      createdAt: Timestamp,
    }),
    handler: (ctx) => makeErrorKey(ctx),
  }),
];
