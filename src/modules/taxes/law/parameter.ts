import type { WorkContext } from '#platform/context.ts';
import type { Tx } from '#platform/db/transaction.ts';
import { refusal } from '#platform/refusal.ts';
import { selectBrackets, selectItbisRates, selectParameters, type TaxBracket } from './parameter.sql.ts';

export const LawUnknown = refusal('law_unknown', 'The legal value on this day is not known: choose another day.');

/** The law changes only with a migration: a process reads a value again after a minute, so that an issued sale does not. */
const KEPT_MS = 60_000;
const KEPT_MAX = 1_000;

function kept<T>(read: (tx: Tx, date: string, names: string[]) => Promise<T>) {
  const known = new Map<string, { value: T; until: number }>();
  return async (tx: Tx, date: string, names: string[]): Promise<T> => {
    const key = [date, ...names].join();
    const found = known.get(key);
    if (found && found.until > performance.now()) return found.value;
    const value = await read(tx, date, names);
    if (known.size >= KEPT_MAX) known.clear();
    known.set(key, { value, until: performance.now() + KEPT_MS });
    return value;
  };
}

const readParameters = kept(selectParameters);
const readItbisRates = kept(selectItbisRates);

/** Legal parameters on a day, as decimal text by name. A name without a value on that day is refused. */
export async function legalParameters<N extends string>(
  ctx: Pick<WorkContext, 'tx'>,
  names: readonly N[],
  date: Temporal.PlainDate,
): Promise<Record<N, string>> {
  const rows = await readParameters(ctx.tx, date.toString(), [...names]);
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
  const rates = await readItbisRates(ctx.tx, date.toString(), []);
  const [general, reduced] = [rates.get('1'), rates.get('2')];
  if (!general || !reduced) throw LawUnknown(`There are no rates of ITBIS for ${date}.`);
  return { general, reduced };
}
