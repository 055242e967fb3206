import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { newDivision } from '#test/books.ts';
import { newResource } from '#test/catalog.ts';
import { app, type Business, newBusiness } from '#test/harness.ts';
import { checkStock, mainDivision, moveAsDocument, stockUp, voidDocument } from '#test/stock.ts';
import { releaseStock, reserveStock } from './reserve-stock.ts';

const storage = async ({ api }: Business, resourceId: string) =>
  (await api.GET('/v1/resource/{resourceId}/storage', { params: { path: { resourceId } } })).data!;

const codeOf = (error: unknown): string => (error as { kind?: { code: string } }).kind?.code ?? String(error);
const outcomes = async (tries: Promise<unknown>[]) =>
  (await Promise.allSettled(tries)).map((one) => (one.status === 'fulfilled' ? 'done' : codeOf(one.reason)));

/** Chooses how stock is valued. */
const choose = ({ api }: Business, valuation: 'average' | 'fifo') =>
  api.PATCH('/v1/organization/settings', { body: { section: 'resources', value: { valuation } } });

test('fifty sales of the last unit sell one', async () => {
  const business = await newBusiness();
  const [divisionId, resource] = await Promise.all([mainDivision(business), newResource(business.api)]);
  await stockUp(business, { resourceId: resource.id, divisionId, quantity: '1', value: '100' });
  const tries = await outcomes(
    Array.from({ length: 50 }, () =>
      moveAsDocument(business, [{ resourceId: resource.id, divisionId, quantity: '-1' }]),
    ),
  );
  assert.equal(tries.filter((one) => one === 'done').length, 1);
  assert.equal(tries.filter((one) => one === 'stock_insufficient').length, 49);
  assert.deepEqual((await storage(business, resource.id)).quantity, '0');
  await checkStock(business);
});

test('concurrent transfers in both directions lose nothing and do not deadlock', async () => {
  const business = await newBusiness();
  const [a, b] = [await mainDivision(business), await newDivision(business)];
  const resources = await Promise.all(['Arroz', 'Aceite', 'Azúcar'].map((name) => newResource(business.api, { name })));
  for (const { id } of resources) {
    for (const divisionId of [a, b]) {
      await stockUp(business, {
        resourceId: id,
        divisionId,
        quantity: '100',
        value: divisionId === a ? '1000' : '3000',
      });
    }
  }
  const transfer = (from: string, to: string, order: typeof resources) =>
    moveAsDocument(
      business,
      order.map(({ id }) => ({ resourceId: id, divisionId: from, toDivisionId: to, quantity: '1' })),
    );
  const tries = await outcomes(
    Array.from({ length: 30 }, (_, turn) =>
      turn % 2 ? transfer(a, b, resources) : transfer(b, a, resources.toReversed()),
    ),
  );
  assert.deepEqual(new Set(tries), new Set(['done']));
  for (const { id } of resources) {
    const { quantity, value } = await storage(business, id);
    assert.deepEqual([quantity, value], ['200', '4000.00']);
  }
  await checkStock(business);
});

test('a unit is sold once and received once, however many requests try', async () => {
  const business = await newBusiness();
  const [a, b] = [await mainDivision(business), await newDivision(business)];
  const { id: resourceId } = await newResource(business.api, { name: 'Celular', tracksSerials: true });
  const unit = { resourceId, serialNumbers: ['SN-1'] };
  const received = await outcomes(
    [a, b, a, b, a, b].map((divisionId) =>
      moveAsDocument(business, [{ ...unit, divisionId, quantity: '1', value: 500n }]),
    ),
  );
  assert.equal(received.filter((one) => one === 'done').length, 1);
  assert.equal(received.filter((one) => one === 'serial_number_in_stock').length, 5);
  const where = (await storage(business, resourceId)).divisions.find(({ quantity }) => quantity === '1')!.divisionId;
  await stockUp(business, { resourceId, divisionId: where, quantity: '5', serialNumbers: ['A', 'B', 'C', 'D', 'E'] });
  const sold = await outcomes(
    Array.from({ length: 6 }, () => moveAsDocument(business, [{ ...unit, divisionId: where, quantity: '-1' }])),
  );
  assert.equal(sold.filter((one) => one === 'done').length, 1);
  assert.equal(sold.filter((one) => one === 'serial_number_not_in_stock').length, 5);
  await checkStock(business);
});

