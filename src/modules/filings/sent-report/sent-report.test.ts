import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { newDocument } from '#test/documents.ts';
import { app, newBusiness } from '#test/harness.ts';
import { compareRows } from './compare-rows.ts';

const withReceipts = async () => {
  const business = await newBusiness();
  await business.api.PATCH('/v1/organization', { body: { taxId: '131246796' } });
  await business.api.POST('/v1/taxes/numerals', { body: { type: 'B01', start: 1, end: 9 } });
  const customer = await business.api.POST('/v1/beneficiary', { body: { name: 'Ferretería', taxId: '101850043' } });
  const sell = (price: string, date = '2026-10-05') =>
    newDocument(business.api, {
      fiscalType: 'B01',
      contactId: customer.data!.id,
      date,
      elements: [{ description: 'Cemento', unitPrice: price }],
    });
  const read = async (path: string) => {
    const headers = { authorization: `Bearer ${business.owner.token}` };
    return (await fetch(`${app.publicUrl}${path}`, { headers })).text();
  };
  return { ...business, sell, read };
};

test('a sent report keeps its file, and shows the changes since', async () => {
  const { api, sell, read } = await withReceipts();
  const [voided] = [await sell('100'), await sell('200')];
  const file = await read('/v1/taxes/607/file?period=2026-10');
  const body = { form: '607', period: '2026-10', sentOn: '2026-11-12', confirmation: '4417' } as const;
  const sent = (await api.POST('/v1/taxes/sent-report', { body })).data!;
  assert.deepEqual(
    [sent.form, sent.period, sent.sentOn, sent.confirmation, sent.rows, sent.fileName],
    ['607', '2026-10', '2026-11-12', '4417', 2, 'DGII_F_607_131246796_202610.TXT'],
  );
  const path = { params: { path: { id: sent.id } } };
  const changes = async () => (await api.GET('/v1/taxes/sent-report/{id}/changes', path)).data!;
  assert.deepEqual(await changes(), { counts: { added: 0, removed: 0, changed: 0 }, data: [] });

  await api.DELETE('/v1/record/pending', { body: { id: voided!.id, reason: '05' } });
  await sell('300', '2026-10-09');
  const found = await changes();
  assert.deepEqual(found.counts, { added: 1, removed: 1, changed: 0 });
  assert.deepEqual(
    found.data.map(({ number, change, sent, now }) => [number, change, sent === null, now === null]),
    [
      ['B0100000003', 'added', true, false],
      ['B0100000001', 'removed', false, true],
    ],
  );
  assert.equal(await read(`/v1/taxes/sent-report/${sent.id}/file`), file);
});

test('the calendar shows the last report that was sent for a month, and whether its rows became more', async () => {
  const { api, sell } = await withReceipts();
  await sell('100');
  const shown = async () => {
    const { data } = await api.GET('/v1/taxes/calendar', { params: { query: { period: '2026-10' } } });
    const { status, filingId, changed } = data!.data.find(({ filing }) => filing === '607')!;
    return { status, filingId, changed };
  };
  const send = async () =>
    (await api.POST('/v1/taxes/sent-report', { body: { form: '607', period: '2026-10' } })).data!.id;
  assert.deepEqual(await shown(), { status: 'report', filingId: null, changed: false });
  const first = await send();
  assert.deepEqual(await shown(), { status: 'sent', filingId: first, changed: false });
  await sell('200');
  assert.deepEqual(await shown(), { status: 'sent', filingId: first, changed: true });
  const second = await send();
  assert.deepEqual(await shown(), { status: 'sent', filingId: second, changed: false });
  const { data } = await api.GET('/v1/taxes/sent-report', { params: { query: { form: '607', period: '2026-10' } } });
  assert.deepEqual(
    data!.data.map(({ id, rows }) => [id, rows]),
    [
      [second, 2],
      [first, 1],
    ],
  );
  await api.DELETE('/v1/taxes/sent-report', { body: { id: second } });
  assert.deepEqual(await shown(), { status: 'sent', filingId: first, changed: true });
});

test('a report is sent after its month has begun and not in the future', async () => {
  const { api } = await withReceipts();
  const pathOf = async (sentOn: string) => {
    const { error } = await api.POST('/v1/taxes/sent-report', { body: { form: '608', period: '2026-10', sentOn } });
    return error!.errors![0]!.path;
  };
  assert.equal(await pathOf('2026-09-30'), 'body.sentOn');
  assert.equal(await pathOf('2099-01-01'), 'body.sentOn');
  const { data } = await api.GET('/v1/taxes/sent-report');
  assert.deepEqual(data!.data, []);
});

test('rows are compared by number, in the 606 also by supplier, and name the fields that differ', async () => {
  const file = (...rows: string[]) => Readable.from(['606|1|202610|2', ...rows].map((row) => `${row}\r\n`));
  const sent = file('101|1|02|B01|x', '102|1|02|B01|x', '103|1|02|B02|x');
  const now = file('102|1|02|B01|x', '101|1|09|B01|y');
  const { counts, data } = await compareRows('606', sent, now);
  assert.deepEqual(counts, { added: 0, removed: 1, changed: 1 });
  assert.deepEqual(data[0], {
    number: 'B01',
    change: 'changed',
    sent: '101|1|02|B01|x',
    now: '101|1|09|B01|y',
    fields: [3, 5],
  });
  assert.equal(data[1]!.sent, '103|1|02|B02|x');
});
