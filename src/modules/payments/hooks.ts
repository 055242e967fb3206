import type { TenantContext } from '#platform/context.ts';
import { hook } from '#platform/hook.ts';

export interface ProviderNotice {
  adapter: string;
  subject: string;
  /** The provider's id of the object that changed. */
  objectId: string;
}

/**
 * The payment processor reports that an object of the organization has changed: read it now instead of later. Notices may
 * come twice, late or out of order, so an implementation must be idempotent.
 */
export const afterProviderNotice = hook<[ctx: TenantContext, notice: ProviderNotice]>('payments.afterProviderNotice');
