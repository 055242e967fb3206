import { itbisRates, legalParameters } from '#modules/taxes/index.ts';
import type { TenantContext } from '#platform/context.ts';
import type { EcfDocument } from './ecf-document.ts';
import type { EcfLimits } from './ecf-problems.ts';

/** The legal parameters of electronic invoices on a day. */
export interface EcfLaw extends EcfLimits, Pick<EcfDocument, 'itbisRates' | 'creditNoteDays'> {}

/** Notes may have the rates of an earlier day. */
export async function ecfLaw(ctx: TenantContext, date: string, ratesOn = date): Promise<EcfLaw> {
  const day = Temporal.PlainDate.from(date);
  const [parameters, rates] = await Promise.all([
    legalParameters(ctx, ['consumer-threshold', 'credit-note-tax-days'], day),
    itbisRates(ctx, Temporal.PlainDate.from(ratesOn)),
  ]);
  return {
    consumerThreshold: parameters['consumer-threshold'],
    creditNoteDays: Number(parameters['credit-note-tax-days']),
    itbisRates: rates,
  };
}
