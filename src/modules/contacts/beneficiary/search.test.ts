import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { type Business, newBusiness } from '#test/harness.ts';
import { asOwner } from '#test/walks/rows.ts';

/** More than are named by their ids. */
const MANY = 10_040;

/** Customers with a telephone each; one in ten is archived. The n-th of them is named so by all that searches for it. */
async function fill(organizationId: string): Promise<void> {
  const numbered = `generate_series(1, ${MANY}) AS n`;
  const id = `overlay(overlay(md5('${organizationId} ' || n) placing '7' from 13) placing '8' from 17)::uuid`;
  await asOwner(
    `INSERT INTO contacts (organization_id, id, name, sort_name, archived_at, created_at, updated_at)
     SELECT '${organizationId}', ${id}, 'Persona ' || n, 'persona ' || n, CASE WHEN n % 10 = 0 THEN now() END, now(), now()
     FROM ${numbered}`,
  );
  await asOwner(
    `INSERT INTO search_words (organization_id, kind, word, entity_id)
     SELECT '${organizationId}', 'contact', word, ${id} FROM ${numbered}, unnest(ARRAY['persona', n::text]) AS word`,
  );
  await asOwner(
    `INSERT INTO contact_data (organization_id, id, contact_id, kind, value, normalised, is_primary, created_at)
     SELECT '${organizationId}', gen_random_uuid(), ${id}, 'phone', phone, phone, true, now()
     FROM ${numbered}, LATERAL (SELECT '+1809' || lpad(n::text, 7, '0') AS phone) AS p`,
  );
  await asOwner('ANALYZE contacts, search_words, contact_data');
}

const people = Array.from({ length: MANY }, (_, place) => place + 1).filter((n) => n % 10 !== 0);
const byName = (names: string[]) => names.toSorted((a, b) => (a < b ? -1 : 1));

suite('a text that more than ten thousand contacts match', () => {
  let business: Business;

  before(async () => {
    business = await newBusiness();
    await fill(business.id);
    for (const name of ['809 Taller', 'Perla Persona', 'Ana'])
      await business.api.POST('/v1/beneficiary', { body: { name } });
  });

  const named = (chosen: number[]) => chosen.map((n) => `Persona ${n}`);
  const cases: [search: string, names: string[]][] = [
    ['persona', ['Perla Persona', ...named(people)]],
    ['per', ['Perla Persona', ...named(people)]],
    ['persona 77', named(people.filter((n) => String(n).startsWith('77')))],
    ['809', ['809 Taller', ...named(people)]],
    ['809-000-12', named(people.filter((n) => String(n).padStart(7, '0').startsWith('00012')))],
    ['perla persona', ['Perla Persona']],
  ];
  for (const [search, names] of cases) {
    test(`finds ${names.length} of them by ${search}`, async () => {
      const sorted = byName(names.map((name) => name.toLowerCase()));
      const pages = [1, Math.ceil(names.length / 200)];
      for (const page of pages) {
        const query = { search, page, itemsPerPage: 200, count: 'exact' as const };
        const { data, error } = await business.api.GET('/v1/beneficiary', { params: { query } });
        assert.ok(data, JSON.stringify(error));
        assert.equal(data.total, names.length);
        assert.deepEqual(
          data.data.map(({ name }) => name.toLowerCase()),
          sorted.slice((page - 1) * 200, page * 200),
        );
      }
    });
  }
});