test('a count during sales leaves the counted quantity less the later sales', async () => {
  const business = await newBusiness();
  const divisionId = await mainDivision(business);
  const { id: resourceId } = await newResource(business.api);
  await stockUp(business, { resourceId, divisionId, quantity: '100', value: '333.33' });
  const counts = Array.from({ length: 5 }, (_, turn) =>
    business.api.POST('/v1/resource/record/bulk-stock', {
      body: { divisionId, lines: [{ resourceId, quantity: 60 + turn }] },
    }),
  );
  const sales = Array.from({ length: 20 }, () =>
    moveAsDocument(business, [{ resourceId, divisionId, quantity: '-1' }]),
  );
  await Promise.all([...counts, ...sales]);
  await checkStock(business);
});

test('reserved stock cannot be taken by others, and is released or delivered in parts', async () => {
  const business = await newBusiness();
  const divisionId = await mainDivision(business);
  const { id: resourceId } = await newResource(business.api);
  const line = { resourceId, divisionId };
  await stockUp(business, { ...line, quantity: '10', value: '100' });
  const order = { kind: 'test-order', id: resourceId };
  await app.engine.within(business.id, (ctx) => reserveStock(ctx, order, [{ ...line, quantity: '6' }]));
  const { reserved, available } = await storage(business, resourceId);
  assert.deepEqual([reserved, available], ['6', '4']);
  const tooMuch = () => moveAsDocument(business, [{ ...line, quantity: '-5' }]);
  assert.deepEqual(await outcomes([tooMuch()]), ['stock_insufficient']);
  await app.engine.within(business.id, (ctx) => releaseStock(ctx, order, [{ ...line, quantity: '2' }]));
  await moveAsDocument(business, [{ ...line, quantity: '-6' }]);
  assert.deepEqual((await storage(business, resourceId)).available, '0');
  await checkStock(business);
  const releases = Array.from({ length: 5 }, () => app.engine.within(business.id, (ctx) => releaseStock(ctx, order)));
  await Promise.all(releases);
  assert.deepEqual((await storage(business, resourceId)).available, '4');
  await checkStock(business);
});

test('of ten concurrent reservations, as many succeed as there is stock', async () => {
  const business = await newBusiness();
  const divisionId = await mainDivision(business);
  const { id: resourceId } = await newResource(business.api);
  await stockUp(business, { resourceId, divisionId, quantity: '7', value: '70' });
  const tries = await outcomes(
    Array.from({ length: 10 }, (_, turn) =>
      app.engine.within(business.id, (ctx) =>
        reserveStock(ctx, { kind: `test-${'abcdefghij'[turn]}`, id: resourceId }, [
          { resourceId, divisionId, quantity: '2' },
        ]),
      ),
    ),
  );
  assert.equal(tries.filter((one) => one === 'done').length, 3);
  await checkStock(business);
});

test('a movement of an earlier day revalues everything after it, wherever the goods went', async () => {
  const business = await newBusiness();
  const [a, b] = [await mainDivision(business), await newDivision(business)];
  const { id: resourceId } = await newResource(business.api);
  const today = Temporal.Now.plainDateISO('America/Santo_Domingo');
  const daysAgo = (days: number) => today.subtract({ days }).toString();
  await stockUp(business, { resourceId, divisionId: a, quantity: '10', value: '100', date: daysAgo(10) });
  await moveAsDocument(business, [{ resourceId, divisionId: a, quantity: '-4' }], { date: daysAgo(8) });
  await moveAsDocument(business, [{ resourceId, divisionId: a, toDivisionId: b, quantity: '4' }], { date: daysAgo(5) });
  await stockUp(business, { resourceId, divisionId: a, quantity: '10', value: '300', date: daysAgo(9) });
  const { divisions, value } = await storage(business, resourceId);
  const worth = Object.fromEntries(divisions.map((position) => [position.divisionId, position.value]));
  // Twenty for 400: of each sixteen, four went to the other division and four were sold.
  assert.deepEqual([worth[a], worth[b], value], ['240.00', '80.00', '320.00']);
  const { data } = await business.api.GET('/v1/resource/record', { params: { query: { type: 'ADJUSTMENT' } } });
  assert.deepEqual(
    data!.data.map((one) => [one.date, one.value]).sort(),
    [
      [today.toString(), '-80.00'],
      [today.toString(), '40.00'],
    ].sort(),
  );
  await checkStock(business);
});

