import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fromMillionths, MILLION, toMillionths } from '#platform/decimal.ts';
import { type ReplayedMovement, replay } from './replay.ts';
import { giveBack, type Holding, issue, type Method, nothing, receive } from './valuation.ts';

const units = (whole: number): bigint => BigInt(whole) * MILLION;

const leaving = (quantity: bigint, place = 9) => ({ quantity, date: '1', place });

function held(method: Method, ...arrivals: [quantity: number, value: bigint][]): Holding {
  return arrivals.reduce(
    (holding, [quantity, value], index) =>
      receive(method, holding, { quantity: units(quantity), value, date: '1', place: index + 1 }).holding,
    nothing,
  );
}

test('with average cost, goods leave at the average of the stock', () => {
  const issued = issue('average', held('average', [10, 1000n], [10, 2000n]), leaving(units(5)));
  assert.deepEqual([issued.value, issued.holding.value], [750n, 2250n]);
});

test('with first in, first out, the oldest goods leave first at their own price', () => {
  const issued = issue('fifo', held('fifo', [10, 1000n], [10, 2000n]), leaving(units(15)));
  assert.equal(issued.value, 2000n);
  assert.deepEqual(issued.holding.layers, [{ date: '1', place: 2, quantity: units(5), value: 1000n }]);
});

test('the last unit takes the whole remaining value', () => {
  for (const method of ['average', 'fifo'] as const) {
    let holding = held(method, [3, 1000n]);
    const values = [1, 2, 3].map(() => {
      const issued = issue(method, holding, leaving(units(1)));
      holding = issued.holding;
      return issued.value;
    });
    assert.deepEqual([values, holding.value], [[333n, 334n, 333n], 0n]);
  }
});

test('missing goods are valued at the last cost, and corrected when they arrive at another', () => {
  for (const method of ['average', 'fifo'] as const) {
    const owing = issue(method, held(method, [2, 200n]), leaving(units(5)));
    assert.deepEqual([owing.value, owing.holding.quantity, owing.holding.value], [500n, units(-3), -300n]);
    const covered = receive(method, owing.holding, { quantity: units(10), value: 1200n, date: '1', place: 2 });
    assert.deepEqual([covered.holding.value, covered.adjustment], [840n, -60n]);
    const partly = receive(method, owing.holding, { quantity: units(1), value: 120n, date: '1', place: 2 });
    assert.deepEqual([partly.holding.value, partly.adjustment], [-200n, -20n]);
  }
});

test('each departure of missing goods gets the cost of the goods that cover it, the oldest first', () => {
  for (const method of ['average', 'fifo'] as const) {
    const first = issue(method, nothing, leaving(units(10), 1));
    assert.equal(first.value, 0n);
    const some = receive(method, first.holding, { quantity: units(4), value: 40n, date: '1', place: 2 });
    assert.deepEqual(some.covered, [{ place: 1, more: 40n }]);
    // The next departure is expected to cost what the last arrival did.
    const second = issue(method, some.holding, leaving(units(5), 3));
    assert.equal(second.value, 50n);
    const rest = receive(method, second.holding, { quantity: units(20), value: 240n, date: '1', place: 4 });
    assert.deepEqual(rest.covered, [
      { place: 1, more: 72n },
      { place: 3, more: 10n },
    ]);
    assert.deepEqual([rest.holding.quantity, rest.holding.value, rest.adjustment], [units(9), 108n, -82n]);
  }
});

test('an arrival without a price has the present cost', () => {
  const { value } = receive('average', held('average', [4, 1000n]), {
    quantity: units(2),
    value: null,
    date: '1',
    place: 2,
  });
  assert.equal(value, 500n);
});

test('stock from before first in, first out was chosen is the oldest', () => {
  const mixed = receive('fifo', held('average', [10, 1000n]), {
    quantity: units(10),
    value: 3000n,
    date: '1',
    place: 2,
  });
  assert.equal(issue('fifo', mixed.holding, leaving(units(12))).value, 1600n);
});

