import type { TenantContext } from '#platform/context.ts';
import { refusal } from '#platform/refusal.ts';

export const OperatorOnly = refusal(
  422,
  'operator_only',
  'Only the organization of the operator of this service can do this (OPERATOR_ORGANIZATION_ID).',
);

/** Collections and reviews are the operator's, who acts through an organization of their own. */
export function requireOperator({ organizationId, config }: TenantContext): void {
  if (organizationId !== config.OPERATOR_ORGANIZATION_ID) throw OperatorOnly();
}
