import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface Import {
  /** The text between the quotes. */
  specifier: string;
  /** The imported file if it is one of ours: `src/platform/log.ts`. */
  file: string | null;
  typeOnly: boolean;
}

export interface SourceFile {
  path: string;
  text: string;
  /** The text without comments, so that prose does not count as code. */
  code: string;
  imports: Import[];
}

const IMPORT = /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm;
const DYNAMIC_IMPORT = /\bimport\(\s*'([^']+)'/g;

/** Every source file except tests. */
export const sources: SourceFile[] = globSync('src/**/*.ts')
  .filter((path) => !path.endsWith('.test.ts'))
  .sort()
  .map(read);

function read(path: string): SourceFile {
  const text = readFileSync(path, 'utf8');
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const imports = [
    ...[...code.matchAll(IMPORT)].map((match) => asImport(path, match[2]!, match[1] !== undefined)),
    ...[...code.matchAll(DYNAMIC_IMPORT)].map((match) => asImport(path, match[1]!, false)),
  ];
  return { path, text, code, imports };
}

function asImport(from: string, specifier: string, typeOnly: boolean): Import {
  return { specifier, file: resolve(from, specifier), typeOnly };
}

function resolve(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return join(dirname(from), specifier);
  if (specifier === '#app') return 'src/app.ts';
  return /^#(platform|modules|adapters)\//.test(specifier) ? `src/${specifier.slice(1)}` : null;
}

/** The package of a specifier: `@fastify/cookie`, `pg`. */
export const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** `src/modules/webhooks/…` belongs to the module `webhooks`, `src/platform/…` to the platform. */
export function ownerOf(path: string): string | null {
  if (path.startsWith('src/platform/')) return 'platform';
  return /^src\/modules\/([^/]+)\//.exec(path)?.[1] ?? null;
}

/** The top-level declarations of a file. A query and its fragments are one declaration. */
export const declarationsOf = (code: string): string[] =>
  code.split(/^(?=(?:export |async |function |const |class |interface |type ))/m);
