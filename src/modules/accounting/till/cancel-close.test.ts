import assert from 'node:assert/strict';
import { test } from 'node:test';
import { payloadsOf } from '#test/events.ts';
import { at, booked, cancel, close, isVoid, lineOf, newShop, open, preview, sell, sellForADay } from '#test/tills.ts';

test('canceling the last close takes its difference back and leaves the day as it was', async () => {
  const shop = await newShop();
  await sellForADay(shop);
  const before = await preview(shop);
  const closed = (await close(shop, '6480')).data!;
  const canceled = await cancel(shop, closed.id);
  assert.equal(canceled.response.status, 200);
  assert.notEqual(canceled.data?.canceledAt, null);
  assert.deepEqual(await preview(shop), before);
  assert.equal(await booked(shop, 'cashShort'), 0n);
  assert.equal(await isVoid(shop, closed.balances[0]!.differenceRecordId!), true);
  const [closing] = await payloadsOf(shop, 'division:balance-closed');
  assert.deepEqual(await payloadsOf(shop, 'division:balance-close-canceled'), [closing]);
  const again = await close(shop, '6500');
  assert.deepEqual([again.data?.number, again.data?.balances[0]?.difference], [1, '0.00']);
  const list = await shop.api.GET('/v1/division/{divisionId}/close-list', at(shop));
  assert.deepEqual(
    list.data?.data.map(({ id, canceledAt }) => [id, canceledAt !== null]),
    [
      [again.data!.id, false],
      [closed.id, true],
    ],
  );
  const listed = async (query: object) => {
    const path = { divisionId: shop.divisionId };
    return (await shop.api.GET('/v1/division/{divisionId}/close-list', { params: { path, query } })).data!;
  };
  assert.equal((await listed({ canceled: 'false' })).total, 1);
  const first = await listed({ itemsPerPage: 1, sort: 'closed' });
  const second = await listed({ itemsPerPage: 1, sort: 'closed', cursor: first.nextCursor });
  assert.deepEqual([first.data[0]!.id, second.data[0]!.id, second.nextCursor], [closed.id, again.data!.id, null]);
});

test('only the last close is canceled, one after the other; an opening since then is withdrawn', async () => {
  const shop = await newShop();
  await open(shop, '1000', shop.safe);
  await sell(shop, '10');
  const first = (await close(shop, '1010')).data!;
  await open(shop, '1010');
  await sell(shop, '5');
  const second = (await close(shop, '1015')).data!;
  assert.equal((await cancel(shop, first.id)).error?.code, 'not_the_last_close');
  assert.equal((await cancel(shop, second.id)).response.status, 200);
  assert.equal((await cancel(shop)).data?.id, first.id);
  const line = await lineOf(shop);
  assert.deepEqual([line.opening, line.in, line.out, line.expected], ['1000.00', '15.00', '0.00', '1015.00']);
  assert.equal((await preview(shop)).posOpen, true);
  assert.equal((await cancel(shop)).error?.code, 'no_close_to_cancel');
});

test('of concurrent openings, closes and cancellations one each succeeds', async () => {
  const shop = await newShop();
  const count = (answers: { response: Response }[], status: number) =>
    answers.filter(({ response }) => response.status === status).length;
  const opens = await Promise.all(Array.from({ length: 6 }, () => open(shop, '100', shop.safe)));
  assert.deepEqual([count(opens, 201), count(opens, 409)], [1, 5]);
  await sell(shop, '50');
  const closes = await Promise.all(Array.from({ length: 6 }, () => close(shop, '140')));
  assert.deepEqual([count(closes, 201), count(closes, 409)], [1, 5]);
  assert.equal(await booked(shop, 'cashShort'), 1_000n);
  const { id } = closes.find(({ data }) => data)!.data!;
  const cancels = await Promise.all(Array.from({ length: 6 }, () => cancel(shop, id)));
  assert.deepEqual([count(cancels, 200), count(cancels, 409)], [1, 5]);
  assert.equal(await booked(shop, 'cashShort'), 0n);
});
