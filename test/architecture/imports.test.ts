import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modules } from '#modules/index.ts';
import { type Import, ownerOf, packageOf, type SourceFile, sources } from './source.ts';

const inPlatform = ({ path }: SourceFile): boolean => path.startsWith('src/platform/');
const isAdapter = (file: string | null): boolean => file?.startsWith('src/adapters/') ?? false;
const isQueries = (file: string | null): boolean => file?.endsWith('.sql.ts') ?? false;

/** The imports that break a rule, as `file → specifier`. */
const violations = (breaks: (source: SourceFile, imported: Import) => boolean): string[] =>
  sources.flatMap((source) =>
    source.imports
      .filter((imported) => breaks(source, imported))
      .map(({ specifier }) => `${source.path} → ${specifier}`),
  );

test('the platform imports no module, no adapter and not the composition root', () => {
  const wrong = violations(
    (source, { file }) => inPlatform(source) && file !== null && !file.startsWith('src/platform/'),
  );
  assert.deepEqual(wrong, []);
});

test('a module imports another only through its public interface and only if it declares it in uses', () => {
  const wrong = violations((source, { file }) => {
    const from = ownerOf(source.path);
    const to = file && ownerOf(file);
    if (!from || !to || from === 'platform' || to === 'platform' || from === to) return false;
    const uses = modules.find(({ name }) => name === from)?.uses ?? [];
    return file !== `src/modules/${to}/index.ts` || !uses.includes(to);
  });
  assert.deepEqual(wrong, []);
});

test('a module uses only modules before it in the list, so there is no cycle', () => {
  const order = modules.map(({ name }) => name);
  assert.equal(new Set(order).size, order.length);
  const wrong = modules.flatMap(({ name, uses }) =>
    uses.filter((used) => !order.slice(0, order.indexOf(name)).includes(used)).map((used) => `${name} uses ${used}`),
  );
  assert.deepEqual(wrong, []);
});

test('files have no import cycle, types included', () => {
  const importsOf = new Map(sources.map(({ path, imports }) => [path, new Set(imports.map(({ file }) => file))]));
  assert.deepEqual(circleIn(importsOf), []);
});

/** The files in cycles and between cycles: removes files that import none of the rest, or are imported by none, until nothing changes. */
function circleIn(imports: Map<string, Set<string | null>>): string[] {
  const left = new Map(imports);
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    for (const [path, files] of left) if (![...files].some((file) => left.has(file!))) left.delete(path);
  }
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    const used = new Set([...left.values()].flatMap((files) => [...files]));
    for (const path of left.keys()) if (!used.has(path)) left.delete(path);
  }
  return [...left.keys()];
}

test('documents do not know that they recur: only their routes add the recurrence', () => {
  const wrong = violations(
    ({ path }, { file }) =>
      /^src\/modules\/invoicing\/(pending|pricing|posting|settlement|ties)\//.test(path) &&
      !path.endsWith('.routes.ts') &&
      (file?.startsWith('src/modules/invoicing/recurrence/') ?? false),
  );
  assert.deepEqual(wrong, []);
});

test('the list of modules is read by the composition root, the contract and the programs only', () => {
  const wrong = violations(
    (source, { file }) => file === 'src/modules/index.ts' && !/^src\/(app|contract|cli\/[\w-]+)\.ts$/.test(source.path),
  );
  assert.deepEqual(wrong, []);
});

const ADAPTERS = 'src/adapters/index.ts';

test('only the composition root imports adapters, and only their list', () => {
  const wrong = violations(
    (source, { file }) =>
      isAdapter(file) && !isAdapter(source.path) && (source.path !== 'src/app.ts' || file !== ADAPTERS),
  );
  assert.deepEqual(wrong, []);
});

test('in modules only the demo uses the client', () => {
  const wrong = violations(
    ({ path }, { specifier }) => specifier === '#client' && ownerOf(path) !== null && !/\/demo\.ts$/.test(path),
  );
  assert.deepEqual(wrong, []);
});

/** Ids, money, decimals, time and texts have the same form on both sides of a port. */
const vocabulary = ['id', 'money', 'decimal', 'date', 'text'].map((name) => `src/platform/${name}.ts`);

test('an adapter imports only its own folder, ports, pages, platform types and the shared vocabulary', () => {
  const wrong = violations((source, { file, typeOnly }) => {
    if (!isAdapter(source.path) || source.path === ADAPTERS || file === null) return false;
    const folder = source.path.split('/').slice(0, 3).join('/');
    const isFrontDoor = /^src\/modules\/[^/]+\/index\.ts$/.test(file);
    const isPort = file.startsWith('src/platform/ports/') || file.startsWith('src/platform/pages/');
    const isPlatformType = file.startsWith('src/platform/') && typeOnly;
    const isKnown = isFrontDoor || isPort || isPlatformType || vocabulary.includes(file);
    return !(file.startsWith(`${folder}/`) || isKnown);
  });
  assert.deepEqual(wrong, []);
});

test('only http/server imports the web framework; only the platform, the embedded server and the backup import the database driver', () => {
  const framework = violations(
    (source, { specifier }) =>
      /^(fastify|@fastify\/(?!busboy$).*)$/.test(packageOf(specifier)) &&
      !source.path.startsWith('src/platform/http/server/'),
  );
  assert.deepEqual(framework, []);
  const driver = violations(
    (source, { specifier }) =>
      packageOf(specifier) === 'pg' && !/^src\/(platform\/db\/|cli\/(embedded|backup(\.sql)?)\.ts)/.test(source.path),
  );
  assert.deepEqual(driver, []);
});

test('only .sql.ts files contain queries', () => {
  const wrong = violations(
    (source, { specifier }) =>
      packageOf(specifier) === 'kysely' && !isQueries(source.path) && !source.path.startsWith('src/platform/db/'),
  );
  assert.deepEqual(wrong, []);
  const reading = sources.filter(
    ({ path, code }) => /\browsOf</.test(code) && !isQueries(path) && !path.startsWith('src/platform/db/'),
  );
  assert.deepEqual(reading, []);
});

/** Platform queries that modules may call directly. */
const published = [
  'src/platform/clock.sql.ts',
  'src/platform/events/events.sql.ts',
  'src/platform/events/payload-filter.sql.ts',
  'src/platform/http/limits/rate-limit.sql.ts',
  'src/platform/members.sql.ts',
  'src/platform/owner.sql.ts',
  'src/platform/search/search.sql.ts',
  'src/platform/tenants.sql.ts',
];

test('a module’s queries are used only inside it', () => {
  const wrong = violations(
    (source, { file }) => isQueries(file) && ownerOf(file!) !== ownerOf(source.path) && !published.includes(file!),
  );
  assert.deepEqual(wrong, []);
  const idle = published.filter((path) =>
    sources.every((source) => inPlatform(source) || source.imports.every(({ file }) => file !== path)),
  );
  assert.deepEqual(idle, [], 'No module uses these: remove them from the list.');
});

test('the public interface of a module is the only barrel', () => {
  const wrong = sources.filter(({ path, code }) => {
    const rest = code.replace(/^export\s[^;]*?\sfrom\s+'[^']+';?$/gm, '').trim();
    return rest === '' && !/^src\/modules\/[^/]+\/index\.ts$/.test(path);
  });
  assert.deepEqual(
    wrong.map(({ path }) => path),
    [],
  );
});
