import { z } from 'zod';
import { InvalidToolSchema } from '#modules/bots/index.ts';
import { FreshAuthenticationRequired } from '#platform/auth/authenticate.ts';
import { TooComplex } from '#platform/compute/computation.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import {
  Automation,
  AutomationChange,
  AutomationSummary,
  AutomationVersion,
  NewAutomation,
  VersionRestored,
} from './automation.schema.ts';
import { automationList, versionList } from './automation.sql.ts';
import {
  createAutomation,
  deleteAutomation,
  disableAutomation,
  enableAutomation,
  listVersions,
  readAutomation,
  replaceAutomation,
  restoreVersion,
  summarize,
  TooManyAutomations,
} from './automation.ts';
import { checkExpressions, InvalidAutomation } from './check-graph.ts';

const savingRefusals = [InvalidAutomation, InvalidToolSchema, TooComplex];

const example = {
  name: 'Tarea para facturas grandes',
  trigger: { kind: 'event' as const, types: ['invoice:created'] },
  nodes: [
    {
      id: 'find_invoice',
      kind: 'operation' as const,
      operation: 'documents.get',
      params: { pendingRecordId: '{{ event.payload.invoiceId }}' },
      next: 'is_large',
    },
    {
      id: 'is_large',
      kind: 'condition' as const,
      conditions: [{ field: 'steps.find_invoice.total', operator: 'at-least' as const, value: '50000' }],
    },
  ],
};

export const automationRoutes = [
  route('GET', '/v1/automation', 'automations:read', {
    summary: 'List automations',
    description: 'Newest first, without their nodes.',
    query: automationList.query,
    returns: pageOf(AutomationSummary),
    examples: { query: { triggerKind: 'event' } },
    handler: (ctx, { query }) => automationList.page(ctx, query, (rows) => rows.map((row) => summarize(ctx, row))),
  }),
  route('POST', '/v1/automation', 'automations:write', {
    summary: 'Create an automation',
    description:
      'A trigger and a graph of nodes. Everything that can be known before it runs is checked now: ids, paths that lead back, operations and your right to them, addresses, expressions and secrets. Each problem names its node. Operations run as the person who enabled the automation: `enabled` needs a fresh authentication.',
    status: 201,
    body: NewAutomation,
    returns: Automation,
    refusals: [...savingRefusals, FreshAuthenticationRequired, TooManyAutomations],
    examples: { body: example },
    prepare: (steps, { body }) => checkExpressions(steps, body),
    handler: (ctx, { body, prepared }) => createAutomation(ctx, body, prepared),
  }),
  route('GET', '/v1/automation/:id', 'automations:read', {
    summary: 'Read an automation',
    description: 'With the trigger and the nodes of its current version, or of an earlier one.',
    query: z.strictObject({ automationVersion: z.number().int().min(1).optional().describe('As threads name it.') }),
    returns: Automation,
    examples: { query: { automationVersion: '1' } },
    handler: (ctx, { params: { id }, query }) => readAutomation(ctx, id, query.automationVersion),
  }),
  route('PUT', '/v1/automation/:id', 'automations:write', {
    summary: 'Replace an automation',
    description:
      'Saves a new version. Threads that run finish with the version that they began with. If it is enabled, you become the publisher, which needs a fresh authentication.',
    body: AutomationChange,
    returns: Automation,
    refusals: [...savingRefusals, FreshAuthenticationRequired],
    examples: { body: { ...example, threadsPerHour: 100 } },
    prepare: (steps, { body }) => checkExpressions(steps, body),
    handler: (ctx, { params: { id }, body, prepared }) => replaceAutomation(ctx, id, body, prepared),
  }),
  route('GET', '/v1/automation/:id/versions', 'automations:read', {
    summary: 'List the versions of an automation',
    description:
      'Newest first: who saved and who published each, and when. The newest 100 are kept, and older ones as long as a thread of theirs. `GET /v1/automation/:id?automationVersion=` reads its trigger and nodes.',
    query: versionList.query,
    returns: pageOf(AutomationVersion),
    handler: (ctx, { params: { id }, query }) => listVersions(ctx, id, query),
  }),
  route('PUT', '/v1/automation/:id/restore', 'automations:write', {
    action: 'restoreVersion',
    summary: 'Restore an earlier version of an automation',
    description:
      'Saves its trigger and nodes as a new version; the name and the limit stay. They are checked as when they are saved. If it is enabled, you become the publisher, which needs a fresh authentication.',
    body: VersionRestored,
    returns: Automation,
    refusals: [InvalidAutomation, InvalidToolSchema, ReferenceNotFound, FreshAuthenticationRequired],
    examples: { body: { automationVersion: 1 } },
    handler: (ctx, { params: { id }, body }) => restoreVersion(ctx, id, body),
  }),
  route('PUT', '/v1/automation/:id/enable', 'automations:write', {
    action: 'enable',
    summary: 'Enable an automation',
    description:
      'You become its publisher: it acts as you, with the permissions that you have now, as long as you have them.',
    needsFreshAuthentication: true,
    returns: Automation,
    refusals: [InvalidAutomation, InvalidToolSchema],
    handler: (ctx, { params: { id } }) => enableAutomation(ctx, id),
  }),
  route('PUT', '/v1/automation/:id/disable', 'automations:write', {
    action: 'disable',
    summary: 'Disable an automation',
    description: 'Nothing starts it any more, and its plans pass without effect. Threads that run are finished.',
    returns: Automation,
    handler: (ctx, { params: { id } }) => disableAutomation(ctx, id),
  }),
  route('DELETE', '/v1/automation/:id', 'automations:write', {
    summary: 'Delete an automation',
    description:
      'Nothing starts it any more: its webhook is unknown, its plans and the threads that have not ended are canceled. An HTTP request that a thread has sent already is not taken back. Its threads stay readable for 90 days after their end (`GET /v1/automation/thread?automationId=…`); they cannot be resumed.',
    handler: (ctx, { params: { id } }) => deleteAutomation(ctx, id),
  }),
];
