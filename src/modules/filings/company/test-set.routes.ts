import { z } from 'zod';
import { LawUnknown } from '#modules/taxes/index.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { CompanyNotRegistered } from './company.ts';
import { TestSetProgressView, TestSetView } from './test-set.schema.ts';
import { testSetList } from './test-set.sql.ts';
import { NoTestsInProduction, readProgress, startTestSet, TestSetRunning } from './test-set.ts';

export const testSetRoutes = [
  route('POST', '/v1/einvoice/test-set', 'taxes:write', {
    action: 'startTestSet',
    summary: 'Start a certification run',
    description:
      'Makes documents of all ten types and the summary of a small sale, signs them, sends them one after another and follows each until it is judged, in the background. One that is not accepted ends the run, as it does with the tax authority. Numbers go on behind those of earlier runs, or from `firstNumber` on. See `progress`.',
    status: 201,
    body: z.strictObject({
      firstNumber: z
        .number()
        .int()
        .min(1)
        .max(9_999_999_000)
        .optional()
        .describe('The first of the numbers that the tax authority gave for tests.'),
    }),
    returns: TestSetView,
    refusals: [CompanyNotRegistered, TestSetRunning, NoTestsInProduction, LawUnknown],
    examples: { body: { firstNumber: 1 } },
    handler: (ctx, { body }) => startTestSet(ctx, body),
  }),
  route('GET', '/v1/einvoice/test-set', 'taxes:read', {
    action: 'listTestSets',
    summary: 'List certification runs',
    description: 'Every run with its result, newest first.',
    query: testSetList.query,
    returns: pageOf(TestSetView),
    handler: (ctx, { query }) => testSetList.page(ctx, query),
  }),
  route('GET', '/v1/einvoice/test-set/progress', 'taxes:read', {
    summary: 'Read the progress of a certification run',
    description:
      'The newest run, or the one with `id`: how many documents are judged, which is under way, and each of them.',
    query: z.strictObject({ id: z.uuid().optional().describe('The run. Default: the newest.') }),
    returns: TestSetProgressView,
    examples: { query: { id: exampleId } },
    handler: (ctx, { query }) => readProgress(ctx, query.id),
  }),
];
