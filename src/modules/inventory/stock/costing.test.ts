import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ruleBalance } from '#test/accounts.ts';
import { newContact } from '#test/books.ts';
import { newResource } from '#test/catalog.ts';
import { newDocument, readDetail } from '#test/documents.ts';
import { newReturn } from '#test/fulfilment.ts';
import { type Business, newBusiness } from '#test/harness.ts';
import { checkStock, mainDivision, moveAsDocument, stockUp } from '#test/stock.ts';

/** Costs of goods against simple models of them: what a sale costs does not depend on when things were entered. */

const ago = (days: number): string => Temporal.Now.plainDateISO('America/Santo_Domingo').subtract({ days }).toString();
const worth = async ({ api }: Business, resourceId: string) =>
  (await api.GET('/v1/resource/{resourceId}/storage', { params: { path: { resourceId } } })).data!.value;

async function newShop(valuation: 'average' | 'fifo' = 'average') {
  const business = await newBusiness();
  const { api } = business;
  await api.PATCH('/v1/organization/settings', { body: { section: 'resources', value: { valuation } } });
  const [bread, divisionId, contactId] = [
    await newResource(api, { name: 'Pan', allowsNegativeStock: true }),
    await mainDivision(business),
    await newContact(business),
  ];
  const sell = (quantity: number, date = ago(0)) =>
    newDocument(api, { contactId, date, elements: [{ resourceId: bread.id, quantity, unitPrice: '20' }] });
  const buy = (quantity: number, unitPrice: string, date = ago(0)) =>
    newDocument(api, {
      direction: 'purchase',
      contactId,
      date,
      elements: [{ resourceId: bread.id, quantity, unitPrice }],
    });
  const marginOf = async (id: string) => {
    const { margin } = await readDetail(api, id);
    return [margin!.cost, margin!.margin, margin!.marginPercent];
  };
  const cost = () => ruleBalance(business, 'costOfSales');
  return { business, api, bread, divisionId, contactId, sell, buy, marginOf, cost };
}

const cancel = ({ api }: Business, id: string) => api.DELETE('/v1/record/pending', { body: { id } });

test('a sale below zero stock gets the cost of its goods when they arrive', async () => {
  for (const valuation of ['average', 'fifo'] as const) {
    const { business, api, bread, sell, buy, marginOf, cost } = await newShop(valuation);
    const [first, second] = [await sell(5, ago(3)), await sell(2, ago(2))];
    assert.deepEqual(await marginOf(first.id), ['0.00', '100.00', '100.00']);
    await buy(6, '10', ago(1));
    assert.deepEqual(await marginOf(first.id), ['50.00', '50.00', '50.00']);
    assert.deepEqual(await marginOf(second.id), ['10.00', '30.00', '75.00']);
    assert.deepEqual([await cost(), await ruleBalance(business, 'inventoryAdjustments')], [6000n, 0n]);
    // Posted on the day on which the goods arrived, and so in the profit and loss of that day.
    const { data } = await api.GET('/v1/record/report', {
      params: { query: { from: ago(1), to: ago(1), groupBy: 'chartAccount' as never } },
    });
    assert.deepEqual(
      data!.groups.map(({ expense }) => expense).filter((expense) => Number(expense) > 0),
      ['60.00'],
    );
    await buy(10, '12');
    assert.deepEqual(await marginOf(second.id), ['22.00', '18.00', '45.00']);
    assert.deepEqual([await cost(), await worth(business, bread.id)], [7200n, '108.00']);
    await checkStock(business);
  }
});

test('the cost of such a sale follows it: a return, a void sale, a void purchase', async () => {
  const { business, bread, sell, buy, marginOf, cost } = await newShop();
  const sale = await sell(5);
  const bought = await buy(5, '10');
  const back = await newReturn(business, sale.id, { lines: [{ elementId: sale.elements[0]!.id, quantity: 2 }] });
  assert.deepEqual([await cost(), await worth(business, bread.id)], [3000n, '20.00']);
  assert.equal((await marginOf(sale.id))[0], '30.00');
  await business.api.PATCH('/v1/resource/return', { body: { id: back.id, status: 'void' } });
  assert.deepEqual([await cost(), await worth(business, bread.id)], [5000n, '0.00']);
  await cancel(business, bought.id);
  assert.deepEqual([await cost(), await marginOf(sale.id)], [0n, ['0.00', '100.00', '100.00']]);
  await checkStock(business);
  await buy(5, '8');
  assert.deepEqual([await cost(), (await marginOf(sale.id))[0]], [4000n, '40.00']);
  await cancel(business, sale.id);
  assert.deepEqual([await cost(), await worth(business, bread.id)], [0n, '40.00']);
  assert.equal(await ruleBalance(business, 'inventoryAdjustments'), 0n);
  await checkStock(business);
});

