import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { z } from 'zod';
import { modules } from '#modules/index.ts';
import { TableFormat, tableAnswer, tableDownload } from '#platform/export/download.ts';
import { batchesByCursor } from '#platform/export/table.ts';
import { route } from '#platform/http/route.ts';
import type { Module } from '#platform/module.ts';
import { app, eventually, newBusiness, newMember, ownerUrlOf, startTestApp } from '#test/harness.ts';

/** A list of two batches; the second is read when the test says so. */
let mayGoOn = Promise.withResolvers<void>();
const shelf: Module = {
  name: 'shelf',
  uses: [],
  groups: [
    {
      name: 'Shelf',
      description: 'For this test.',
      routes: [
        route('GET', '/v1/shelf/download', 'organization:read', {
          summary: 'Download the shelf',
          description: 'Slowly.',
          query: z.strictObject({ format: TableFormat.default('csv') }),
          returns: tableAnswer,
          downloads: true,
          handler: async (ctx, { query }) =>
            tableDownload(ctx, {
              format: query.format,
              fileName: 'shelf',
              columns: [{ title: 'organization', kind: 'text', value: (row: string) => row }],
              batches: batchesByCursor(async (cursor) => {
                if (cursor) await mayGoOn.promise;
                const id = await ctx.transaction(async (unit) => unit.organizationId);
                return cursor ? { data: ['2'], nextCursor: null } : { data: [id], nextCursor: '2' };
              }),
            }),
        }),
      ],
    },
  ],
};

const service = await startTestApp({ ROLE: 'api' }, { databaseUrl: app.databaseUrl, modules: [...modules, shelf] });
const owner = new pg.Client({ connectionString: ownerUrlOf(app.databaseUrl) });
await owner.connect();
after(async () => {
  await owner.end();
  await service.stop();
});

async function begin(token: string, organizationId?: string) {
  mayGoOn = Promise.withResolvers<void>();
  const response = await fetch(`${service.publicUrl}/v1/shelf/download`, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(organizationId && { 'x-service-organization-id': organizationId }),
    },
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (text.split('\r\n').length < 3) text += (await reader.read()).value;
  const rest = async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
    return text.trim().split('\r\n').slice(1);
  };
  return { rest };
}

test('a download holds no transaction while its reader waits', async () => {
  const business = await newBusiness();
  const download = await begin(business.owner.token);
  // A read-only transaction ends with the next packet of its connection, or a few milliseconds later.
  await eventually(async () => {
    const { rows } = await owner.query(
      `SELECT count(*)::int AS open FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND state LIKE 'idle in transaction%'`,
    );
    return rows[0].open === 0;
  });
  mayGoOn.resolve();
  assert.deepEqual(await download.rest(), [business.id, '2']);
});

test('a download ends where its reader loses the right to it', async () => {
  const business = await newBusiness();
  const member = await newMember(business);
  const download = await begin(member.token);
  await owner.query('UPDATE memberships SET active = false WHERE user_id = $1', [member.id]);
  mayGoOn.resolve();
  await assert.rejects(download.rest());
});

test('a download ends where its reader moves to another organization: none of its rows get into the file', async () => {
  const business = await newBusiness();
  const download = await begin(business.owner.token);
  await business.api.POST('/v1/organization', { body: { name: 'Otra' } });
  mayGoOn.resolve();
  await assert.rejects(download.rest());
});
