// `npm run examples -- src/modules/contacts`: runs these tests, or all of them, and takes the examples of the reference
// from their answers. An example of a route that was not called stays as it is.
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { modules } from '#modules/index.ts';
import type { Route } from '#platform/http/route.ts';

const path = 'src/contract-examples.json';
/** In characters: a field with a value is worth about its own length, and a list without a row shows nothing. */
const EMPTY_FIELD_COSTS = 40;
const EMPTY_LIST_COSTS = 10_000;
const folder = mkdtempSync(join(tmpdir(), 'colmado-examples-'));
try {
  spawnSync('node', ['scripts/test.ts', ...process.argv.slice(2)], {
    env: { ...process.env, EXAMPLES_FOLDER: folder },
    stdio: 'inherit',
  });
  const known = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  const recorded = readRecorded();
  const routes = modules.flatMap((module) => module.groups ?? []).flatMap((group) => group.routes);
  const lines = routes.flatMap((route) => {
    const name = `${route.method} ${route.path}`;
    const example = bestOf(route, recorded.get(name) ?? []) ?? known[name];
    return example === undefined ? [] : `${JSON.stringify(name)}: ${JSON.stringify(example)}`;
  });
  writeFileSync(path, `{\n${lines.sort().join(',\n')}\n}\n`);
} finally {
  rmSync(folder, { recursive: true });
}

function readRecorded(): Map<string, unknown[]> {
  const lines = globSync(join(folder, '*.jsonl')).flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'));
  const entries = lines.map((line) => JSON.parse(line) as { name: string; example: unknown });
  return new Map(
    [...Map.groupBy(entries, ({ name }) => name)].map(([name, all]) => [name, all.map(({ example }) => example)]),
  );
}

/** The one that says most without being long: with the fewest empty lists and nulls. Ties are broken by the text. */
function bestOf(route: Route, examples: unknown[]): unknown {
  if ('contentType' in route.returns) return undefined;
  const valid = examples.filter((example) => z.safeParse(route.returns as z.ZodType, example).success);
  const ranked = valid.map((example) => ({ example, text: JSON.stringify(example) }));
  const [best] = ranked.toSorted((a, b) => rank(a.text) - rank(b.text) || (a.text < b.text ? -1 : 1));
  return best?.example;
}

function rank(text: string): number {
  const empty = text.match(/\[\]|null|\{\}/g)?.length ?? 0;
  const isEmptyList = /^\{"\w+":\[\]/.test(text);
  return empty * EMPTY_FIELD_COSTS + text.length + (isEmptyList ? EMPTY_LIST_COSTS : 0);
}
