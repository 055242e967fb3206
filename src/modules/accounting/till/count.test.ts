import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromMinor } from '#platform/money.ts';
import { app, newMember } from '#test/harness.ts';
import { at, close, lineOf, newShop, open, preview, sell } from '#test/tills.ts';
import { asOwner } from '#test/walks/rows.ts';
import { readRunningBalance } from './running-balance.ts';

test('with concurrent sales and closes, every ticket is in exactly one close', async () => {
  const shop = await newShop();
  await sell(shop, '1', shop.card);
  const closeCards = () =>
    shop.api.POST('/v1/division/{divisionId}/close-balance', { ...at(shop), body: { counts: [] } });
  await Promise.all(
    Array.from({ length: 36 }, (_, place) => (place % 6 === 5 ? closeCards() : sell(shop, '1', shop.card))),
  );
  await sell(shop, '1', shop.card);
  await closeCards();
  const { data } = await shop.api.GET('/v1/division/{divisionId}/close-list', at(shop));
  const cards = data!.data.flatMap(({ balances }) => balances.filter(({ accountId }) => accountId === shop.card.id));
  assert.equal(
    cards.reduce((sum, line) => sum + Number(line.in), 0),
    32,
  );
  for (const [place, line] of cards.entries()) assert.equal(line.opening, cards[place + 1]?.balance ?? '0.00');
});

test('a sale between the count and the close is no difference', async () => {
  const shop = await newShop();
  await open(shop, '1000', shop.safe);
  await sell(shop, '500');
  const { expected } = await lineOf(shop);
  // Counted 10 short; then a customer pays while the form is filled in.
  await sell(shop, '200');
  const made = await shop.api.POST('/v1/division/{divisionId}/close-balance', {
    ...at(shop),
    body: { counts: [{ accountId: shop.cash.id, amount: '1490.00', expected }] },
  });
  const line = made.data!.balances.find(({ accountId }) => accountId === shop.cash.id)!;
  assert.deepEqual([line.expected, line.counted, line.difference], ['1700.00', '1690.00', '-10.00']);
});

test('a count without its expected balance is compared with the preview and the current balance, and refused if it equals neither', async () => {
  const shop = await newShop();
  await open(shop, '1000', shop.safe);
  const sellAfterPreview = async () => {
    await preview(shop);
    await sell(shop, '200');
  };
  const differenceOf = ({ data }: Awaited<ReturnType<typeof close>>) =>
    data!.balances.find(({ accountId }) => accountId === shop.cash.id)!.difference;
  await sellAfterPreview();
  assert.equal(differenceOf(await close(shop, '1000.00')), '0.00', 'Counted before the sale.');
  await sellAfterPreview();
  assert.equal(differenceOf(await close(shop, '1400.00')), '0.00', 'The preview was opened for another reason.');
  await sellAfterPreview();
  const unclear = await close(shop, '1390.00');
  assert.deepEqual([unclear.response.status, unclear.error?.code], [409, 'count_moment_unclear']);
  assert.deepEqual(
    unclear.error!.errors!.map(({ path }) => path),
    ['body.counts[0].expected'],
  );
  assert.match(unclear.error!.detail!, /1400\.00 DOP .* 1600\.00 now/);
  const counts = [{ accountId: shop.cash.id, amount: '1390.00', expected: '1400.00' }];
  const made = await shop.api.POST('/v1/division/{divisionId}/close-balance', { ...at(shop), body: { counts } });
  assert.equal(differenceOf(made), '-10.00');
});

test('an old preview, that of another person and that of an earlier close are not compared with a count', async () => {
  const shop = await newShop();
  const differenceAfter = async (look: () => Promise<unknown>) => {
    await look();
    await sell(shop, '100');
    const expected = await app.engine.within(shop.id, (ctx) => readRunningBalance(ctx, shop.divisionId));
    const held = expected.lines.find(({ account }) => account.id === shop.cash.id)!.expected;
    // A count that differs from both moments is refused if a preview is compared with it.
    const { data } = await close(shop, fromMinor(held - 1_000n, 'DOP'));
    return data!.balances.find(({ accountId }) => accountId === shop.cash.id)!.difference;
  };
  const colleague = await newMember(shop, 'admin');
  assert.equal(await differenceAfter(() => preview({ ...shop, api: colleague.api })), '-10.00');
  const old = async () => {
    await preview(shop);
    await asOwner(
      "UPDATE close_previews SET previewed_at = previewed_at - interval '31 minutes' WHERE organization_id = $1",
      [shop.id],
    );
  };
  assert.equal(await differenceAfter(old), '-10.00');
  await preview(shop);
  await sell(shop, '5');
  const { data } = await close({ ...shop, api: colleague.api }, '185.00');
  assert.equal(data!.number, 3);
  assert.equal(await differenceAfter(async () => undefined), '-10.00');
});
