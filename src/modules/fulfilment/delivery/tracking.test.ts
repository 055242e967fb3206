import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newDelivery, newShop, sell } from '#test/fulfilment.ts';
import { type Business, newBusiness } from '#test/harness.ts';
import { fetchPdf, pagesOf } from '#test/pdf.ts';
import { asOwner } from '#test/walks/rows.ts';

const change = ({ api }: Pick<Business, 'api'>, body: { id: string; [field: string]: unknown }) =>
  api.PATCH('/v1/resource/delivery', { body: body as never });

async function found({ api }: Pick<Business, 'api'>, trackingNumber: string): Promise<string[]> {
  const { data } = await api.GET('/v1/resource/delivery', { params: { query: { trackingNumber } } });
  return data!.data.map(({ id }) => id);
}

const trackingUrl = 'https://example.com/guias/MP-1';

test('a delivery has the tracking number and link of its carrier, is found by the number, and its note shows it', async () => {
  const shop = await newShop();
  const { business } = shop;
  const sale = await sell(shop, 5, { deliverLater: true });
  const sent = { pendingRecordId: sale.id, carrier: 'Metro Pac', trackingNumber: ' MP-1 ', trackingUrl };
  const delivery = await newDelivery(business, sent);
  assert.deepEqual([delivery.trackingNumber, delivery.trackingUrl], ['MP-1', trackingUrl]);
  await newDelivery(business, { pendingRecordId: (await sell(shop, 1, { deliverLater: true })).id });
  assert.deepEqual(await found(business, 'MP-1'), [delivery.id]);
  assert.deepEqual(await found(business, 'MP-'), []);
  assert.deepEqual(await found(await newBusiness(), 'MP-1'), []);
  const [text] = await pagesOf(await fetchPdf(business, `/v1/resource/delivery/${delivery.id}/note`));
  assert.match(text!, /Número de guía: MP-1/);
});

test('the carrier and its tracking are given, changed and removed after the dispatch', async () => {
  const shop = await newShop();
  const { business } = shop;
  const sale = await sell(shop, 5, { deliverLater: true });
  const { id, version, updatedAt } = await newDelivery(business, { pendingRecordId: sale.id });
  const { data: given } = await change(business, { id, carrier: 'Metro Pac', trackingNumber: 'MP-2', trackingUrl });
  assert.deepEqual(
    [given!.carrier, given!.trackingNumber, given!.trackingUrl, given!.version],
    ['Metro Pac', 'MP-2', trackingUrl, version + 1],
  );
  assert.ok(given!.updatedAt >= updatedAt);
  const { data: less } = await change(business, { id, trackingUrl: null, notes: 'Frágil' });
  assert.deepEqual([less!.trackingNumber, less!.trackingUrl, less!.notes], ['MP-2', null, 'Frágil']);
});

test('a link that is no address of the web is refused, and PostgreSQL refuses it too', async () => {
  const shop = await newShop();
  const { business, api } = shop;
  const pendingRecordId = (await sell(shop, 5, { deliverLater: true })).id;
  for (const unfit of [
    'javascript:alert(1)',
    'ftp://example.com/1',
    'example.com',
    `https://example.com/${'x'.repeat(2000)}`,
  ]) {
    const { error, response } = await api.POST('/v1/resource/delivery', {
      body: { pendingRecordId, trackingUrl: unfit },
    });
    assert.deepEqual([response.status, error!.errors?.[0]?.path], [400, 'body.trackingUrl'], unfit);
  }
  const { id } = await newDelivery(business, { pendingRecordId });
  await assert.rejects(
    asOwner('UPDATE deliveries SET tracking_url = $2 WHERE id = $1', [id, 'javascript:alert(1)']),
    /deliveries_tracking_url_check/,
  );
});
