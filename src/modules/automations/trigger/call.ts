import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { type ObjectSchema, schemaProblem } from '#platform/json-schema.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { graphOf } from '../automation/automation.ts';
import { type Automation, automations, present, versions } from '../tables.ts';
import { startThread } from '../thread/start.ts';
import type { AutomationCall } from './call.schema.ts';

export const NotCallable = refusal(
  'not_callable',
  'Only automations with the trigger `api` can be started by a request: change its trigger.',
);
export const WrongInput = refusal(
  'wrong_input',
  'The input does not match the schema in the trigger of the automation: correct the fields in `errors`, or declare them there.',
);

/** The automation that a call or a plan names, held against deletion, once its input is known to fit. */
export async function requireCallable(
  ctx: TenantContext,
  automationId: string,
  input: Record<string, unknown>,
  field: 'input' | 'payload',
): Promise<Automation> {
  const automation = await automations.find(ctx, present(automationId), { lock: 'FOR KEY SHARE' });
  if (!automation) throw unknownReference('body.automationId', 'The automation');
  const { trigger } = await graphOf(ctx, automation);
  if (trigger.kind !== 'api') throw NotCallable();
  const wrong = schemaProblem(trigger.input as unknown as ObjectSchema, input, `body.${field}`);
  if (wrong) throw WrongInput(`${wrong.path}: ${wrong.message}`, { errors: [wrong] });
  return automation;
}

export async function callAutomation(
  ctx: TenantContext,
  { automationId, input, key }: z.output<typeof AutomationCall>,
) {
  const automation = await requireCallable(ctx, automationId, input, 'input');
  return startThread(ctx, automation, { source: 'api', triggerKey: `api:${key ?? newId()}`, input });
}

/** Automations with the trigger `api`, each with its input schema. */
export const describeCallable = (ctx: TenantContext, rows: Automation[]) =>
  Promise.all(
    rows.map(async ({ id, name, description, enabled, currentVersion }) => {
      const { trigger } = await versions.get(ctx, { automationId: id, number: currentVersion });
      return { automationId: id, name, description, enabled, input: trigger.kind === 'api' ? trigger.input : {} };
    }),
  );
