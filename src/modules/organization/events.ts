import { z } from 'zod';
import { event } from '#platform/events/event.ts';
import { exampleId } from '#platform/http/example-ids.ts';

const Values = z.record(z.string(), z.unknown());
const userId = exampleId;

export const organizationSettingsUpdated = event({
  type: 'settings:organization:updated',
  emittedWhen: 'an organization settings section changes',
  payload: z.object({
    section: z.string().describe('The section, as in the settings.'),
    old: Values.describe('The fields that changed, as they were.'),
    new: Values.describe('The same fields as they are now.'),
    userId: z.uuid().optional().describe('The member who changed them; absent where the service did.'),
  }),
  alsoIndexed: ['section'],
  example: { section: 'accounting', old: { paymentTermsDays: 30 }, new: { paymentTermsDays: 15 }, userId },
});

export const userSettingsUpdated = event({
  type: 'settings:user:updated',
  emittedWhen: "a user's personal settings change",
  payload: z.object({
    targetUserId: z.uuid().describe('Whose settings.'),
    section: z.string().describe('The section, as in the settings.'),
    old: Values.describe('The fields that changed, as they were.'),
    new: Values.describe('The same fields as they are now.'),
    userId: z.uuid().optional().describe('Who changed them, possibly an administrator.'),
  }),
  alsoIndexed: ['section'],
  example: { targetUserId: userId, section: 'interface', old: { theme: 'system' }, new: { theme: 'dark' }, userId },
});

export const errorReported = event({
  type: 'error',
  emittedWhen: 'an interface or critical component error is captured',
  payload: z.object({
    component: z.string().describe('The component or module that failed.'),
    error: z
      .object({
        name: z.string().optional().describe('The class of the error, such as `TypeError`.'),
        message: z.string().describe('The text of the error.'),
        stack: z.string().optional().describe('The stack trace.'),
      })
      .describe('What was caught.'),
  }),
  alsoIndexed: ['component'],
  example: {
    component: 'checkout',
    error: {
      name: 'TypeError',
      message: 'total is undefined',
      stack: 'TypeError: total is undefined\n    at pay (checkout.js:10:3)',
    },
  },
});
