import { type Environment, Optional } from '@marcbachmann/cel-js';
import { addToDate, daysBetween, formatDate } from './dates.ts';
import { ExactDecimal } from './exact-decimal.ts';

const TEXT_LENGTH_MAX = 128_000;
const DECIMALS_MAX = 10;
const amount = ExactDecimal.from;

/** Adds the functions for everyday work to those of CEL. None of them calls anything outside, and each is linear in its input. */
export function registerFunctions(environment: Environment, timeZone: string): void {
  const add = (signature: string, compute: (...given: never[]) => unknown) =>
    environment.registerFunction(signature, compute, { async: false });
  registerDecimals(environment);
  add('decimal(dyn): Decimal', (value: unknown) => amount(value));
  add('string(Decimal): string', String);
  add('double(Decimal): double', Number);
  add('round(dyn): Decimal', (value: unknown) => amount(value).rounded(0));
  add('round(dyn, dyn): Decimal', (value: unknown, decimals: unknown) => amount(value).rounded(places(decimals)));
  add('divide(dyn, dyn, dyn): Decimal', (a: unknown, b: unknown, decimals: unknown) =>
    amount(a).dividedBy(amount(b), places(decimals)),
  );
  add('list.sum(): Decimal', (list: unknown[]) =>
    list.map(amount).reduce((total, each) => total.plus(each), amount(0)),
  );
  add(
    'list.min(): dyn',
    (list: unknown[]) => list.reduce((least, each) => (isLess(each, least) ? each : least), list[0]) ?? null,
  );
  add(
    'list.max(): dyn',
    (list: unknown[]) => list.reduce((most, each) => (isLess(most, each) ? each : most), list[0]) ?? null,
  );
  add('list.first(): dyn', (list: unknown[]) => list[0] ?? null);
  add('list.last(): dyn', (list: unknown[]) => list.at(-1) ?? null);
  add('join(list, string): string', joined);
  add('string.upper(): string', (text: string) => text.toUpperCase());
  add('string.lower(): string', (text: string) => text.toLowerCase());
  add('addDate(dyn, dyn, string): string', (at: unknown, count: unknown, unit: string) =>
    addToDate(at, whole(count), unit, timeZone),
  );
  add('formatDate(dyn, string): string', (at: unknown, pattern: string) => formatDate(at, pattern, timeZone));
  add('formatDate(dyn, string, string): string', formatDate);
  add('daysBetween(dyn, dyn): int', (from: unknown, to: unknown) => daysBetween(from, to, timeZone));
  environment.registerFunction('default(ast, ast): dyn', withDefault);
}

/** Decimals compute with decimals and numbers by the usual operators. Division has to round, so it is a function. */
function registerDecimals(environment: Environment): void {
  environment.registerType('Decimal', { ctor: ExactDecimal, fields: {} });
  const pairs = ['Decimal Decimal', 'Decimal int', 'int Decimal', 'Decimal double', 'double Decimal'];
  for (const [left, right] of pairs.map((pair) => pair.split(' '))) {
    const computed = (sign: string, compute: (a: ExactDecimal, b: ExactDecimal) => unknown, type: string) =>
      environment.registerOperator(`${left} ${sign} ${right}: ${type}`, (a: unknown, b: unknown) =>
        compute(amount(a), amount(b)),
      );
    computed('+', (a, b) => a.plus(b), 'Decimal');
    computed('-', (a, b) => a.minus(b), 'Decimal');
    computed('*', (a, b) => a.times(b), 'Decimal');
    computed('<', (a, b) => a.compare(b) < 0, 'bool');
    computed('<=', (a, b) => a.compare(b) <= 0, 'bool');
    computed('>', (a, b) => a.compare(b) > 0, 'bool');
    computed('>=', (a, b) => a.compare(b) >= 0, 'bool');
    // The library derives the other order and `!=`.
    if (left === 'Decimal') computed('==', (a, b) => a.compare(b) === 0, 'bool');
  }
}

/** Written numbers are integers, and those of JSON are doubles. */
function whole(value: unknown): number {
  const number = typeof value === 'bigint' || typeof value === 'string' ? Number(value) : value;
  if (!Number.isSafeInteger(number)) throw new Error(`Not a whole number: ${value}.`);
  return number as number;
}

function places(given: unknown): number {
  const decimals = whole(given);
  if (decimals < 0 || decimals > DECIMALS_MAX) throw new Error(`Decimals are 0 to ${DECIMALS_MAX}.`);
  return decimals;
}

/** Amounts are ordered by their value, and other texts, such as dates, as texts. */
function isLess(a: unknown, b: unknown): boolean {
  try {
    return amount(a).compare(amount(b)) < 0;
  } catch (error) {
    if (typeof a === 'string' && typeof b === 'string') return a < b;
    throw error;
  }
}

function joined(list: unknown[], separator: string): string {
  const texts = list.map((each) => {
    if (typeof each === 'object' && each !== null && !(each instanceof ExactDecimal))
      throw new Error('Only texts and numbers are joined: choose a field with map().');
    return String(each ?? '');
  });
  const length = texts.reduce((total, each) => total + each.length + separator.length, 0);
  if (length > TEXT_LENGTH_MAX) throw new Error(`A text has at most ${TEXT_LENGTH_MAX} characters.`);
  return texts.join(separator);
}

const MISSING = new Set(['no_such_key', 'index_out_of_bounds']);

/** The parts of an expression that a macro sees; the library has no types for them. */
interface Ast {
  setMeta(name: string, value: unknown): void;
}
interface DefaultMacro {
  ast: Ast;
  value: Ast;
  fallback: Ast;
}

/** The second value where the first is null or missing. A macro, because a missing field ends the evaluation of a function. */
const withDefault = ({ ast, args: [value, fallback] }: { ast: Ast; args: [Ast, Ast] }) => ({
  ast,
  value,
  fallback,
  typeCheck(
    checker: { check(ast: Ast, ctx: unknown): unknown; getType(name: string): unknown },
    macro: DefaultMacro,
    ctx: unknown,
  ) {
    for (const part of [macro.value, macro.fallback]) checker.check(part, ctx);
    macro.ast.setMeta('async', false);
    return checker.getType('dyn');
  },
  evaluate(evaluator: { run(ast: Ast, ctx: unknown): unknown }, macro: DefaultMacro, ctx: unknown) {
    try {
      const found = evaluator.run(macro.value, ctx);
      const value = found instanceof Optional ? found.orValue(null) : found;
      if (value !== null && value !== undefined) return value;
    } catch (error) {
      if (!MISSING.has((error as { code?: string }).code ?? '')) throw error;
    }
    return evaluator.run(macro.fallback, ctx);
  },
});
