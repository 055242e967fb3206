import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { z } from 'zod';
import { countUsage } from '#modules/billing/usage/usage.ts';
import { countInvoiced } from '#modules/websites/invoiced/invoiced.ts';
import type { Route } from '#platform/http/route.ts';
import { readQuery } from '#platform/http/validate.ts';
import { app, type Business, newBusiness } from '#test/harness.ts';
import { fixtures, furnish } from './fixtures.ts';
import {
  type Answer,
  byToken,
  declared,
  exampleOf,
  forEach,
  type Input,
  type Json,
  jsonSchemaOf,
  nameOf,
  newApiKey,
  requestOf,
  send,
} from './requests.ts';
import { asOwner, fingerprint, readTables, type Table } from './rows.ts';
import { type Place, placesOf, variantsOf, withoutValue, withValue } from './schema-paths.ts';

/** Global tables: read before the organization is known, or across organizations by workers, and only by exact key. */
const globalTables: Record<string, string> = {
  memberships: 'says where a person belongs, before an organization is entered',
  sessions: 'a session remembers its organization',
  api_keys: 'a key leads to its organization',
  capabilities: 'an unguessable link leads to its organization',
  channel_addresses: 'a provider’s webhook leads to the organization that has the number',
  inbound_payloads: 'what a provider sends is stored before its organization is known',
  merchant_owners: 'what a payment processor tells of an account leads to its organization',
  store_addresses: 'what a store sends leads to the organization that connected it',
  website_domains: 'the name of a domain leads to the organization that has proved it',
  invoiced_months: 'sums over all organizations are published without entering them',
  billing_checkouts: 'somebody may pay for a plan before they have an organization',
  billing_customers: 'what the billing provider tells of a customer leads to its organization',
  market_listings: 'buyers see the approved products of all sellers, and nothing private of them',
  market_cart_items: 'a cart holds products of many sellers, and is opened by its unguessable id',
  event_counters: 'workers find what is waiting without entering organizations',
  event_cursors: 'workers find what is waiting without entering organizations',
  organization_ticks: 'the clock finds what is due without entering organizations',
};

const tables = await readTables();
const tenantTables = tables.filter(({ columns, name }) => columns.includes('organization_id') && !globalTables[name]);

