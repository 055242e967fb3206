import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { newResource } from '#test/catalog.ts';
import { app, newBusiness } from '#test/harness.ts';
import { isNamed } from './named.ts';
import { table } from './table.ts';

test('rows that another table names are the same whether they are followed or looked up', async () => {
  const business = await newBusiness();
  const { api } = business;
  const ids: string[] = [];
  for (const name of ['Arroz', 'Habichuelas', 'Aceite']) ids.push((await newResource(api, { name })).id);
  const [rice, beans] = ids as [string, string];
  const members = [{ resourceId: beans }, { resourceId: rice }];
  const { data: list } = await api.POST('/v1/resource/resource-list', {
    body: { name: 'Granos', type: 'COLLECTION', members },
  });
  const [resources, listMembers] = [table('resources'), table('resourceListMembers')];
  const named = (fewMax: number) =>
    app.engine.within(business.id, async (ctx) => {
      const from = sql`${listMembers.of(ctx)} m WHERE m.list_id = ${list!.id}`;
      const condition = await isNamed(ctx, { id: sql`m.resource_id`, from }, fewMax);
      const { rows } = await sql<{ id: string }>`
        SELECT t.id FROM ${resources.of(ctx)} t WHERE ${condition} ORDER BY t.name`.execute(ctx.tx);
      return rows.map(({ id }) => id);
    });
  for (const fewMax of [0, 1, 2, 10]) assert.deepEqual(await named(fewMax), [rice, beans]);
});
