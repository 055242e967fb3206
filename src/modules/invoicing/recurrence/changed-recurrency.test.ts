import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import { newContact } from '#test/books.ts';
import { eventsOf } from '#test/events.ts';
import { change, cyclesOf, moveTo, newShop, recurrencyOf, subscribe } from '#test/recurrences.ts';

test('a paused recurrence creates no documents, and cycles during the pause are skipped', async () => {
  const shop = await newShop('2027-01-15T12:00');
  const { id, document } = await subscribe(shop, { frequency: 'monthly' });
  await change(shop, document.id, { status: 'paused' });
  await moveTo(shop, '2027-04-20T12:00');
  assert.deepEqual(await cyclesOf(shop, id), []);
  const { data } = await change(shop, document.id, { status: 'active' });
  assert.equal(data!.recurrency!.nextOn, '2027-05-15');
  await moveTo(shop, '2027-05-15T12:00');
  assert.deepEqual(await cyclesOf(shop, id), ['2027-05-15']);
  const emitted = await eventsOf(shop, 'recurrency:updated');
  assert.deepEqual(
    emitted.map(({ payload }) => (payload.new as { status: string }).status),
    ['paused', 'active'],
  );
  assert.equal(emitted[0]!.payload.editorId, shop.owner.id);
});

test('a recurrence can be stopped in any state of its document', async () => {
  const shop = await newShop('2027-01-15T12:00');
  const { data: item } = await shop.api.POST('/v1/resource', { body: { name: 'Clase de yoga', kind: 'service' } });
  const elements = [{ resourceId: item!.id, unitPrice: '900.00' }];
  const { document } = await subscribe(shop, { frequency: 'monthly' }, { elements });
  await shop.api.PATCH('/v1/resource/bulk/archive', { body: { ids: [item!.id] } });
  assert.equal((await change(shop, document.id, { status: 'paused' })).data?.recurrency?.status, 'paused');
  await shop.api.DELETE('/v1/record/pending', { body: { id: document.id } });
  const { data, error } = await change(shop, document.id, { status: 'ended' });
  assert.deepEqual([data?.status, data?.recurrency?.status], ['void', 'ended'], JSON.stringify(error));
  const other = await shop.api.POST('/v1/record/pending', {
    body: { elements: [{ description: 'Pan', unitPrice: '5' }] },
  });
  await shop.api.DELETE('/v1/record/pending', { body: { id: other.data!.id } });
  assert.equal((await change(shop, other.data!.id, { frequency: 'monthly' })).error?.code, 'not_recurrent');
});

test('a document gets its recurrence later, another rule, and an end', async () => {
  const shop = await newShop('2027-01-15T12:00');
  const { data: plain } = await shop.api.POST('/v1/record/pending', {
    body: { elements: [{ description: 'Renta', unitPrice: '100' }] },
  });
  assert.equal(plain!.recurrency, null);
  assert.equal((await change(shop, plain!.id, { status: 'paused' })).error!.code, 'not_recurrent');
  const begun = (await change(shop, plain!.id, { frequency: 'monthly' })).data!.recurrency!;
  assert.equal(begun.nextOn, '2027-02-15');
  const weekly = (await change(shop, plain!.id, { frequency: 'weekly', weekdays: ['MO', 'FR'] })).data!.recurrency!;
  assert.deepEqual([weekly.nextOn, weekly.version], ['2027-01-18', 2]);
  await moveTo(shop, '2027-01-23T12:00');
  assert.deepEqual(await cyclesOf(shop, begun.id), ['2027-01-18', '2027-01-22']);
  const over = (await change(shop, plain!.id, { endsOn: '2027-01-23' })).data!.recurrency!;
  assert.deepEqual([over.status, over.nextOn], ['ended', null]);
});

test('cycles copy another invoice of the contact from the day on which the recurrence says so', async () => {
  const shop = await newShop();
  const { id, document } = await subscribe(shop, { frequency: 'monthly' });
  const draftFor = async (contactId: string, unitPrice = '1800.00') =>
    (
      await shop.api.POST('/v1/record/pending', {
        body: { contactId, status: 'draft', elements: [{ description: 'Membresía', unitPrice }] },
      })
    ).data!.id;
  const dearer = await draftFor(shop.contactId);
  const stranger = await draftFor(await newContact(shop, 'Otra'));
  const recurring = await subscribe(shop, { frequency: 'yearly' });
  for (const [other, code] of [
    [stranger, 'recurrency_document_unsuited'],
    [recurring.document.id, 'recurrency_document_unsuited'],
    [newId(), 'reference_not_found'],
  ] as const) {
    const { error } = await change(shop, document.id, { pendingRecordId: other });
    assert.deepEqual([error?.code, error?.errors?.[0]?.path], [code, 'body.recurrency.pendingRecordId']);
  }
  const { data } = await change(shop, document.id, { pendingRecordId: dearer });
  assert.deepEqual([data!.recurrency!.id, data!.recurrency!.pendingRecordId], [id, dearer]);
  assert.deepEqual(
    [(await recurrencyOf(shop, id)).monthly, (await recurrencyOf(shop, id)).total],
    ['1800.00', '1800.00'],
  );
  await moveTo(shop, '2027-02-28T12:00');
  const { data: made } = await shop.api.GET('/v2/record/pending', { params: { query: { recurrencyId: id } } });
  assert.deepEqual(
    made!.data.map(({ date, total }) => [date, total]),
    [
      ['2027-02-28', '1800.00'],
      ['2027-01-31', '1500.00'],
    ],
  );
  assert.equal((await change(shop, dearer, { status: 'ended' })).data?.recurrency?.status, 'ended');
});

test('a recurrence of three cycles ends after the third', async () => {
  const shop = await newShop('2028-02-29T12:00');
  const { id, document } = await subscribe(shop, { frequency: 'yearly', cycles: 3 });
  assert.equal(document.recurrency!.endsOn, '2030-02-28');
  await moveTo(shop, '2029-02-28T12:00');
  await moveTo(shop, '2031-03-01T12:00');
  assert.deepEqual(await cyclesOf(shop, id), ['2029-02-28', '2030-02-28']);
  const ended = await recurrencyOf(shop, id);
  assert.deepEqual([ended.status, ended.nextOn, ended.made], ['ended', null, 3]);
  assert.equal((await change(shop, document.id, { status: 'active' })).error!.code, 'recurrency_ended');
  assert.equal(
    (await shop.api.POST('/v1/record/pending/nextRecurrency', { body: { recurrencyId: id } })).error!.code,
    'no_next_cycle',
  );
});