test('a late entry changes the cost of the sales after it', async () => {
  const { business, bread, sell, buy, marginOf, cost } = await newShop();
  const short = await sell(4, ago(5));
  await buy(4, '10', ago(6));
  assert.deepEqual([(await marginOf(short.id))[0], await cost()], ['40.00', 4000n]);
  await buy(4, '20', ago(7));
  assert.deepEqual([(await marginOf(short.id))[0], await cost()], ['60.00', 6000n]);
  assert.equal(await worth(business, bread.id), '60.00');
  assert.equal(await ruleBalance(business, 'inventoryAdjustments'), 0n);
  await checkStock(business);
});

test('a product of missing parts gets their cost when they arrive, and so do its sales and its products', async () => {
  for (const valuation of ['average', 'fifo'] as const) {
    const { business, api, bread, divisionId, contactId, cost } = await newShop(valuation);
    const [flour, toast] = await Promise.all(
      ['Harina', 'Tostada'].map((name) => newResource(api, { name, cost: '30', allowsNegativeStock: true })),
    );
    const make = async (resourceId: string, quantity: string, part: string, used: string, date: string) => {
      const recipe = { yields: quantity, parts: [{ resourceId: part, quantity: used }] };
      const { data } = await api.POST('/v1/resource/production', {
        body: { resourceId, divisionId, quantity, recipe } as never,
      });
      const path = { productionId: data!.id };
      await api.POST('/v1/resource/production/{productionId}/apply', { params: { path }, body: { date } });
      return data!.id;
    };
    const worths = () => Promise.all([flour!, bread, toast!].map(({ id }) => worth(business, id)));
    const made = await make(bread.id, '20', flour!.id, '2', ago(3));
    const toasted = await make(toast!.id, '5', bread.id, '5', ago(2));
    const sold = [{ resourceId: bread.id, quantity: 10, unitPrice: '20' }];
    await newDocument(api, { contactId, date: ago(1), elements: sold });
    assert.deepEqual([await worths(), await cost()], [['-60.00', '15.00', '15.00'], 3000n]);
    const costOfMade = async () => {
      const params = { path: { productionId: made } };
      return (await api.GET('/v1/resource/production/{productionId}', { params })).data!.cost!;
    };
    assert.deepEqual(await costOfMade(), { parts: '60.00', labour: '0.00', total: '60.00', unit: '3.00' });
    const elements = [{ resourceId: flour!.id, quantity: 10, unitPrice: '40' }];
    const bought = await newDocument(api, { direction: 'purchase', contactId, elements });
    assert.deepEqual([await worths(), await cost()], [['320.00', '20.00', '20.00'], 4000n]);
    assert.equal(await ruleBalance(business, 'inventoryAdjustments'), 0n);
    assert.deepEqual(await costOfMade(), { parts: '80.00', labour: '0.00', total: '80.00', unit: '4.00' });
    // An earlier arrival covers the missing flour instead, although it is after the production.
    await stockUp(business, { resourceId: flour!.id, divisionId, quantity: '2', unitCost: '50', date: ago(2) });
    assert.deepEqual([await worths(), await cost()], [['400.00', '25.00', '25.00'], 5000n]);
    await cancel(business, bought.id);
    assert.deepEqual([await worths(), await cost()], [['0.00', '25.00', '25.00'], 5000n]);
    await checkStock(business);
    for (const productionId of [toasted, made]) {
      const params = { path: { productionId } };
      await api.PATCH('/v1/resource/production/{productionId}', { params, body: { status: 'reversed' } });
    }
    assert.equal((await worths())[0], '100.00');
    await checkStock(business);
  }
});

test('goods that were transferred while they were missing get their cost when they arrive', async () => {
  for (const valuation of ['average', 'fifo'] as const) {
    const { business, api, divisionId, contactId, cost } = await newShop(valuation);
    const { id: toDivisionId } = (await api.POST('/v1/division', { body: { name: 'Almacén' } })).data!;
    const [moved, sent] = await Promise.all(
      ['Harina', 'Azúcar'].map((name) => newResource(api, { name, allowsNegativeStock: true })),
    );
    await api.POST('/v1/resource/record', {
      body: { type: 'TRANSFER', resourceId: moved!.id, divisionId, toDivisionId, quantity: '5', date: ago(2) },
    });
    const delivery = await api.POST('/v1/resource/delivery', {
      body: {
        fromDivisionId: divisionId,
        toDivisionId,
        date: ago(2),
        lines: [{ resourceId: sent!.id, quantity: '5' }],
      },
    });
    const { id, lines } = delivery.data!;
    await api.PATCH('/v1/resource/delivery', { body: { id, receivedBy: 'Ana', lines: [{ id: lines[0]!.id }] } });
    const elements = [moved!, sent!].map(({ id: resourceId }) => ({ resourceId, quantity: 5, unitPrice: '100' }));
    await newDocument(api, { direction: 'purchase', contactId, divisionId, elements });
    const worths = async () => [await worth(business, moved!.id), await worth(business, sent!.id)];
    assert.deepEqual(await worths(), ['500.00', '500.00'], valuation);
    assert.equal(await ruleBalance(business, 'inventoryAdjustments'), 0n);
    assert.equal(await ruleBalance(business, 'betweenDivisions'), 0n);
    const sold = elements.map((line) => ({ ...line, quantity: 2 }));
    await newDocument(api, { contactId, divisionId: toDivisionId, elements: sold });
    assert.deepEqual([await worths(), await cost()], [['300.00', '300.00'], 40_000n]);
    await checkStock(business);
  }
});

