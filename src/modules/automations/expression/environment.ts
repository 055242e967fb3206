import { Environment } from '@marcbachmann/cel-js';
import { registerFunctions } from './functions.ts';

const limits = { maxAstNodes: 1_000, maxDepth: 50, maxListElements: 200, maxMapEntries: 200, maxCallArguments: 16 };
const arithmetic: Record<string, (a: number, b: number) => number> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
};

export function environmentOf(variables: string[], timeZone = 'UTC'): Environment {
  const environment = new Environment({ homogeneousAggregateLiterals: false, enableOptionalTypes: true, limits });
  for (const name of variables) environment.registerVariable(name, 'dyn');
  // Numbers of JSON are doubles and written ones are integers: without these, `total * 2` would be an error.
  for (const [sign, compute] of Object.entries(arithmetic)) {
    environment.registerOperator(`int ${sign} double: double`, (a: bigint, b: number) => compute(Number(a), b));
    environment.registerOperator(`double ${sign} int: double`, (a: number, b: bigint) => compute(a, Number(b)));
  }
  registerFunctions(environment, timeZone);
  return environment;
}

/** The first line: the others draw the place in the expression. */
export const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0]!.slice(0, 300);
