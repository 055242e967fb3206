import { computation } from '#platform/compute/computation.ts';
import type { TenantSteps } from '#platform/context.ts';
import type check from './check.compute.ts';
import type evaluate from './evaluate.compute.ts';
import type { Evaluated } from './evaluate.compute.ts';

const DEADLINE_MS = 2_000;
const evaluation = computation<typeof evaluate>(import.meta.resolve('./evaluate.compute.ts'), {
  deadlineMs: DEADLINE_MS,
});
const checking = computation<typeof check>(import.meta.resolve('./check.compute.ts'), { deadlineMs: DEADLINE_MS });

/** The variables of expressions. `secrets` exists only where an HTTP request is made. */
export const VARIABLES = ['event', 'input', 'request', 'steps', 'item', 'index', 'now', 'timeZone'];

export const hasExpression = (template: unknown): boolean => JSON.stringify(template)?.includes('{{') ?? false;

/** The value of a template, in a thread where it contains an expression. */
export const evaluateTemplate = async (
  steps: Pick<TenantSteps, 'compute'>,
  template: unknown,
  context: Record<string, unknown>,
): Promise<Evaluated> =>
  hasExpression(template) ? steps.compute(evaluation, { template, context }) : { value: template ?? null, error: null };

export const checkTexts = async (
  steps: Pick<TenantSteps, 'compute'>,
  texts: Parameters<typeof check>[0],
): Promise<{ path: string; message: string }[]> => {
  const checked = texts.filter(({ text }) => text.includes('{{'));
  return checked.length > 0 ? steps.compute(checking, checked) : [];
};
