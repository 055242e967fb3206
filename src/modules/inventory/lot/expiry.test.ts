import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newResource } from '#test/catalog.ts';
import { newBusiness } from '#test/harness.ts';
import { moveClock } from '#test/sandbox-clock.ts';
import { mainDivision, stockUp } from '#test/stock.ts';

const now = Temporal.Now.instant().round('second');
const inDays = (days: number) => now.add({ hours: days * 24 });
const dayIn = (days: number) => inDays(days).toZonedDateTimeISO('UTC').toPlainDate().toString();

async function newPharmacy() {
  const business = await newBusiness({ sandbox: true });
  const { api } = business;
  const divisionId = await mainDivision(business);
  const { id: resourceId } = await newResource(api, { name: 'Insulina', unit: 'vial', tracksLots: true });
  const arrive = (lot: string, days: number) =>
    stockUp(business, {
      resourceId,
      divisionId,
      quantity: '4',
      unitCost: '10',
      lots: [{ lot, expiresOn: dayIn(days) }],
    });
  const warned = async () =>
    (await api.GET('/v1/organization/user/notifications'))
      .data!.data.filter(({ kind }) => kind === 'lot-expiry')
      .map(({ body }) => [...body.matchAll(/lote (\S+): 4 vial/g)].map(([, lot]) => lot).join(' '))
      .sort();
  return { business, api, divisionId, resourceId, arrive, warned };
}

test('the owner is warned once before a lot in stock expires, and again if its expiry changes', async () => {
  const { business, api, divisionId, resourceId, arrive, warned } = await newPharmacy();
  await arrive('A', 60);
  await arrive('B', 60);
  await arrive('C', 90);
  await arrive('GONE', 60);
  const gone = { type: 'OUT', resourceId, divisionId, quantity: '4', lots: [{ lot: 'GONE' }] };
  await api.POST('/v1/resource/record', { body: gone as never });
  await moveClock(business, inDays(28));
  assert.deepEqual(await warned(), []);
  await moveClock(business, inDays(32));
  assert.deepEqual(await warned(), ['A B']);
  await moveClock(business, inDays(62));
  assert.deepEqual(await warned(), ['A B', 'C']);
  const { data } = await api.GET('/v1/resource/lots', { params: { query: { lot: 'C' } } });
  const path = { lotId: data!.data[0]!.id };
  await api.PATCH('/v1/resource/lots/{lotId}', { params: { path }, body: { note: 'En la nevera' } });
  await moveClock(business, inDays(63));
  assert.deepEqual(await warned(), ['A B', 'C']);
  await api.PATCH('/v1/resource/lots/{lotId}', { params: { path }, body: { expiresOn: dayIn(120) } });
  await moveClock(business, inDays(92));
  assert.deepEqual(await warned(), ['A B', 'C', 'C']);
});

test('the setting decides how many days before, and null turns warnings off', async () => {
  const { business, api, arrive, warned } = await newPharmacy();
  const setDays = (expiryWarningDays: number | null) =>
    api.PATCH('/v1/organization/settings', { body: { section: 'resources', value: { expiryWarningDays } } });
  await setDays(null);
  await arrive('A', 40);
  await moveClock(business, inDays(20));
  assert.deepEqual(await warned(), []);
  await setDays(25);
  await moveClock(business, inDays(21));
  assert.deepEqual(await warned(), ['A']);
  await arrive('OLD', 5);
  await moveClock(business, inDays(22));
  const { data } = await api.GET('/v1/organization/user/notifications');
  assert.match(data!.data[0]!.title, /^Por vencer: Insulina, lote OLD: 4 vial, venció el /);
});
