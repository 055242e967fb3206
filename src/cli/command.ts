import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { App } from '#app';
import type { Config } from '#platform/config.ts';

interface Option {
  /** The name of the value in the help; without one the option is a switch. */
  value?: string;
  required?: boolean;
}

/** An operator command. Help and parsing both follow from its declaration. */
export interface Command {
  /** The words of the command: `user create`. */
  words: string;
  summary: string;
  positionals?: string[];
  optionalPositionals?: string[];
  options?: Record<string, Option>;
  run(operator: Operator, given: Given): Promise<void>;
}

/** The environment of a command. */
export interface Operator {
  config: Config;
  print(line: string): void;
  readInput(): Promise<string>;
  /** Opens the database and the service without serving, while `work` runs. */
  withService<T>(work: (app: App) => Promise<T>): Promise<T>;
}

export interface Given {
  positionals: string[];
  values: Record<string, string | undefined>;
  switches: ReadonlySet<string>;
}

/** The command line is wrong. */
export class UsageError extends Error {}
/** The command is valid but failed. */
export class OperatorError extends Error {}

export function usageOf(command: Command): string {
  const options = Object.entries(command.options ?? {}).map(([name, option]) => {
    const text = option.value ? `--${name} <${option.value}>` : `--${name}`;
    return option.required ? text : `[${text}]`;
  });
  const positionals = (command.positionals ?? []).map((name) => `<${name}>`);
  const optional = (command.optionalPositionals ?? []).map((name) => `[${name}]`);
  return [command.words, ...positionals, ...optional, ...options].join(' ');
}

export function parseParameters(command: Command, parameters: string[]): Given {
  const { positionals, values } = parse(command, parameters);
  const least = command.positionals?.length ?? 0;
  const most = least + (command.optionalPositionals?.length ?? 0);
  if (positionals.length < least) throw new UsageError(`<${command.positionals![positionals.length]}> is missing.`);
  if (positionals.length > most) throw new UsageError(`"${positionals[most]}" is one argument too many.`);
  for (const [name, option] of Object.entries(command.options ?? {})) {
    if (option.required && values[name] === undefined) throw new UsageError(`--${name} is missing.`);
  }
  return {
    positionals,
    values: Object.fromEntries(
      Object.entries(values).filter(([, value]) => typeof value === 'string'),
    ) as Given['values'],
    switches: new Set(Object.keys(values).filter((name) => values[name] === true)),
  };
}

function parse(command: Command, parameters: string[]) {
  const options: ParseArgsConfig['options'] = {};
  for (const [name, { value }] of Object.entries(command.options ?? {})) {
    options[name] = { type: value ? 'string' : 'boolean' };
  }
  try {
    return parseArgs({ args: parameters, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Rows as lines with aligned columns. */
export function table(rows: (string | number)[][]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, String(cell).length);
  }
  return rows.map((row) =>
    row
      .map((cell, column) => String(cell).padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}
