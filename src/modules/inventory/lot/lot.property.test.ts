import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { newDivision } from '#test/books.ts';
import { newResource } from '#test/catalog.ts';
import { newBusiness } from '#test/harness.ts';
import { checkStock, mainDivision, moveAsDocument, replaceDocument, stockUp, voidDocument } from '#test/stock.ts';
import { asOwner } from '#test/walks/rows.ts';

const codeOf = (error: unknown): string => {
  const code = (error as { kind?: { code: string } }).kind?.code;
  if (!code) throw error;
  return code;
};

const expiries = { A: '2998-01-31', B: '2998-06-30', C: undefined, OLD: '2026-01-31' };
const lot = fc.constantFrom('A', 'B', 'C', 'OLD');
const quantity = fc.integer({ min: 1, max: 9 });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('arrive' as const), lot: fc.option(lot), quantity, more: fc.nat(3) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('leave' as const), lot: fc.option(lot), quantity }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('scrap' as const), lot: fc.option(lot), quantity }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('transfer' as const), lot: fc.option(lot), quantity }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), which: fc.nat(20) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('replace' as const),
      as: fc.constantFrom('arrive', 'leave', 'transfer'),
      which: fc.nat(20),
      lot: fc.option(lot),
      quantity,
    }),
  },
);

for (const allowsNegativeStock of [false, true]) {
  const where = allowsNegativeStock ? 'may' : 'cannot';
  test(`lots equal their movements and fit the stock whatever happens, where stock ${where} be negative`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 25 }),
        fc.constantFrom('average', 'fifo'),
        async (steps, valuation) => {
          const business = await newBusiness();
          const [here, there] = [await mainDivision(business), await newDivision(business)];
          await business.api.PATCH('/v1/organization/settings', {
            body: { section: 'resources', value: { valuation } } as never,
          });
          const { id: resourceId } = await newResource(business.api, { tracksLots: true, allowsNegativeStock });
          const lotsOf = (name: string | null, size: number) =>
            name === null ? [] : [{ lot: name, expiresOn: expiries[name as 'A'], quantity: String(size) }];
          const written: Awaited<ReturnType<typeof moveAsDocument>>[] = [];
          const lineOf = (one: { kind: string; lot: string | null; quantity: number; more?: number }) => {
            const line = { resourceId, divisionId: here, lots: lotsOf(one.lot, one.quantity) };
            const size = String(one.quantity + (one.more ?? 0));
            if (one.kind === 'transfer') return { ...line, toDivisionId: there, quantity: size };
            if (one.kind === 'arrive') return { ...line, quantity: size, value: 1000n };
            return {
              ...line,
              quantity: `-${size}`,
              departure: one.kind === 'scrap' ? ('scrapped' as const) : ('sold' as const),
            };
          };
          const perform = async (one: (typeof steps)[number]) => {
            if (one.kind !== 'undo' && one.kind !== 'replace') {
              written.push(await moveAsDocument(business, [lineOf(one)]));
              return;
            }
            const place = one.which % (written.length || 1);
            const document = written[place];
            if (!document) return;
            if (one.kind === 'undo') await voidDocument(business, document);
            const line = one.kind === 'replace' && lineOf({ ...one, kind: one.as });
            written.splice(place, 1, ...(line ? [await replaceDocument(business, document, line)] : []));
          };
          for (const one of steps) {
            await perform(one).catch((error) =>
              assert.match(codeOf(error), /^(stock_insufficient|lot_insufficient|lots_unusable)$/),
            );
            await checkStock(business);
          }
        },
      ),
      { numRuns: 12 },
    );
  });
}

test('the last unit of a lot is sold once by ten concurrent sales', async () => {
  const business = await newBusiness();
  const divisionId = await mainDivision(business);
  const { id: resourceId } = await newResource(business.api, { tracksLots: true });
  const arrive = (name: string, size: string) =>
    stockUp(business, { resourceId, divisionId, quantity: size, unitCost: '10', lots: [{ lot: name }] });
  await arrive('LAST', '1');
  await arrive('OTHER', '20');
  const tries = await Promise.allSettled(
    Array.from({ length: 10 }, () =>
      moveAsDocument(business, [{ resourceId, divisionId, quantity: '-1', lots: [{ lot: 'LAST' }] }]),
    ),
  );
  const outcomes = tries.map((one) => (one.status === 'fulfilled' ? 'sold' : codeOf(one.reason))).toSorted();
  assert.deepEqual(outcomes, [...Array(9).fill('lot_insufficient'), 'sold']);
  await checkStock(business);
});

test('a lot that arrives in two divisions at once is one lot', async () => {
  const business = await newBusiness();
  const divisions = [await mainDivision(business), await newDivision(business)];
  const { id: resourceId } = await newResource(business.api, { tracksLots: true });
  await Promise.all(
    divisions.map((divisionId) =>
      stockUp(business, {
        resourceId,
        divisionId,
        quantity: '3',
        unitCost: '10',
        lots: [{ lot: 'A', expiresOn: '2998-01-31' }],
      }),
    ),
  );
  const { data } = await business.api.GET('/v1/resource/lots');
  assert.deepEqual(
    data!.data.map((one) => [one.lot, one.quantity]),
    [['A', '6']],
  );
  await checkStock(business);
});

test('the database takes the same lots as the routes', async () => {
  const business = await newBusiness();
  const divisionId = await mainDivision(business);
  const { id: resourceId } = await newResource(business.api, { tracksLots: true });
  for (const lot of ['ñ', 'x'.repeat(61)])
    await assert.rejects(
      moveAsDocument(business, [{ resourceId, divisionId, quantity: '1', value: 100n, lots: [{ lot }] }]),
      { table: 'lots' },
    );
});

test('the database refuses lots that hold more than the stock', async () => {
  const business = await newBusiness();
  const divisionId = await mainDivision(business);
  const { id: resourceId } = await newResource(business.api, { tracksLots: true });
  const lots = [{ lot: 'A', quantity: '2' }, { lot: 'B' }];
  await stockUp(business, { resourceId, divisionId, quantity: '5', unitCost: '10', lots });
  await assert.rejects(
    asOwner('UPDATE lot_positions SET quantity = quantity + 1 WHERE organization_id = $1', [business.id]),
    { constraint: 'lot_positions_fit' },
  );
  await checkStock(business);
});
