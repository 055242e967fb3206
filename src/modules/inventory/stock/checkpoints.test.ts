import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ruleBalance } from '#test/accounts.ts';
import { newContact } from '#test/books.ts';
import { newResource } from '#test/catalog.ts';
import { newDocument, readDetail } from '#test/documents.ts';
import { returnOf } from '#test/fulfilment.ts';
import { app, type Business, newBusiness } from '#test/harness.ts';
import { checkStock, mainDivision, stockUp } from '#test/stock.ts';
import { asOwner } from '#test/walks/rows.ts';
import { recountCheckpoints } from '../verification/checkpoints.ts';
import { type ReplayedMovement, replay } from './replay.ts';

const MILLION = 1_000_000n;
const day = (place: number): string => Temporal.PlainDate.from('2026-01-01').add({ days: place }).toString();

/** Goods of two divisions that are bought, sold, brought back and transferred over half a year. */
const moved = fc.record({
  kind: fc.constantFrom('buy' as const, 'sell' as const, 'bring back' as const, 'transfer' as const),
  quantity: fc.bigInt(1n, 9n),
  value: fc.bigInt(1n, 5_000n),
  day: fc.nat(180),
  isHere: fc.boolean(),
  sale: fc.nat(20),
});

function movementsOf(given: Given[], method: 'average' | 'fifo') {
  const numbers = { 'r a': 0, 'r b': 0 };
  const sales: { documentKey: string; day: number }[] = [];
  return given.flatMap((each, place): ReplayedMovement[] => {
    const [here, there] = each.isHere ? (['r a', 'r b'] as const) : (['r b', 'r a'] as const);
    const movement = (position: keyof typeof numbers, quantity: bigint, more: Partial<ReplayedMovement> = {}) => ({
      id: `${place} ${position}`,
      position,
      number: ++numbers[position],
      date: day(each.day),
      quantity: quantity * MILLION,
      value: quantity > 0n ? each.value : -each.value,
      booked: quantity > 0n ? each.value : -each.value,
      method,
      counterpartId: null,
      productionId: null,
      documentKey: null,
      ...more,
    });
    const { kind, quantity } = each;
    if (kind === 'buy') return [movement(here, quantity * 3n)];
    if (kind === 'sell') {
      sales.push({ documentKey: `sale ${place}`, day: each.day });
      return [movement(here, -quantity, { documentKey: `sale ${place}` })];
    }
    if (kind === 'transfer')
      return [
        movement(here, -quantity, { counterpartId: `${place} ${there}` }),
        movement(there, quantity, { counterpartId: `${place} ${here}` }),
      ];
    const sale = sales[each.sale % Math.max(sales.length, 1)];
    if (!sale || sale.day > each.day) return [];
    return [movement(here, 1n, { documentKey: sale.documentKey })];
  });
}

interface Given {
  kind: 'buy' | 'sell' | 'bring back' | 'transfer';
  quantity: bigint;
  value: bigint;
  day: number;
  isHere: boolean;
  sale: number;
}

const byDay = (a: ReplayedMovement, b: ReplayedMovement): number =>
  a.date < b.date ? -1 : a.date > b.date ? 1 : a.number - b.number;

for (const method of ['average', 'fifo'] as const)
  test(`${method}: a revaluation from the end of a month finds what one from the beginning finds`, async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(moved, { minLength: 4, maxLength: 40 }), async (given) => {
        const entered = movementsOf(given, method).sort(byDay);
        const first = await replay(entered);
        const values = new Map(first.changed.map(({ movement, value }) => [movement.id, value]));
        const movements = entered.map((movement) => ({
          ...movement,
          booked: values.get(movement.id) ?? movement.booked,
        }));
        const whole = await replay(movements);
        assert.deepEqual(whole.changed, []);
        for (const { date, holdings } of whole.monthEnds) {
          if ([...holdings.values()].some(({ quantity }) => quantity < 0n)) continue;
          const [linked, later] = [
            movements.filter((one) => one.date <= date),
            movements.filter((one) => one.date > date),
          ];
          const wrong = later.map((movement) => ({ ...movement, booked: movement.booked + 1n }));
          const again = await replay(wrong, {
            date,
            holdings,
            linked: linked.filter(({ documentKey, counterpartId }) => documentKey && !counterpartId),
          });
          assert.deepEqual(again.holdings, whole.holdings);
          const found = new Map(again.changed.map(({ movement, value }) => [movement.id, value]));
          for (const { id, booked, counterpartId } of later) if (!counterpartId) assert.equal(found.get(id), booked);
          assert.deepEqual(
            again.monthEnds,
            whole.monthEnds.filter((end) => end.date > date),
          );
          compared++;
        }
      }),
      { numRuns: 400 },
    );
    assert.ok(compared > 100, `${compared} were compared`);
  });