interface Moved {
  quantity: number;
  unitCost: number;
  day: number;
}

/** Sorted by day and then by entry: each departure takes the oldest units, or those that arrive first after it. */
function fifoModel(movements: Moved[]): { left: number; cost: number } {
  const units = movements.map((moved, entry) => ({ ...moved, entry }));
  const inOrder = units.toSorted((a, b) => a.day - b.day || a.entry - b.entry);
  const arriving = inOrder.flatMap(({ quantity, unitCost }) => Array<number>(Math.max(0, quantity)).fill(unitCost));
  const sold = -inOrder.reduce((sum, { quantity }) => sum + Math.min(0, quantity), 0);
  const sum = (costs: number[]) => costs.reduce((total, each) => total + each, 0);
  return { left: sum(arriving.slice(sold)), cost: sum(arriving.slice(0, sold)) };
}

const moved = fc.record({
  quantity: fc.integer({ min: -6, max: 9 }).filter((quantity) => quantity !== 0),
  unitCost: fc.integer({ min: 1, max: 50 }),
  day: fc.nat(6),
});

/** Sales and purchases of earlier days. */
const traded = fc.array(fc.record({ isSale: fc.boolean(), quantity: fc.integer({ min: 1, max: 9 }), day: fc.nat(6) }), {
  minLength: 2,
  maxLength: 8,
});

test('a bulk of documents of earlier days values stock and sales as its documents do one by one', async () => {
  await fc.assert(
    fc.asyncProperty(traded, fc.constantFrom('average' as const, 'fifo' as const), async (trades, valuation) => {
      const [apart, together] = [await newShop(valuation), await newShop(valuation)];
      const documentsOf = ({ bread, contactId }: typeof apart) =>
        trades.map(({ isSale, quantity, day }, place) => ({
          ...(isSale ? {} : { direction: 'purchase' }),
          contactId,
          date: ago(7 - day),
          elements: [{ resourceId: bread.id, quantity, unitPrice: String(10 + place * 3) }],
        }));
      const outcomeOf = async ({ business, bread, marginOf }: typeof apart, ids: string[]) => {
        await checkStock(business);
        const margins = [];
        for (const [place, id] of ids.entries()) if (trades[place]!.isSale) margins.push(await marginOf(id));
        const balances = [];
        for (const rule of ['inventory', 'costOfSales', 'inventoryAdjustments'] as const)
          balances.push(await ruleBalance(business, rule));
        return [await worth(business, bread.id), margins, balances];
      };
      const ids = [];
      for (const document of documentsOf(apart)) ids.push((await newDocument(apart.api, document)).id);
      const documents = documentsOf(together) as never;
      const { data } = await together.api.POST('/v1/record/pending/bulk', { body: { documents } });
      const written = data!.results.map(({ id }) => id!);
      assert.deepEqual(await outcomeOf(together, written), await outcomeOf(apart, ids));
    }),
    { numRuns: 8 },
  );
});

test('first in, first out agrees with a simple model for any days of entry, also below zero', async () => {
  const business = await newBusiness();
  await business.api.PATCH('/v1/organization/settings', {
    body: { section: 'resources', value: { valuation: 'fifo' } },
  });
  const divisionId = await mainDivision(business);
  await fc.assert(
    fc.asyncProperty(fc.array(moved, { minLength: 3, maxLength: 9 }), async (given) => {
      // In the end everything is there: before that, missing goods have an expected cost that the model does not know.
      const missing = -given.reduce((sum, { quantity }) => sum + quantity, 0);
      const movements = missing > 0 ? [...given, { quantity: missing, unitCost: 7, day: 7 }] : given;
      const before = await ruleBalance(business, 'costOfSales');
      const { id: resourceId } = await newResource(business.api, { name: 'Pan', allowsNegativeStock: true });
      for (const { quantity, unitCost, day } of movements) {
        const place = { resourceId, divisionId };
        if (quantity > 0)
          await stockUp(business, {
            ...place,
            quantity: String(quantity),
            unitCost: String(unitCost),
            date: ago(8 - day),
          });
        else await moveAsDocument(business, [{ ...place, quantity: String(quantity) }], { date: ago(8 - day) });
      }
      const model = fifoModel(movements);
      assert.deepEqual(
        [await worth(business, resourceId), (await ruleBalance(business, 'costOfSales')) - before],
        [`${model.left}.00`, BigInt(model.cost * 100)],
      );
      await checkStock(business);
    }),
    { numRuns: 12 },
  );
});
