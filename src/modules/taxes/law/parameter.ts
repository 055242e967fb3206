import type { WorkContext } from '#platform/context.ts';
import { refusal } from '#platform/refusal.ts';
import { selectBrackets, selectItbisRates, selectParameters, type TaxBracket } from './parameter.sql.ts';

export const LawUnknown = refusal(422, 'law_unknown', 'The legal value on that day is not known.');

/** Legal parameters on a day, as decimal text by name. A name without a value on that day is refused. */
export async function legalParameters<N extends string>(
  ctx: Pick<WorkContext, 'tx'>,
  names: readonly N[],
  date: Temporal.PlainDate,
): Promise<Record<N, string>> {
  const rows = await selectParameters(ctx.tx, date.toString(), [...names]);
  const values = new Map(rows.map(({ name, value }) => [name, value]));
  const missing = names.find((name) => !values.has(name));
  if (missing) throw LawUnknown(`There is no ${missing} for ${date}.`);
  return Object.fromEntries(values) as Record<N, string>;
}

export async function incomeTaxScale(ctx: Pick<WorkContext, 'tx'>, date: Temporal.PlainDate): Promise<TaxBracket[]> {
  const brackets = await selectBrackets(ctx.tx, date.toString());
  if (brackets.length === 0) throw LawUnknown(`There is no scale of the income tax for ${date}.`);
  return brackets;
}

/** The general and the reduced rate of ITBIS, in percent. */
export async function itbisRates(
  ctx: Pick<WorkContext, 'tx'>,
  date: Temporal.PlainDate,
): Promise<{ general: string; reduced: string }> {
  const rates = await selectItbisRates(ctx.tx, date.toString());
  const [general, reduced] = [rates.get('1'), rates.get('2')];
  if (!general || !reduced) throw LawUnknown(`There are no rates of ITBIS for ${date}.`);
  return { general, reduced };
}