const today = () => Temporal.Now.plainDateISO('America/Santo_Domingo');
const ago = (days: number): string => today().subtract({ days }).toString();

test('first in, first out goes by the day of the arrivals, not by their entry', async () => {
  const business = await newBusiness();
  await choose(business, 'fifo');
  const place = { resourceId: (await newResource(business.api)).id, divisionId: await mainDivision(business) };
  await stockUp(business, { ...place, quantity: '10', unitCost: '5', date: ago(20) });
  await stockUp(business, { ...place, quantity: '10', unitCost: '8', date: ago(11) });
  await moveAsDocument(business, [{ ...place, quantity: '-15' }], { date: ago(1) });
  await stockUp(business, { ...place, quantity: '10', unitCost: '2', date: ago(16) });
  assert.equal((await storage(business, place.resourceId)).value, '90.00');
  await checkStock(business);
  // The rest of the late arrival leaves next: 5 for 2.00, then 5 for 8.00.
  await moveAsDocument(business, [{ ...place, quantity: '-10' }]);
  assert.equal((await storage(business, place.resourceId)).value, '40.00');
  await checkStock(business);
});

test('stock must suffice on the day of a movement and on every later day', async () => {
  const business = await newBusiness();
  const [divisionId, other] = [await mainDivision(business), await newDivision(business)];
  const place = { resourceId: (await newResource(business.api)).id, divisionId };
  const take = (quantity: string, days: number) =>
    moveAsDocument(business, [{ ...place, quantity }], { date: ago(days) });
  await stockUp(business, { ...place, quantity: '10', value: '100', date: ago(5) });
  assert.deepEqual(await outcomes([take('-1', 6)]), ['stock_insufficient']);
  await take('-8', 3);
  await stockUp(business, { ...place, quantity: '20', value: '200', date: ago(1) });
  // 22 are here today and 10 were on that day, of which 8 left later.
  assert.deepEqual(await outcomes([take('-3', 4)]), ['stock_insufficient']);
  const away = { ...place, toDivisionId: other, quantity: '3' };
  assert.deepEqual(await outcomes([moveAsDocument(business, [away], { date: ago(4) })]), ['stock_insufficient']);
  await take('-2', 4);
  assert.deepEqual(await outcomes([take('-1', 2)]), ['stock_insufficient']);
  assert.equal((await storage(business, place.resourceId)).quantity, '20');
  await take('-20', 0);
  await checkStock(business);
});

test('an arrival cannot be voided if later days would lack its goods', async () => {
  const business = await newBusiness();
  const place = { resourceId: (await newResource(business.api)).id, divisionId: await mainDivision(business) };
  const move = (quantity: string, days: number) =>
    moveAsDocument(business, [{ ...place, quantity, value: 1000n }], { date: ago(days) });
  const first = await move('10', 5);
  const sale = await move('-4', 3);
  await move('10', 1);
  assert.deepEqual(await outcomes([voidDocument(business, first)]), ['stock_insufficient']);
  await voidDocument(business, sale);
  await voidDocument(business, first);
  assert.equal((await storage(business, place.resourceId)).quantity, '10');
  await checkStock(business);
});

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('in' as const),
      place: fc.nat(3),
      quantity: fc.integer({ min: 1, max: 9_999_999 }),
      value: fc.option(fc.bigInt(0n, 1_000_000n)),
      daysAgo: fc.constantFrom(0, 0, 0, 3, 7),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('out' as const),
      place: fc.nat(3),
      quantity: fc.integer({ min: 1, max: 9_999_999 }),
      daysAgo: fc.constantFrom(0, 0, 0, 2, 5),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('transfer' as const),
      place: fc.nat(3),
      quantity: fc.integer({ min: 1, max: 5_000_000 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('make' as const),
      place: fc.nat(3),
      quantity: fc.integer({ min: 1, max: 3_000_000 }),
      daysAgo: fc.constantFrom(0, 0, 1, 4, 6),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unmake' as const), which: fc.nat(50) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('void' as const), which: fc.nat(50) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('empty' as const), place: fc.nat(3) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('method' as const),
      method: fc.constantFrom('average' as const, 'fifo' as const),
    }),
  },
);

