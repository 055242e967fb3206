import { z } from 'zod';
import { event } from '#platform/events/event.ts';
import { exampleId, otherExampleId } from '#platform/http/example-ids.ts';

const thread = {
  automationId: z.uuid(),
  automationThreadId: z.uuid().describe('The specific run.'),
  eventId: z.uuid().nullable().describe('The event that triggered it; null where a call, a webhook or a plan did.'),
};
const example = { automationId: exampleId, automationThreadId: otherExampleId, eventId: exampleId };

export const automationRun = event({
  type: 'automation:run',
  readBy: 'automations:read',
  emittedWhen: 'an automation starts executing for an event or schedule',
  payload: z.object({ ...thread, scheduleId: z.uuid().nullable().describe('The plan that started it.') }),
  example: { ...example, scheduleId: null },
});

export const automationFailed = event({
  type: 'automation:failed',
  readBy: 'automations:read',
  emittedWhen: 'an automation execution fails',
  payload: z.object({ ...thread, error: z.string().describe('Names the node and the reason.') }),
  example: { ...example, error: 'charge: The contact does not exist.' },
});

export const automationConditionFailed = event({
  type: 'automation:condition-failed',
  readBy: 'automations:read',
  emittedWhen: 'conditions are not met and execution aborts',
  payload: z.object({
    ...thread,
    conditions: z.array(z.record(z.string(), z.unknown())).describe('The evaluated conditions, each with `met`.'),
    conditionObject: z.record(z.string(), z.unknown()).describe('The values that were compared, by field.'),
  }),
  example: {
    ...example,
    conditions: [{ field: 'steps.invoice.total', operator: 'greater', value: 1000, met: false }],
    conditionObject: { 'steps.invoice.total': '250.00' },
  },
});
