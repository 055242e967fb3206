import { z } from 'zod';
import { TooComplex } from '#platform/compute/computation.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { automations, present, threads } from '../tables.ts';
import { AlreadyDecided, changeThread, decideThread, NotPossibleNow, ShownDiffers } from './decide.ts';
import { withSteps } from './run.ts';
import { AutomationDisabled, TooManyThreads } from './start.ts';
import { streamHappenings } from './stream.ts';
import { AutomationTest, AutomationTestResult } from './test-run.schema.ts';
import { testAutomation } from './test-run.ts';
import {
  AutomationHappening,
  AutomationThread,
  DetailedAutomationThread,
  ThreadChange,
  ThreadDecision,
} from './thread.schema.ts';
import { allThreadsList, selectHappeningsAfter, threadList } from './thread.sql.ts';

const HAPPENINGS_MAX = 2_000;

export const threadRoutes = [
  route('POST', '/v1/automation/:id/test', 'automations:write', {
    summary: 'Try an automation',
    description:
      'A dry run with a sample. Every step says what it would do: operations that write are undone, HTTP requests and e-mails are shown and not sent, waits are skipped. Operations run with your own permissions. A step that refers to something that an earlier step would have made is refused, because it was not made.',
    reachesProvider: true,
    body: AutomationTest,
    returns: AutomationTestResult,
    refusals: [TooComplex],
    examples: { body: { input: { orderNumber: 'PED-0012' } } },
    handler: (steps, { params: { id }, body }) => testAutomation(steps, id, body),
  }),
  route('GET', '/v1/automation/:id/threads', 'automations:read', {
    summary: 'List the threads of an automation',
    description: 'Its runs, newest first. They are kept for 90 days after they ended.',
    query: threadList.query,
    returns: pageOf(AutomationThread),
    examples: { query: { state: 'failed' } },
    handler: async (ctx, { params: { id }, query }) => {
      await automations.get(ctx, present(id));
      return threadList.page(ctx, { ...query, automationId: id });
    },
  }),
  route('GET', '/v1/automation/:id/threads/detailed', 'automations:read', {
    action: 'listDetailedThreads',
    summary: 'List the threads of an automation with their steps',
    description: 'Newest first, each with its input and its steps. Secrets are masked.',
    query: threadList.query.extend({ itemsPerPage: z.coerce.number().int().min(1).max(20).default(10) }),
    returns: pageOf(DetailedAutomationThread),
    handler: async (ctx, { params: { id }, query }) => {
      await automations.get(ctx, present(id));
      return threadList.page(ctx, { ...query, automationId: id }, (rows) => withSteps(ctx, rows));
    },
  }),
  route('GET', '/v1/automation/thread', 'automations:read', {
    action: 'listAllThreads',
    summary: 'List the threads of all automations',
    description:
      'Newest first. `state=waiting,needs-review` lists what waits, also for a person; `state=failed` what went wrong.',
    query: allThreadsList.query,
    returns: pageOf(AutomationThread),
    examples: { query: { state: 'needs-review' } },
    handler: (ctx, { query }) => allThreadsList.page(ctx, query),
  }),
  route('GET', '/v1/automation/thread/:threadId', 'automations:read', {
    summary: 'Read a thread with its steps',
    description: 'Where it is, what it was given and what each step did. Secrets are masked.',
    returns: DetailedAutomationThread,
    handler: async (ctx, { params: { threadId } }) => {
      const [thread] = await withSteps(ctx, [await threads.get(ctx, threadId)]);
      return thread!;
    },
  }),
  route('PUT', '/v1/automation/thread/:threadId', 'automations:write', {
    action: 'changeThread',
    summary: 'Retry, continue, cancel or restart a thread',
    description:
      '`retry` runs the node again at which the thread failed or needs a review, of the version that the thread began with, or of the one that has been corrected since (`currentVersion`); `continue` goes on with the next node; `cancel` ends a thread that has not ended; `restart` begins again with the same input, for a thread that has ended: the answer is the new thread, of the current version.',
    body: ThreadChange,
    returns: AutomationThread,
    refusals: [NotPossibleNow, AutomationDisabled, TooManyThreads],
    examples: { body: { action: 'retry' } },
    handler: (ctx, { params: { threadId }, body }) => changeThread(ctx, threadId, body),
  }),
  route('POST', '/v1/automation/thread/:threadId/decision', 'automations:write', {
    action: 'decideThread',
    summary: 'Approve or refuse what a thread asks',
    description:
      'For a thread that waits at an approval node. It counts once, for exactly what was shown (`fingerprint`), before the time is over. Where the node allows it, a decision that comes before the thread gets there is kept for it.',
    body: ThreadDecision,
    returns: AutomationThread,
    refusals: [NotPossibleNow, AlreadyDecided, ShownDiffers, ReferenceNotFound],
    examples: { body: { nodeId: 'ask_ana', approved: true, fingerprint: '0'.repeat(64) } },
    handler: (ctx, { params: { threadId }, body }) => decideThread(ctx, threadId, body),
  }),
  route('GET', '/v1/automation/thread/:threadId/events', 'automations:read', {
    summary: 'Read what happened in a thread',
    description:
      'In its order. With `Accept: text/event-stream` entries arrive as they happen until the thread ends, and `Last-Event-ID` (a `seq`) resumes.',
    returns: z.object({ data: z.array(AutomationHappening) }),
    handler: async (ctx, { params: { threadId } }) => {
      await threads.get(ctx, threadId);
      return {
        data: (await selectHappeningsAfter(ctx, threadId, 0, HAPPENINGS_MAX)) as z.input<typeof AutomationHappening>[],
      };
    },
    stream: (ctx, { params: { threadId }, lastEventId }) => streamHappenings(ctx, threadId, lastEventId),
  }),
];
