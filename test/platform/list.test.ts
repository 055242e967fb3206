import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { byDefault, dates, isSet, list, listOf, oneOf } from '#platform/db/list.ts';
import { table } from '#platform/db/table.ts';
import { newId } from '#platform/id.ts';
import { app, newBusiness } from '#test/harness.ts';

const projects = table('projects');
const projectList = listOf(projects, {
  filters: {
    name: oneOf('name', z.string().max(20)),
    archived: byDefault(isSet('archivedAt'), false),
    ...dates('startsOn'),
  },
  sort: {
    name: 'name',
    created: 'createdAt',
    version: 'version',
    budget: { by: sql`coalesce(t.budget, 0)`, type: 'bigint' },
  },
  order: '-created',
});

/** The direction of the second key is fixed, so the order runs both ways at once. */
const mixedList = list<{ id: string; name: string }>()({
  from: (tenant) => sql`${projects.of(tenant)} t`,
  select: sql`t.id, t.name`,
  filters: {},
  sort: { name: { by: sql`t.name`, type: 'text' } },
  order: 'name',
  key: [
    { by: sql`t.version`, type: 'integer', direction: 'DESC' },
    { by: sql`t.id`, type: 'uuid', direction: 'ASC' },
  ],
});

const request = (query: Record<string, unknown> = {}) => projectList.query.parse(query);
const within = async <T>(organizationId: string, work: (ctx: TenantContext) => Promise<T>): Promise<T> =>
  app.engine.within(organizationId, work);

async function manyProjects(count: number): Promise<string> {
  const { id: organizationId } = await newBusiness();
  const from = Temporal.Instant.from('2026-01-01T00:00:00.001Z');
  await within(organizationId, (ctx) =>
    projects.insertMany(
      ctx,
      Array.from({ length: count }, (_, index) => ({
        id: newId(),
        name: `P${index % 3}`,
        version: (index % 5) + 1,
        budget: index % 2 === 0 ? null : BigInt(index % 7),
        startsOn: index % 4 === 0 ? null : `2026-0${(index % 4) + 1}-15`,
        archivedAt: index % 11 === 0 ? from : null,
        createdAt: from.add({ milliseconds: index % 6 }),
      })),
    ),
  );
  return organizationId;
}

test('for any order and page size, cursors reach every row once, in the order of numbered pages', async () => {
  const organizationId = await manyProjects(60);
  const sorts = ['name', '-name', 'created', '-created', 'version', '-version', 'budget', '-budget'];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...sorts), fc.integer({ min: 1, max: 70 }), async (sort, itemsPerPage) => {
      await within(organizationId, async (ctx) => {
        const whole = await projectList.page(ctx, request({ sort, itemsPerPage: '200' }));
        const byCursor: string[] = [];
        for (let cursor: string | null | undefined; cursor !== null; ) {
          const query = { sort, itemsPerPage: String(itemsPerPage), ...(cursor && { cursor }) };
          const page = await projectList.next(ctx, request(query));
          byCursor.push(...page.data.map(({ id }) => id));
          cursor = page.nextCursor;
        }
        assert.deepEqual(
          byCursor,
          whole.data.map(({ id }) => id),
        );
        assert.equal(whole.total, byCursor.length);
      });
    }),
    { numRuns: 25 },
  );
});

test('cursors follow an order with mixed directions', async () => {
  const organizationId = await manyProjects(40);
  await within(organizationId, async (ctx) => {
    const { data: whole } = await mixedList.next(ctx, mixedList.cursorQuery.parse({ itemsPerPage: '200' }));
    const byCursor: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await mixedList.next(
        ctx,
        mixedList.cursorQuery.parse({ itemsPerPage: '7', ...(cursor && { cursor }) }),
      );
      byCursor.push(...page.data.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    assert.deepEqual(
      byCursor,
      whole.map(({ id }) => id),
    );
  });
});

test('a list accepts the cursor that it has given after the longest name', async () => {
  const { api } = await newBusiness();
  for (const end of '12') await api.POST('/v1/files/folder', { body: { name: '日'.repeat(254) + end } });
  const page = (cursor?: string) =>
    api.GET('/v1/files', { params: { query: { sort: 'name', itemsPerPage: 1, ...(cursor && { cursor }) } } });
  const second = await page((await page()).data!.nextCursor!);
  assert.deepEqual([second.data?.data.length, second.data?.nextCursor], [1, null], JSON.stringify(second.error));
});

test('names in short lists are found by words in any order, without accents and case', async () => {
  const { api } = await newBusiness();
  const name = 'Promoción de Ñame';
  const made = [
    await api.POST('/v1/taxes/rrhh/employees', { body: { name, monthlySalary: '30000' } }),
    await api.POST('/v1/resource/resource-list', { body: { name, type: 'COLLECTION', rule: { kinds: ['goods'] } } }),
    await api.POST('/v1/resource/discount-recommendation', { body: { name, percent: '5' } }),
    await api.POST('/v1/automation', {
      body: { name, trigger: { kind: 'api' }, nodes: [{ id: 'pause', kind: 'wait', seconds: 60 }] },
    }),
  ];
  assert.deepEqual(
    made.map(({ response }) => response.status),
    [201, 201, 201, 201],
  );
  const paths = [
    '/v1/taxes/rrhh/employees',
    '/v1/resource/resource-list',
    '/v1/resource/discount-recommendation',
    '/v1/automation',
  ] as const;
  for (const path of paths)
    for (const [search, total] of [
      ['NAME promo', 1],
      ['name yuca', 0],
    ] as const) {
      const { data, error } = await api.GET(path, { params: { query: { search } } });
      assert.equal(data?.total, total, `${path} ${search} ${error?.detail}`);
    }
});

test('filters take one or several values, and the remaining rows are counted', async () => {
  const organizationId = await manyProjects(33);
  await within(organizationId, async (ctx) => {
    const total = async (query: Record<string, unknown>) => (await projectList.page(ctx, request(query))).total;
    assert.deepEqual(
      [await total({}), await total({ archived: true }), await total({ name: 'P0' }), await total({ name: 'P0,P1' })],
      [30, 3, 10, 20],
    );
    assert.equal(await total({ from: '2026-03-01', to: '2026-03-31' }), 7);
    const page = await projectList.page(ctx, request({ itemsPerPage: '10', page: '3' }));
    assert.deepEqual([page.data.length, page.hasMore, page.nextCursor], [10, false, null]);
  });
});

test('a made-up cursor or a cursor of another order is refused', async () => {
  const organizationId = await manyProjects(5);
  await within(organizationId, async (ctx) => {
    const { nextCursor } = await projectList.next(ctx, request({ itemsPerPage: '2' }));
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const wrong = [
      ['name', nextCursor!],
      ['-created', 'x'],
      ['-created', encode(['-created', '2026-13-45 00:00:00+00', newId()])],
      ['-created', encode(['-created', '2026-01-01 00:00:00+00', 'id'])],
      ['name', encode(['name', 'a\0b', newId()])],
      ['budget', encode(['budget', '9'.repeat(30), newId()])],
    ] as const;
    for (const [sort, cursor] of wrong) {
      await assert.rejects(projectList.next(ctx, request({ sort, cursor })), /cursor is not a cursor/);
    }
  });
});
