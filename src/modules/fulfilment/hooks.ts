import type { TenantContext } from '#platform/context.ts';
import { hook } from '#platform/hook.ts';

/** A return was issued, with its credit note. */
export const afterReturnIssued = hook<[ctx: TenantContext, returnId: string]>('fulfilment.afterReturnIssued');

/** A return is about to be voided: refuse, or undo what followed from it. */
export const beforeReturnVoided = hook<[ctx: TenantContext, returnId: string]>('fulfilment.beforeReturnVoided');
