import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sum } from '#platform/decimal.ts';
import { toMinor } from '#platform/money.ts';
import { ruleBalance } from '#test/accounts.ts';
import { newContact, newDivision } from '#test/books.ts';
import { newResource } from '#test/catalog.ts';
import { newDocument, readDetail } from '#test/documents.ts';
import { newBusiness } from '#test/harness.ts';
import { checkStock, mainDivision } from '#test/stock.ts';

const step = fc.record({
  kind: fc.constantFrom('buy', 'sell', 'move', 'land', 'void'),
  which: fc.nat(),
  size: fc.integer({ min: 1, max: 3_000 }),
  daysAgo: fc.nat(3),
});

for (const valuation of ['average', 'fifo'] as const)
  test(`in any history of purchases, sales and transfers, landed costs reach the goods to the cent (${valuation})`, async () => {
    const business = await newBusiness();
    const { api } = business;
    await api.PATCH('/v1/organization/settings', { body: { section: 'resources', value: { valuation } } });
    const [contactId, rice, oil, here, there] = await Promise.all([
      newContact(business),
      newResource(api, { name: 'Arroz' }),
      newResource(api, { name: 'Aceite' }),
      mainDivision(business),
      newDivision(business),
    ]);
    const items = [rice.id, oil.id];
    const today = Temporal.Now.plainDateISO('America/Santo_Domingo');
    const purchases: string[] = [];
    const sales: string[] = [];
    const landed = new Map<string, string>();
    let billed = 0n;
    const act = async ({ kind, which, size, daysAgo }: typeof step extends fc.Arbitrary<infer S> ? S : never) => {
      // Only purchases are entered late: goods that left before they came would leave differences of their own.
      const date = today.subtract({ days: daysAgo }).toString();
      const resourceId = items[which % 2]!;
      const head = { contactId, divisionId: here };
      const quantity = (size / 100).toFixed(2);
      if (kind === 'buy') {
        const elements = items.map((item, place) => ({
          resourceId: item,
          quantity: (place + size / 100).toFixed(2),
          unitPrice: (7 + (which % 900) / 100).toFixed(2),
        }));
        purchases.push((await newDocument(api, { ...head, date, direction: 'purchase', elements })).id);
      } else if (kind === 'sell') {
        const elements = [{ resourceId, quantity, unitPrice: '20' }];
        const { data } = await api.POST('/v1/record/pending', { body: { ...head, elements } as never });
        if (data) sales.push(data.id);
      } else if (kind === 'move') {
        await api.POST('/v1/resource/record', {
          body: { type: 'TRANSFER', resourceId, divisionId: here, toDivisionId: there, quantity } as never,
        });
      } else if (kind === 'land' && purchases.length > 0) {
        const unitPrice = (size / 100).toFixed(2);
        const elements = [{ description: 'Flete', quantity: 1, unitPrice }];
        const bill = await newDocument(api, { contactId, direction: 'purchase', elements });
        billed += toMinor(unitPrice, 'DOP');
        const chosen = [...new Set([purchases[which % purchases.length]!, purchases.at(-1)!])];
        const basis = size % 2 ? ('value' as const) : ('quantity' as const);
        const { data, error } = await api.POST('/v1/resource/landed-cost', {
          body: { pendingRecordId: bill.id, purchases: chosen, basis },
        });
        assert.equal(error, undefined);
        assert.equal(sum(data!.lines.map(({ amount }) => toMinor(amount, 'DOP'))), toMinor(unitPrice, 'DOP'));
        landed.set(data!.id, unitPrice);
      } else if (kind === 'void' && landed.size > 0) {
        const landedCostId = [...landed.keys()][which % landed.size]!;
        await api.DELETE('/v1/resource/landed-cost/{landedCostId}', { params: { path: { landedCostId } } });
        landed.delete(landedCostId);
      }
    };
    const check = async () => {
      await checkStock(business);
      const added = sum([...landed.values()].map((amount) => toMinor(amount, 'DOP')));
      assert.equal(await ruleBalance(business, 'expenses'), billed - added);
      assert.equal(await ruleBalance(business, 'inventoryAdjustments'), 0n);
      assert.equal(await ruleBalance(business, 'betweenDivisions'), 0n);
      const documents = await Promise.all(sales.map((id) => readDetail(api, id)));
      const costs = sum(documents.map(({ margin }) => toMinor(margin!.cost, 'DOP')));
      assert.equal(await ruleBalance(business, 'costOfSales'), costs);
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        for (const each of steps) await act(each);
        await check();
      }),
      { numRuns: 8, endOnFailure: true },
    );
  });
