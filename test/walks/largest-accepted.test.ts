import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newBoard, newTask } from '#test/boards.ts';
import { HELD_MAX_MS, shortestOfTurnsMs } from '#test/event-loop.ts';
import { newBusiness } from '#test/harness.ts';

const ROWS = 1_000;
const PARTS = 5;
const DOCUMENTS = 500;
const LINES = 10;

const listOf = <T>(length: number, make: (place: number) => T): T[] =>
  Array.from({ length }, (_, place) => make(place));

test('the largest requests that are accepted do not hold the event loop', async (t) => {
  const { api } = await newBusiness();
  // Shows what would happen, so that it can be repeated.
  const headers = { 'dry-run': 'true' };
  const resources = listOf(ROWS, (row) => ({
    name: `Producto ${row}`,
    code: `P-${row}`,
    prices: listOf(PARTS, (place) => ({ amount: '10.50', minimumQuantity: String(place + 1) })),
  }));
  const beneficiaries = listOf(ROWS, (row) => ({
    name: `Persona ${row}`,
    contactData: listOf(PARTS, (place) => ({ kind: 'phone' as const, value: `809-${200 + place}-${1_000 + row}` })),
  }));
  const documents = listOf(DOCUMENTS, () => ({
    elements: listOf(LINES, (place) => ({ description: `Línea ${place}`, unitPrice: '99.95', quantity: '3' })),
  }));
  const requests = {
    resources: () => api.POST('/v1/resource/bulk', { body: { resources }, headers }),
    contacts: () => api.POST('/v1/beneficiary/bulk', { body: { beneficiaries }, headers }),
    documents: () => api.POST('/v1/record/pending/bulk', { body: { documents }, headers }),
  };
  for (const [name, send] of Object.entries(requests)) {
    const ms = await shortestOfTurnsMs(async () => {
      const { response, error } = await send();
      assert.equal(response.status, 200, JSON.stringify(error));
    });
    t.diagnostic(`${name}: ${Math.round(ms)} ms`);
    assert.ok(ms < HELD_MAX_MS, `${name}: ${Math.round(ms)} ms`);
  }
});

test('a page of more than 8 MB is refused, because writing it would hold the event loop', async () => {
  const { api, columns } = await newBoard();
  const items = listOf(100, () => ({ text: 'ñ<&"\\;=a '.repeat(33) }));
  const checklists = listOf(10, (place) => ({ name: `Lista ${place}`, items }));
  for (let count = 0; count < 30; count++) await newTask(api, columns[0]!.id, { checklists });
  const read = (itemsPerPage: number) => api.GET('/v1/tasks/board-task', { params: { query: { itemsPerPage } } });
  assert.equal((await read(200)).error?.code, 'page_too_large');
  assert.equal((await read(10)).data?.data.length, 10);
});
