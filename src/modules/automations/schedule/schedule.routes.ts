import { z } from 'zod';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { NotCallable, WrongInput } from '../trigger/call.ts';
import { AutomationPlan, AutomationPlanSearch, NewAutomationPlan } from './schedule.schema.ts';
import { scheduleList } from './schedule.sql.ts';
import {
  cancelSchedule,
  createSchedule,
  describeSchedule,
  NeverDue,
  searchSchedules,
  TooManySchedules,
} from './schedule.ts';

export const scheduleRoutes = [
  route('GET', '/v1/automation/schedule', 'automations:read', {
    action: 'listPlanned',
    summary: 'List planned runs',
    description: 'Newest first, each with its next times.',
    query: scheduleList.query,
    returns: pageOf(AutomationPlan),
    examples: { query: { state: 'planned' } },
    handler: (ctx, { query }) => scheduleList.page(ctx, query, (rows) => rows.map(describeSchedule)),
  }),
  route('POST', '/v1/automation/schedule', 'automations:write', {
    action: 'plan',
    summary: 'Plan runs of an automation',
    description:
      'Once or by a rule, for an automation with the trigger `api`. Times are those of the organization’s clock. Each time starts one thread.',
    status: 201,
    body: NewAutomationPlan,
    returns: AutomationPlan,
    refusals: [ReferenceNotFound, NotCallable, WrongInput, NeverDue, TooManySchedules],
    examples: {
      body: {
        automationId: exampleId,
        rule: 'FREQ=WEEKLY;BYDAY=MO',
        startsLocal: '2026-12-07T09:00',
        payload: { orderNumber: 'PED-0012' },
      },
    },
    handler: (ctx, { body }) => createSchedule(ctx, body),
  }),
  route('POST', '/v1/automation/schedule/by-payload', 'automations:write', {
    action: 'searchPlanned',
    summary: 'Find, move or cancel planned runs by their payload',
    description: 'Plans that are still due and whose payload has the given values, soonest first, up to 200.',
    body: AutomationPlanSearch,
    returns: z.object({ data: z.array(AutomationPlan) }),
    refusals: [NeverDue],
    examples: { body: { payload: { orderNumber: 'PED-0012' }, action: 'cancel' } },
    handler: (ctx, { body }) => searchSchedules(ctx, body),
  }),
  route('DELETE', '/v1/automation/schedule/:id', 'automations:write', {
    action: 'cancelPlanned',
    summary: 'Cancel a planned run',
    description:
      'By the id of the plan, whatever its payload. It stays in the list as `canceled`; threads that it has started go on.',
    returns: AutomationPlan,
    handler: (ctx, { params: { id } }) => cancelSchedule(ctx, id),
  }),
];