const ago = (days: number): string => Temporal.Now.plainDateISO('America/Santo_Domingo').subtract({ days }).toString();

async function newShop(valuation: 'average' | 'fifo') {
  const business = await newBusiness();
  const { api } = business;
  await api.PATCH('/v1/organization/settings', { body: { section: 'resources', value: { valuation } } });
  const item = await newResource(api, { name: 'Pan', allowsNegativeStock: true });
  return { business, api, item, contactId: await newContact(business), divisionId: await mainDivision(business) };
}

const recount = ({ id }: Business) => app.engine.within(id, recountCheckpoints);

interface Trade {
  kind: 'buy' | 'sell' | 'bring back' | 'cancel' | 'count';
  quantity: number;
  day: number;
  which: number;
}

const trade: fc.Arbitrary<Trade> = fc.record({
  kind: fc.constantFrom('buy', 'buy', 'sell', 'sell', 'bring back', 'cancel', 'count'),
  quantity: fc.integer({ min: 1, max: 9 }),
  day: fc.nat(120),
  which: fc.nat(20),
});

/** Answers the values of the stock and of each sale. */
async function play(
  valuation: 'average' | 'fifo',
  trades: Trade[],
  afterEach: (business: Business) => Promise<unknown>,
) {
  const { business, api, item, contactId, divisionId } = await newShop(valuation);
  const sales: string[] = [];
  for (const [place, { kind, quantity, day: since, which }] of trades.entries()) {
    const line = { resourceId: item.id, quantity, unitPrice: String(10 + place) };
    const document = { contactId, date: ago(130 - since), elements: [line] };
    const sold = sales[which % Math.max(sales.length, 1)];
    if (kind === 'buy') await newDocument(api, { ...document, direction: 'purchase' });
    else if (kind === 'sell') sales.push((await newDocument(api, document)).id);
    else if (kind === 'count')
      await stockUp(business, { resourceId: item.id, divisionId, quantity: '2', date: document.date });
    else if (sold && kind === 'cancel') await api.DELETE('/v1/record/pending', { body: { id: sold } });
    else if (sold) await returnOf(business, sold, { date: document.date });
    await afterEach(business);
  }
  await checkStock(business);
  const { data } = await api.GET('/v1/resource/{resourceId}/storage', { params: { path: { resourceId: item.id } } });
  const margins = [];
  for (const id of sales) margins.push((await readDetail(api, id)).margin?.cost);
  const balances = [];
  for (const rule of ['inventory', 'costOfSales', 'inventoryAdjustments'] as const)
    balances.push(await ruleBalance(business, rule));
  const { counted, differences } = await recount(business);
  assert.equal(differences, 0);
  return { outcome: [data!.value, margins, balances], kept: Number(counted) };
}

test('checkpoints change no value, whatever is entered, canceled and brought back on earlier days', async () => {
  let kept = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(trade, { minLength: 6, maxLength: 12 }),
      fc.constantFrom('average' as const, 'fifo' as const),
      async (trades, valuation) => {
        const forget = ({ id }: Business) => asOwner('DELETE FROM stock_checkpoints WHERE organization_id = $1', [id]);
        const [fromCheckpoints, fromBeginning] = [
          await play(valuation, trades, async () => {}),
          await play(valuation, trades, forget),
        ];
        kept += fromCheckpoints.kept;
        assert.deepEqual(fromCheckpoints.outcome, fromBeginning.outcome);
      },
    ),
    { numRuns: 6 },
  );
  assert.ok(kept > 0);
});

/** A day of a month before this one. */
const inMonth = (monthsAgo: number, dayOfMonth: number): string =>
  Temporal.Now.plainDateISO('America/Santo_Domingo')
    .with({ day: 1 })
    .subtract({ months: monthsAgo })
    .with({ day: dayOfMonth })
    .toString();

type Shop = Awaited<ReturnType<typeof newShop>>;