test('a reversal leaves no trace if nothing happened since', () => {
  for (const method of ['average', 'fifo'] as const) {
    const before = held(method, [7, 1000n], [5, 333n]);
    const sold = issue(method, before, leaving(units(4)));
    const back = giveBack(method, sold.holding, { quantity: units(-4), value: -sold.value, date: '1', place: 3 });
    assert.deepEqual([back.holding.quantity, back.holding.value, back.adjustment], [before.quantity, before.value, 0n]);
    assert.equal(issue(method, back.holding, leaving(units(4))).value, sold.value);
    const bought = receive(method, before, { quantity: units(9), value: 5000n, date: '1', place: 3 });
    const returned = giveBack(method, bought.holding, { quantity: units(9), value: 5000n, date: '1', place: 3 });
    assert.deepEqual([returned.holding.value, returned.adjustment], [before.value, 0n]);
  }
});

test('reversing an arrival after a sale leaves no value without goods', () => {
  const bought = held('average', [10, 1000n], [10, 2000n]);
  const { holding } = issue('average', bought, leaving(units(10)));
  const back = giveBack('average', holding, { quantity: units(10), value: 2000n, date: '1', place: 2 });
  assert.deepEqual([back.holding.quantity, back.holding.value, back.adjustment], [0n, 0n, 500n]);
});

const step = fc.oneof(
  fc.record({
    kind: fc.constant('receive' as const),
    quantity: fc.bigInt(1n, 50n * MILLION),
    value: fc.option(fc.bigInt(0n, 10n ** 9n)),
  }),
  fc.record({ kind: fc.constant('issue' as const), quantity: fc.bigInt(1n, 50n * MILLION) }),
  fc.record({ kind: fc.constant('empty' as const) }),
  fc.record({ kind: fc.constant('undo' as const), which: fc.nat(100) }),
);

/** The invariants of a holding. */
function checkHolding(method: Method, { quantity, value, unitCost, layers }: Holding): void {
  if (quantity === 0n) assert.equal(value, 0n);
  if (quantity > 0n) assert.ok(value >= 0n);
  if (quantity < 0n) assert.ok(value <= 0n);
  assert.ok(unitCost >= 0n);
  if (quantity === 0n || (method === 'average' && quantity > 0n)) assert.equal(layers.length, 0);
  else {
    const sum = (of: (layer: (typeof layers)[number]) => bigint) =>
      layers.reduce((total, layer) => total + of(layer), 0n);
    assert.deepEqual([sum((layer) => layer.quantity), sum((layer) => layer.value)], [quantity, value]);
    const [goods, values] = [layers.map((layer) => layer.quantity), layers.map((layer) => layer.value)];
    assert.ok(quantity > 0n ? goods.every((each) => each > 0n) : goods.every((each) => each < 0n));
    assert.ok(quantity > 0n ? values.every((each) => each >= 0n) : values.every((each) => each <= 0n));
  }
}

for (const method of ['average', 'fifo'] as const) {
  test(`${method}: after any arrivals, departures and voids the value equals the postings, and is zero without stock`, () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let holding = nothing;
        let posted = 0n;
        const inForce: { quantity: bigint; value: bigint; date: string; place: number }[] = [];
        steps.forEach((given, index) => {
          const place = index + 1;
          if (given.kind === 'receive') {
            const received = receive(method, holding, {
              quantity: given.quantity,
              value: given.value,
              date: '1',
              place,
            });
            holding = received.holding;
            posted += received.value + received.adjustment;
            inForce.push({ quantity: given.quantity, value: received.value + received.adjustment, date: '1', place });
          } else if (given.kind === 'undo' && inForce.length > 0) {
            const moved = inForce.splice(given.which % inForce.length, 1)[0]!;
            const back = giveBack(method, holding, moved);
            holding = back.holding;
            posted += back.adjustment - moved.value;
          } else if (given.kind === 'issue' || given.kind === 'empty') {
            const quantity = given.kind === 'issue' ? given.quantity : holding.quantity;
            if (quantity <= 0n) return;
            const issued = issue(method, holding, leaving(quantity, place));
            holding = issued.holding;
            posted -= issued.value;
            inForce.push({ quantity: -quantity, value: -issued.value, date: '1', place });
          }
          checkHolding(method, holding);
          assert.equal(holding.value, posted);
        });
      }),
      { numRuns: 300 },
    );
  });

  test(`${method}: valuing everything again from the beginning changes nothing that came in its order`, async () => {
    const movement = fc.record({ quantity: fc.bigInt(-20n * MILLION, 20n * MILLION), value: fc.bigInt(0n, 10n ** 7n) });
    await fc.assert(
      fc.asyncProperty(fc.array(movement, { maxLength: 30 }), async (given) => {
        let holding = nothing;
        const movements = given
          .filter(({ quantity }) => quantity !== 0n)
          .map(({ quantity, value }, index): ReplayedMovement => {
            const number = index + 1;
            const after =
              quantity > 0n
                ? receive(method, holding, { quantity, value, date: '1', place: number })
                : issue(method, holding, leaving(-quantity, number));
            holding = after.holding;
            return {
              id: String(number),
              position: 'a',
              number,
              date: '1',
              quantity,
              value,
              booked: value,
              method,
              counterpartId: null,
              productionId: null,
              documentKey: null,
            };
          });
        assert.deepEqual((await replay(movements)).holdings.get('a') ?? nothing, holding);
      }),
    );
  });
}

