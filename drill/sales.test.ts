import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, unwrap } from '#client';
import { withCrashingService } from './crashing-service.ts';

const WRITERS = 12;
const STOCK = 100_000;
const RETRY_MS = 50;

test(
  'after several crashes each sale of parallel writers is written once, with numbers, stock and books that agree',
  { timeout: 600_000 },
  () =>
    withCrashingService(async ({ api, baseUrl, token, organizationId, crash, rows }) => {
      const { id: resourceId } = await unwrap(api.POST('/v1/resource', { body: { name: 'Arroz', kind: 'goods' } }));
      const divisionId = (await unwrap(api.GET('/v1/division'))).data[0]!.id;
      const arrival = { type: 'IN', resourceId, divisionId, quantity: String(STOCK), unitCost: '10' } as const;
      await unwrap(api.POST('/v1/resource/record', { body: arrival }));

      // All use the same session, so their sales share transactions.
      const once = createClient({ baseUrl, credentials: { token, organizationId }, retries: 0 });
      const sold = new Map<string, string>();
      let isOver = false;
      const sell = async (key: string): Promise<void> => {
        for (;;) {
          const body = { reference: key, elements: [{ resourceId, quantity: '1', unitPrice: '100' }] };
          const headers = { 'idempotency-key': key };
          const answer = await once.POST('/v1/record/pending', { body, headers }).catch(() => null);
          if (answer?.data) return void sold.set(key, answer.data.id);
          await sleep(RETRY_MS);
        }
      };
      const write = async (): Promise<void> => {
        while (!isOver) await sell(randomUUID());
      };
      const writers = Array.from({ length: WRITERS }, write);
      await crash();
      isOver = true;
      await Promise.all(writers);

      const documents = await rows<{ id: string; reference: string; number: string; xmin: string }>(
        'SELECT id, reference, number, xmin FROM pending_records ORDER BY number',
      );
      assert.deepEqual(new Map(documents.map(({ reference, id }) => [reference, id])), sold);
      assert.deepEqual(
        documents.map(({ number }) => Number(number)),
        documents.map((_, place) => place + 1),
      );
      assert.ok(new Set(documents.map(({ xmin }) => xmin)).size < documents.length, 'Sales shared transactions.');
      const [stock] = await rows<{ quantity: string }>('SELECT quantity::int AS quantity FROM stock_positions');
      assert.equal(Number(stock!.quantity), STOCK - documents.length);
      const [posted] = await rows<{ count: number }>(
        `SELECT count(*)::int AS count FROM records WHERE source_kind = 'invoice' AND kind = 'sale'`,
      );
      assert.equal(posted!.count, documents.length);
    }),
);
