import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { AutomationDisabled, TooManyThreads } from '../thread/start.ts';
import { AutomationThread } from '../thread/thread.schema.ts';
import { AutomationCall, CallableAutomation } from './call.schema.ts';
import { callableList } from './call.sql.ts';
import { callAutomation, describeCallable, NotCallable, WrongInput } from './call.ts';

export const callRoutes = [
  route('GET', '/v1/automation/api', 'automations:read', {
    action: 'listCallable',
    summary: 'List the automations that can be called',
    description: 'Those with the trigger `api`, each with the schema of its input.',
    query: callableList.query,
    returns: pageOf(CallableAutomation),
    handler: (ctx, { query }) => callableList.page(ctx, query, (rows) => describeCallable(ctx, rows)),
  }),
  route('POST', '/v1/automation/api', 'automations:write', {
    action: 'call',
    summary: 'Start an automation',
    description:
      'Answers with the thread at once; it runs in the background. With a `key` that was used before, the earlier thread is answered and nothing starts.',
    status: 202,
    body: AutomationCall,
    returns: AutomationThread,
    refusals: [ReferenceNotFound, NotCallable, WrongInput, AutomationDisabled, TooManyThreads],
    examples: { body: { automationId: exampleId, input: { orderNumber: 'PED-0012' }, key: 'PED-0012' } },
    handler: (ctx, { body }) => callAutomation(ctx, body),
  }),
];