test('a revaluation gives a transfer the new cost at its origin', async () => {
  const rest = { method: 'average' as const, counterpartId: null, productionId: null, documentKey: null };
  const { holdings } = await replay([
    {
      id: '0',
      position: 'a',
      date: '2026-11-01',
      number: 3,
      quantity: units(10),
      value: 3000n,
      booked: 3000n,
      ...rest,
    },
    {
      id: '3',
      position: 'b',
      date: '2026-11-02',
      number: 1,
      quantity: units(5),
      value: 500n,
      booked: 500n,
      ...rest,
      counterpartId: '2',
    },
    {
      id: '1',
      position: 'a',
      date: '2026-11-02',
      number: 1,
      quantity: units(10),
      value: 1000n,
      booked: 1000n,
      ...rest,
    },
    {
      id: '2',
      position: 'a',
      date: '2026-11-02',
      number: 2,
      quantity: units(-5),
      value: -500n,
      booked: -500n,
      ...rest,
    },
  ]);
  assert.deepEqual([holdings.get('a')!.value, holdings.get('b')!.value], [3000n, 1000n]);
});

test('a revaluation changes the cost of used parts only where their product is revalued too', async () => {
  const rest = { method: 'average' as const, counterpartId: null, productionId: null, documentKey: null };
  const parts: ReplayedMovement[] = [
    {
      id: '1',
      position: 'a',
      date: '2026-11-01',
      number: 1,
      quantity: units(10),
      value: 2000n,
      booked: 2000n,
      ...rest,
    },
    {
      id: '2',
      position: 'a',
      date: '2026-11-02',
      number: 2,
      quantity: units(-5),
      value: -500n,
      booked: -500n,
      ...rest,
      productionId: 'p',
    },
  ];
  const product = { ...parts[1]!, id: '3', position: 'b', number: 1, quantity: units(1), value: 500n, booked: 500n };
  assert.deepEqual((await replay(parts)).used, []);
  const { used, holdings } = await replay([...parts, product]);
  assert.deepEqual([used, holdings.get('b')!.value], [[{ id: '2', value: -1000n }], 1000n]);
});

test('a quantity keeps all its millionths', () => {
  fc.assert(
    fc.property(fc.bigInt(-(10n ** 15n), 10n ** 15n), (value) => toMillionths(fromMillionths(value)) === value),
  );
  assert.deepEqual([fromMillionths(1_500_000n), fromMillionths(-1n), fromMillionths(0n)], ['1.5', '-0.000001', '0']);
});

test('other work runs while a long history is revalued', async () => {
  const rest = { method: 'average' as const, counterpartId: null, productionId: null, documentKey: null };
  const history = Array.from({ length: 50_000 }, (_, index): ReplayedMovement => {
    const [number, isArrival] = [index + 1, index % 2 === 0];
    const value = isArrival ? 1000n : -500n;
    const quantity = units(isArrival ? 10 : -5);
    return { id: String(number), position: 'a', date: '1', number, quantity, value, booked: value, ...rest };
  });
  let turnsOfOthers = 0;
  const others = setInterval(() => turnsOfOthers++, 1);
  await replay(history);
  clearInterval(others);
  assert.ok(turnsOfOthers > 0);
});