test('after any sequence of movements, productions, voids, late entries and revaluations, stock and ledger agree', async () => {
  const business = await newBusiness();
  const divisions = [await mainDivision(business), await newDivision(business)];
  const strict = await newResource(business.api, { name: 'Arroz' });
  const owing = await newResource(business.api, { name: 'Pan', allowsNegativeStock: true, cost: '12.50' });
  const places = [strict, owing].flatMap(({ id }) => divisions.map((divisionId) => ({ resourceId: id, divisionId })));
  const today = Temporal.Now.plainDateISO('America/Santo_Domingo');
  const documents: Awaited<ReturnType<typeof moveAsDocument>>[] = [];
  const made: string[] = [];
  /** Each is made of the other: a circle of products. */
  const make = async ({ resourceId, divisionId }: (typeof places)[number], quantity: string, date: string) => {
    const part = places.find((place) => place.resourceId !== resourceId)!;
    const recipe = { parts: [{ resourceId: part.resourceId, quantity: '0.7' }], labourCost: '1.23' };
    const planned = await business.api.POST('/v1/resource/production', {
      body: { resourceId, divisionId, quantity, recipe },
    });
    const productionId = planned.data!.id;
    const { error } = await business.api.POST('/v1/resource/production/{productionId}/apply', {
      params: { path: { productionId } },
      body: { date },
    });
    if (error) assert.equal(error.code, 'stock_insufficient');
    else made.push(productionId);
  };
  const unmake = async (productionId: string) => {
    const { error } = await business.api.PATCH('/v1/resource/production/{productionId}', {
      params: { path: { productionId } },
      body: { status: 'reversed' },
    });
    if (error) assert.equal(error.code, 'stock_insufficient');
  };
  let refused = 0;
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      if (codeOf(error) !== 'stock_insufficient') throw error;
      refused += 1;
    }
  };
  const quantityOf = ({ quantity }: { quantity: number }) => String(quantity / 1_000_000);
  const dateOf = ({ daysAgo }: { daysAgo: number }) => today.subtract({ days: daysAgo }).toString();
  const move = async (line: Parameters<typeof moveAsDocument>[1][number], date?: string) =>
    documents.push(await moveAsDocument(business, [line], date ? { date } : {}));
  const positionAt = async (path: (typeof places)[number]) =>
    (await business.api.GET('/v1/resource/position/{resourceId}/{divisionId}', { params: { path } })).data;
  type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
  const actions: { [K in Step['kind']]: (given: Extract<Step, { kind: K }>) => Promise<unknown> } = {
    method: ({ method }) => choose(business, method),
    void: async ({ which }) => {
      const [document] = documents.splice(which % (documents.length || 1), 1);
      if (document) await voidDocument(business, document);
    },
    unmake: async ({ which }) => {
      const [productionId] = made.splice(which % (made.length || 1), 1);
      if (productionId) await unmake(productionId);
    },
    make: (given) => make(places[given.place]!, quantityOf(given), dateOf(given)),
    in: (given) => {
      const value = given.value ?? undefined;
      return move({ ...places[given.place]!, quantity: quantityOf(given), value }, dateOf(given));
    },
    out: (given) => move({ ...places[given.place]!, quantity: `-${quantityOf(given)}` }, dateOf(given)),
    transfer: (given) => {
      const place = places[given.place]!;
      const toDivisionId = divisions.find((id) => id !== place.divisionId)!;
      return move({ ...place, quantity: quantityOf(given), toDivisionId });
    },
    empty: async (given) => {
      const place = places[given.place]!;
      const held = await positionAt(place);
      if (!held || Number(held.quantity) <= 0) return;
      await moveAsDocument(business, [{ ...place, quantity: `-${held.quantity}` }]);
      assert.equal((await positionAt(place))!.value, '0.00');
    },
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
      for (const given of steps) {
        await attempt(() => actions[given.kind](given as never));
        await checkStock(business);
      }
    }),
    { numRuns: 6 },
  );
  const before = refused;
  await attempt(() => moveAsDocument(business, [{ ...places[0]!, quantity: '-1000000' }]));
  await checkStock(business);
  assert.equal(refused, before + 1);
});