/** Plays a story with checkpoints and without, and answers what the stock is worth after each. */
async function worthAfter(story: (shop: Shop, forget: () => Promise<unknown>) => Promise<unknown>) {
  const worths = [];
  for (const isForgetful of [false, true]) {
    const shop = await newShop('average');
    const { api, item, business } = shop;
    const forget = () => asOwner('DELETE FROM stock_checkpoints WHERE organization_id = $1', [business.id]);
    await story(shop, isForgetful ? forget : async () => {});
    await checkStock(business);
    assert.equal((await recount(business)).differences, 0);
    const { data } = await api.GET('/v1/resource/{resourceId}/storage', { params: { path: { resourceId: item.id } } });
    worths.push(data!.value);
  }
  return worths;
}

const buy = ({ api, item, contactId }: Shop, quantity: number, unitPrice: number, date: string) =>
  newDocument(api, {
    direction: 'purchase',
    contactId,
    date,
    elements: [{ resourceId: item.id, quantity, unitPrice }],
  });
const sell = ({ api, item, contactId }: Shop, quantity: number, date: string) =>
  newDocument(api, { contactId, date, elements: [{ resourceId: item.id, quantity, unitPrice: 50 }] });

test('a purchase that is void is in no checkpoint', async () => {
  const worths = await worthAfter(async (shop, forget) => {
    await buy(shop, 10, 10, inMonth(4, 1));
    const { id } = await buy(shop, 10, 20, inMonth(3, 1));
    await sell(shop, 2, inMonth(1, 9));
    await buy(shop, 1, 15, inMonth(1, 5));
    await shop.api.DELETE('/v1/record/pending', { body: { id } });
    await forget();
    await sell(shop, 1, inMonth(1, 7));
  });
  assert.equal(worths[0], worths[1]);
});

test('a recount finds each checkpoint that differs from the movements until then', async () => {
  const shop = await newShop('fifo');
  const { business } = shop;
  await buy(shop, 10, 10, inMonth(4, 1));
  await sell(shop, 2, inMonth(3, 9));
  await sell(shop, 2, inMonth(2, 9));
  await sell(shop, 1, inMonth(1, 9));
  await sell(shop, 1, inMonth(1, 5));
  const { counted, differences } = await recount(business);
  assert.deepEqual([counted > 2n, differences], [true, 0]);
  await asOwner(
    `UPDATE stock_checkpoints SET holdings = jsonb_set(holdings, '{0,value}', '"1"')
     WHERE organization_id = $1 AND date = (SELECT min(date) FROM stock_checkpoints WHERE organization_id = $1)`,
    [business.id],
  );
  assert.deepEqual(await recount(business), { counted, differences: 1 });
});

test('goods that come back for a sale before the checkpoint have its cost', async () => {
  const worths = await worthAfter(async (shop, forget) => {
    await buy(shop, 10, 10, inMonth(3, 1));
    const { id } = await sell(shop, 4, inMonth(3, 5));
    const { elements } = await readDetail(shop.api, id);
    const back = { date: inMonth(2, 9), lines: [{ elementId: elements[0]!.id, quantity: '2' }] };
    assert.ok((await returnOf(shop, id, back)).data);
    await buy(shop, 10, 20, inMonth(3, 2));
    await forget();
    await sell(shop, 1, inMonth(2, 3));
  });
  // 20 were bought for 300, 3 are sold: 17 of 15.
  assert.deepEqual(worths, ['255.00', '255.00']);
});

test('a part that arrives after its last use and before the end of a month is in the checkpoint of that month', async () => {
  const worths = await worthAfter(async (shop, forget) => {
    const { api, item, divisionId, contactId } = shop;
    await buy(shop, 10, 10, inMonth(3, 1));
    const product = await newResource(api, { name: 'Sándwich' });
    const recipe = { yields: '1', parts: [{ resourceId: item.id, quantity: '2' }] };
    const { data } = await api.POST('/v1/resource/production', {
      body: { resourceId: product.id, divisionId, quantity: '1', recipe } as never,
    });
    const path = { productionId: data!.id };
    await api.POST('/v1/resource/production/{productionId}/apply', { params: { path }, body: { date: inMonth(3, 5) } });
    const sold = [{ resourceId: product.id, quantity: 1, unitPrice: '90' }];
    await newDocument(api, { contactId, date: inMonth(2, 3), elements: sold });
    await buy(shop, 2, 10, inMonth(3, 2));
    await buy(shop, 10, 40, inMonth(3, 10));
    await forget();
    await sell(shop, 1, inMonth(1, 5));
    await sell(shop, 1, inMonth(1, 3));
  });
  // 10 of 10 and 10 of 40 are left: 2 of 25 are sold.
  assert.deepEqual(worths, ['450.00', '450.00']);
});
