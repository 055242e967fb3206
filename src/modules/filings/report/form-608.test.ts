import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newDocument } from '#test/documents.ts';
import { app, newBusiness } from '#test/harness.ts';

test('the 608 has the voided numbers of a month, and electronic ones unless only the authority has them', async () => {
  const { api, owner } = await newBusiness();
  await api.PATCH('/v1/organization', { body: { taxId: '131246796' } });
  const range = async (type: 'B02' | 'E32') =>
    (await api.POST('/v1/taxes/numerals', { body: { type, start: 1, end: 9 } })).data!.id;
  const [paper, electronic] = [await range('B02'), await range('E32')];
  const elements = [{ description: 'Arroz', unitPrice: '100' }];
  const { id } = await newDocument(api, { fiscalType: 'B02', date: '2026-10-05', elements });
  await api.DELETE('/v1/record/pending', { body: { id, reason: '05' } });
  await api.POST('/v1/taxes/numerals/void', {
    body: { numeralsId: paper, from: 2, to: 3, reason: '03', date: '2026-11-02' },
  });
  await api.POST('/v1/taxes/numerals/void', {
    body: { numeralsId: electronic, from: 1, to: 2, reason: '08', date: '2026-10-07' },
  });
  const linesOf = async () => {
    const headers = { authorization: `Bearer ${owner.token}` };
    const response = await fetch(`${app.publicUrl}/v1/taxes/608/file?period=2026-10`, { headers });
    return (await response.text()).trim().split('\r\n');
  };
  const voided = 'B0200000001|20261005|05';
  assert.deepEqual(await linesOf(), [
    '608|131246796|202610|3',
    voided,
    'E320000000001|20261007|08',
    'E320000000002|20261007|08',
  ]);
  const listed = async () => {
    const { data } = await api.GET('/v1/taxes/608', { params: { query: { period: '2026-10', itemsPerPage: 2 } } });
    return data!;
  };
  const { data: rows, total, issues, nextCursor } = await listed();
  assert.deepEqual(rows, [
    { number: 'B0200000001', voidedOn: '2026-10-05', reason: '05', reasonText: 'Cambio de productos' },
    { number: 'E320000000001', voidedOn: '2026-10-07', reason: '08', reasonText: 'Errores en secuencia de NCF' },
  ]);
  assert.deepEqual([total, issues], [3, []]);
  const second = await api.GET('/v1/taxes/608', { params: { query: { period: '2026-10', cursor: nextCursor! } } });
  assert.deepEqual(
    second.data!.data.map(({ number }) => number),
    ['E320000000002'],
  );
  const value = { reportElectronicSales: false };
  await api.PATCH('/v1/organization/settings', { body: { section: 'taxes', value } });
  assert.deepEqual(await linesOf(), ['608|131246796|202610|1', voided]);
  assert.equal((await listed()).total, 1);
});
