import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packageOf, type SourceFile, sources } from './source.ts';

/** Libraries whose work grows with input from outside: they run in threads only. */
const HEAVY = new Set([
  '@xmldom/xmldom',
  'csv-parse',
  'fast-xml-parser',
  'node-forge',
  'pdfkit',
  'qr',
  'sharp',
  'xml-crypto',
]);

/** Reads a file of the operator, not of a caller. */
const EXEMPT = new Set(['src/adapters/file-rates/file-rates.ts']);

const byPath = new Map(sources.map((source) => [source.path, source]));
const isComputed = (path: string): boolean => path.endsWith('.compute.ts');

/** The files that a file loads, in turn; types are not loaded. */
function loadedBy(start: SourceFile): Set<SourceFile> {
  const seen = new Set([start]);
  for (const source of seen)
    for (const { file, typeOnly } of source.imports) {
      const next = typeOnly || file === null ? undefined : byPath.get(file);
      if (next) seen.add(next);
    }
  return seen;
}

test('the libraries that parse, draw and decode are loaded in threads only', () => {
  const onMainThread = loadedBy(byPath.get('src/app.ts')!);
  const wrong = [...onMainThread].flatMap(({ path, imports }) =>
    imports
      .filter(({ specifier, typeOnly }) => !typeOnly && !EXEMPT.has(path) && HEAVY.has(packageOf(specifier)))
      .map(({ specifier }) => `${path} → ${specifier}`),
  );
  assert.deepEqual(wrong, []);
});

test('only threads load computations, and a computation reaches no database', () => {
  const loaded = sources.flatMap(({ path, imports }) =>
    imports
      .filter(({ file, typeOnly }) => !typeOnly && file && isComputed(file))
      .map(({ file }) => `${path} → ${file}`),
  );
  assert.deepEqual(loaded, []);
  const wrong = sources
    .filter(({ path }) => isComputed(path))
    .flatMap((source) =>
      [...loadedBy(source)]
        .filter(({ path }) => path.endsWith('.sql.ts') || path.startsWith('src/platform/db/'))
        .map(({ path }) => `${source.path} → ${path}`),
    );
  assert.deepEqual(wrong, []);
});

test('every computation is declared where it is used', () => {
  const declared = sources.flatMap(({ code }) =>
    [...code.matchAll(/import\.meta\.resolve\('([^']+\.compute\.ts)'/g)].map((match) => match[1]!.split('/').at(-1)),
  );
  const files = sources.filter(({ path }) => isComputed(path)).map(({ path }) => path.split('/').at(-1)!);
  assert.deepEqual(
    files.filter((file) => !declared.includes(file)),
    [],
  );
});
