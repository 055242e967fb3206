import type { TenantContext } from '#platform/context.ts';
import type { EcfDocument } from './ecf-document.ts';
import type { EcfLimits } from './ecf-problems.ts';

/** What the law says about electronic invoices on a day. */
export interface EcfLaw extends EcfLimits {
  itbisRates: EcfDocument['itbisRates'];
}

export async function ecfLaw(_ctx: TenantContext, _date: string): Promise<EcfLaw> {
  return { consumerThreshold: '250000', itbisRates: { general: '18', reduced: '16' } };
}