test('every tenant table has forced row-level security for all commands', async () => {
  const unprotected = await asOwner<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
     WHERE c.relname = ANY ($1) AND c.relnamespace = 'public'::regnamespace
       AND NOT (c.relrowsecurity AND c.relforcerowsecurity AND EXISTS (
         SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polcmd = '*' AND p.polpermissive AND p.polroles = '{0}'
           AND pg_get_expr(p.polqual, c.oid) =
             '(organization_id = ( SELECT app.current_organization() AS current_organization))'))`,
    [tenantTables.map(({ name }) => name)],
  );
  assert.deepEqual(unprotected, []);
  const loosened = await asOwner(
    // The owner's policy, for backups, applies to no other role.
    `SELECT p.polrelid::regclass::text AS name FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid
     WHERE NOT (p.polname = 'owner' AND p.polroles = ARRAY[c.relowner]
       AND pg_get_expr(p.polqual, c.oid) = '(current_setting(''app.whole''::text, true) = ''on''::text)')
     GROUP BY p.polrelid HAVING count(*) > 1`,
  );
  assert.deepEqual(loosened, [], 'A second permissive policy weakens the first.');
});

test('the list of global tables contains only existing tables', () => {
  const stale = Object.keys(globalTables).filter((name) => !tables.some((table) => table.name === name));
  assert.deepEqual(stale, []);
});

test('organization_id is first in every primary key and unique index of tenant tables', async () => {
  const wrong = await asOwner(
    `SELECT i.indexrelid::regclass::text AS name
     FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
     WHERE c.relname = ANY ($1) AND c.relnamespace = 'public'::regnamespace AND (i.indisunique OR i.indisexclusion)
       AND a.attname <> 'organization_id'`,
    [tenantTables.map(({ name }) => name)],
  );
  assert.deepEqual(wrong, []);
  const keyless = tenantTables.map(({ name }) => name);
  const keyed = await asOwner<{ name: string }>(
    `SELECT conrelid::regclass::text AS name FROM pg_constraint WHERE contype = 'p'`,
  );
  assert.deepEqual(
    keyless.filter((name) => !keyed.some((key) => key.name === name)),
    [],
  );
});

test('a foreign key between tenant tables cannot cross organizations', async () => {
  const wrong = await asOwner(
    `SELECT k.conname AS name FROM pg_constraint k
     JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
     WHERE k.contype = 'f' AND c.relname = ANY ($1) AND t.relname = ANY ($1) AND NOT EXISTS (
       SELECT FROM generate_subscripts(k.conkey, 1) place
       JOIN pg_attribute mine ON mine.attrelid = k.conrelid AND mine.attnum = k.conkey[place]
       JOIN pg_attribute theirs ON theirs.attrelid = k.confrelid AND theirs.attnum = k.confkey[place]
       WHERE mine.attname = 'organization_id' AND theirs.attname = 'organization_id')`,
    [tenantTables.map(({ name }) => name)],
  );
  assert.deepEqual(wrong, []);
});

/** Derived tables, written only by the statement that writes their source. */
const derivedTables = [
  'event_fields',
  'events',
  'ledger_tail',
  'ledger_transfers',
  'pending_element_taxes',
  'search_words',
];

test('every tenant row references its organization, directly or through a required parent', async () => {
  const rootless = await asOwner<{ name: string }>(
    `WITH RECURSIVE rooted AS (
       SELECT 'organizations'::regclass::oid AS id
       UNION
       SELECT k.conrelid FROM pg_constraint k JOIN rooted r ON k.confrelid = r.id
       JOIN pg_attribute o ON o.attrelid = k.conrelid AND o.attname = 'organization_id' AND o.attnum = ANY (k.conkey)
       WHERE k.contype = 'f' AND k.conrelid <> k.confrelid AND NOT EXISTS (
         SELECT FROM pg_attribute part
         WHERE part.attrelid = k.conrelid AND part.attnum = ANY (k.conkey) AND NOT part.attnotnull))
     SELECT name FROM unnest($1::text[]) AS name WHERE name::regclass::oid NOT IN (SELECT id FROM rooted) ORDER BY name`,
    [tenantTables.map(({ name }) => name)],
  );
  assert.deepEqual(
    rootless.map(({ name }) => name),
    derivedTables,
  );
});

test('the application role owns no table and cannot bypass the policies', async () => {
  const [role] = await asOwner<{ super: boolean; bypass: boolean; owned: number; memberships: number }>(
    `SELECT rolsuper AS super, rolbypassrls AS bypass,
       (SELECT count(*)::int FROM pg_class WHERE relowner = r.oid) +
       (SELECT count(*)::int FROM pg_proc WHERE proowner = r.oid) +
       (SELECT count(*)::int FROM pg_namespace WHERE nspowner = r.oid) AS owned,
       (SELECT count(*)::int FROM pg_auth_members WHERE member = r.oid) AS memberships
     FROM pg_roles r WHERE rolname = $1`,
    [new URL(app.databaseUrl).username],
  );
  assert.deepEqual(role, { super: false, bypass: false, owned: 0, memberships: 0 });
});

test('every tenant table has a fixture', () => {
  const names = tenantTables.map(({ name }) => name);
  assert.deepEqual(
    names.filter((name) => !fixtures[name]),
    [],
    'Add makers to test/walks/fixtures.ts.',
  );
  assert.deepEqual(
    Object.keys(fixtures).filter((name) => !names.includes(name)),
    [],
    'These makers have no table.',
  );
});

interface ForeignId {
  table: Table | null;
  id: string;
}

let mine: Business;
let theirs: Business;
let foreign: ForeignId[];

before(async () => {
  [mine, theirs] = await Promise.all([newBusiness(), newBusiness({ name: 'Colmado Ajeno' })]);
  for (const business of [mine, theirs]) {
    await newApiKey(business);
    await furnish(business);
  }
  foreign = [{ table: null, id: theirs.id }, { table: null, id: theirs.owner.id }, ...(await idsOf(theirs))];
});

/** One id of each table with rows of this organization or its owner. */
async function idsOf(business: Business): Promise<ForeignId[]> {
  const found: ForeignId[] = [];
  for (const table of tables.filter(({ columns }) => columns.includes('id'))) {
    const own = ['organization_id', 'user_id'].filter((column) => table.columns.includes(column));
    if (own.length === 0) continue;
    const [row] = await asOwner<{ id: string }>(
      `SELECT id::text FROM ${table.name} WHERE ${own.map((column) => `${column} = ANY ($1)`).join(' OR ')} LIMIT 1`,
      [[business.id, business.owner.id]],
    );
    if (row) found.push({ table, id: row.id });
  }
  return found;
}

/** A request field that holds an id. */
interface Reference {
  part: keyof Input;
  path: Place['path'];
}

function referencesOf(route: Route): Reference[] {
  const inPart = (part: keyof Input, schema: Json): Reference[] =>
    placesOf(schema)
      .filter(({ path, schema: field }) => isIdName(nameAt(path)) && acceptsText(field))
      .map(({ path }) => ({ part, path }));
  return [
    ...inPart('params', jsonSchemaOf(route.params)),
    ...inPart('query', jsonSchemaOf(route.query)),
    ...inPart('body', jsonSchemaOf(route.body)),
  ];
}

const nameAt = (path: Place['path']): string => path.findLast((step) => typeof step === 'string') ?? '';
/** Numbers of the tax authority are not ids of ours. */
const isIdName = (name: string): boolean => /^ids?$|Ids?$/.test(name) && !/taxId$/i.test(name);
const acceptsText = (schema: Json): boolean =>
  schema.type === 'string' || ((schema.anyOf as Json[] | undefined) ?? []).some(({ type }) => type === 'string');

/** The foreign ids to try: those of the module, of the platform, and those that match the field's name. */
function candidates(module: string, name: string): ForeignId[] {
  const plural = `${name.replace(/Ids?$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}s`;
  return foreign.filter(
    ({ table }) =>
      !table ||
      table.module === module ||
      table.module === 'platform' ||
      table.name.endsWith(plural.replace(/ys$/, 'ies')),
  );
}

/** An id of the same form that does not exist. */
const strangerOf = (id: string): string =>
  /^[0-9a-f-]{36}$/.test(id)
    ? randomUUID()
    : id.replace(/[a-zA-Z0-9]{8,}$/, (end) => randomBytes(end.length).toString('hex').slice(0, end.length));

const formOf = (id: string): string => (/^[0-9a-f-]{36}$/.test(id) ? 'uuid' : id.replace(/[a-zA-Z0-9]{8,}$/, ''));

/** An answer without the parts that differ on every call. */
const gist = ({ status, text }: Answer, id: string): string =>
  `${status} ${text
    .replaceAll(id, 'ID')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')}`;

/** Makes valid requests with an id at one path. A field that accepts one id accepts all of its form, so try it once. */
function aiming(route: Route, { part, path }: Reference): (id: string) => Input | null {
  const frames = new Map<string, unknown>();
  const example = exampleOf(route);
  const fits = (frame: unknown, id: string): boolean => {
    const named = withValue(frame, path, id);
    if (named === null) return false;
    const value = part === 'query' ? readQuery(route.query, named.value as Record<string, unknown>) : named.value;
    return z.safeParse(route[part]!, value).success;
  };
  const frameFor = (id: string): unknown =>
    framesOf(route, part, path, example).find((frame) => fits(frame, id) && fits(frame, strangerOf(id))) ?? null;
  return (id) => {
    const form = formOf(id);
    if (!frames.has(form)) frames.set(form, frameFor(id));
    const frame = frames.get(form);
    return frame === null ? null : ({ ...example, [part]: withValue(frame, path, id)!.value } as Input);
  };
}

/** The examples that may have an id at this path, most likely first. */
function* framesOf(route: Route, part: keyof Input, path: Place['path'], example: Input): Generator<unknown> {
  yield example[part] ?? {};
  const variants = otherVariants(route, part, path, example);
  yield* variants;
  yield* withoutOne(example[part], []);
  yield* withoutOne(example[part], path.slice(0, -1));
  yield* variants.flatMap((variant) => withoutOne(variant, []));
}

/** Variants of an example, each without one field of the object at this path, because some fields exclude each other. */
function withoutOne(example: unknown, path: Place['path']): unknown[] {
  const parent = path.reduce<unknown>((value, step) => (value as Json | undefined)?.[step], example);
  if (typeof parent !== 'object' || parent === null) return [];
  return Object.keys(parent).flatMap((name) => withoutValue(example, [...path, name])?.value ?? []);
}

/** The body variants that have the field: their literals, the values of the example, and the field's own example. */
function otherVariants(route: Route, part: keyof Input, path: Place['path'], example: Input): Json[] {
  const schema = jsonSchemaOf(route[part]);
  const known = [schema, ...variantsOf(schema)].map(({ properties }) => (properties ?? {}) as Record<string, Json>);
  return known
    .filter((properties) => path[0]! in properties)
    .map((properties) => ({
      ...Object.fromEntries(Object.entries(example[part] ?? {}).filter(([name]) => name in properties)),
      ...Object.fromEntries(
        Object.entries(properties).flatMap(([name, { const: fixed }]) => (fixed === undefined ? [] : [[name, fixed]])),
      ),
      ...(properties[path[0]!]!.example !== undefined && { [path[0]!]: properties[path[0]!]!.example }),
    }));
}

test('ids of another organization get the same answer as unknown ids, and its rows do not change', {
  timeout: 900_000,
}, async () => {
  // Jobs count these every hour. Counted once, nothing changes if they run meanwhile.
  for (const count of [countInvoiced, countUsage]) await app.engine.within(theirs.id, count);
  const before = await fingerprint(tables, theirs.id);
  const credential = byToken(mine.owner.token, mine.id);
  const leaks: string[] = [];
  // Identity routes take secrets whose names also end in Id.
  const closed = declared.filter(({ route }) => route.access !== 'public' && !route.provesIdentity);
  await forEach(closed, async ({ module, route }) => {
    for (const reference of referencesOf(route)) {
      const place = `${nameOf(route)} ${reference.part}.${reference.path.join('.')}`;
      let compared = 0;
      const aimAt = aiming(route, reference);
      // One unknown id of each form is enough: all unknown ids get the same answer.
      const strangers = new Map<string, Promise<string>>();
      const answerToStranger = (id: string): Promise<string> => {
        const form = formOf(id);
        const stranger = strangerOf(id);
        const asked =
          strangers.get(form) ??
          send(requestOf(route, aimAt(stranger)!), credential).then((answer) => gist(answer, stranger));
        strangers.set(form, asked);
        return asked;
      };
      for (const { id, table } of candidates(module, nameAt(reference.path))) {
        const aimed = aimAt(id);
        if (!aimed) continue;
        compared++;
        const ofTheirs = gist(await send(requestOf(route, aimed), credential), id);
        const ofNobody = await answerToStranger(id);
        if (ofTheirs === ofNobody) continue;
        leaks.push(`${place} with an id of ${table?.name ?? 'a person or organization'}:\n${ofTheirs}\n${ofNobody}`);
      }
      if (compared === 0)
        leaks.push(`${place}: no foreign id fits; add a maker to the fixtures or an example to the route`);
    }
  });
  assert.deepEqual(leaks, []);
  assert.deepEqual(await fingerprint(tables, theirs.id), before);
});

test('no list contains rows of another organization', async () => {
  const credential = byToken(mine.owner.token, mine.id);
  const needles = [...foreign.map(({ id }) => id), theirs.owner.email];
  const lists = declared.filter(({ route }) => route.method === 'GET' && !route.effect && route.access !== 'public');
  await forEach(lists, async ({ route }) => {
    const { text } = await send(requestOf(route, exampleOf(route)), credential);
    assert.deepEqual(
      needles.filter((needle) => text.includes(needle)),
      [],
      nameOf(route),
    );
  });
});
