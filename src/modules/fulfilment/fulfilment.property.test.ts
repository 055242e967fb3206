import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toMinor } from '#platform/money.ts';
import { openAccount, ruleBalance } from '#test/accounts.ts';
import { newContact } from '#test/books.ts';
import { newResource } from '#test/catalog.ts';
import { newDocument, readDetail, taxIdOf } from '#test/documents.ts';
import { changeReturn, returnOf } from '#test/fulfilment.ts';
import { newBusiness } from '#test/harness.ts';
import { checkStock } from '#test/stock.ts';

interface Step {
  kind: 'sell' | 'deliver' | 'cancel' | 'pay' | 'return' | 'scrap' | 'void';
  which: number;
  size: number;
}

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('sell' as const), which: fc.nat(1), size: fc.integer({ min: 1, max: 5_000 }) }),
  fc.record({ kind: fc.constant('deliver' as const), which: fc.nat(), size: fc.integer({ min: 1, max: 5_000 }) }),
  fc.record({ kind: fc.constant('cancel' as const), which: fc.nat(), size: fc.nat() }),
  fc.record({ kind: fc.constant('pay' as const), which: fc.nat(), size: fc.integer({ min: 1, max: 20_000 }) }),
  fc.record({ kind: fc.constant('return' as const), which: fc.nat(), size: fc.integer({ min: 1, max: 5_000 }) }),
  fc.record({ kind: fc.constant('scrap' as const), which: fc.nat(), size: fc.integer({ min: 1, max: 5_000 }) }),
  fc.record({ kind: fc.constant('void' as const), which: fc.nat(), size: fc.nat() }),
);

test('in any history of sales, deliveries, payments and returns, stock equals the books and invoices add up', async () => {
  const business = await newBusiness();
  const { api } = business;
  const [contactId, account, itbis, first, second] = await Promise.all([
    newContact(business),
    openAccount(business),
    taxIdOf(api, 'ITBIS-18'),
    newResource(api, { name: 'Arroz' }),
    newResource(api, { name: 'Aceite' }),
  ]);
  const resources = [first.id, second.id];
  await newDocument(api, {
    direction: 'purchase',
    contactId,
    elements: resources.map((resourceId) => ({ resourceId, quantity: 500, unitPrice: '33.33' })),
  });
  const sales: { id: string; elements: { id: string }[]; later: boolean }[] = [];
  const returns: string[] = [];
  const deliveries: string[] = [];
  const pick = <T>(from: T[], which: number): T | undefined => from[which % Math.max(1, from.length)];
  const quantity = (size: number) => (size / 1_000).toFixed(3);
  type Sale = (typeof sales)[number];
  const sell = async (which: number, size: number) => {
    const later = size % 2 === 1;
    const sale = await newDocument(api, {
      contactId,
      deliverLater: later,
      elements: [{ resourceId: resources[which]!, quantity: quantity(size), unitPrice: '66.665', taxIds: [itbis] }],
    });
    sales.push({ ...sale, later });
  };
  const cancel = async (which: number, size: number) => {
    const id = pick(deliveries, which);
    const body = size % 2 ? { cancelRest: true as const } : { status: 'canceled' as const };
    if (id) await api.PATCH('/v1/resource/delivery', { body: { id, ...body } });
  };
  const voidOne = async (which: number) => {
    const id = pick(returns, which);
    if (id) await changeReturn(business, { id, status: 'void' });
  };
  const pay = ({ id }: Sale, size: number) =>
    api.PATCH('/v1/record/pending/pay', {
      body: { id, payments: [{ accountId: account.id, amount: (size / 100).toFixed(2) }] },
    });
  const deliver = async ({ id: pendingRecordId, elements }: Sale, size: number) => {
    const lines = [{ elementId: elements[0]!.id, quantity: quantity(size) }];
    const { data } = await api.POST('/v1/resource/delivery', { body: { pendingRecordId, lines } });
    if (data) deliveries.push(data.id);
  };
  const giveBack = async (sale: Sale, size: number, disposition: 'scrap' | 'undelivered' | 'restock') => {
    const lines = [{ elementId: sale.elements[0]!.id, quantity: quantity(size), disposition }];
    const { data } = await returnOf(business, sale.id, { lines });
    if (data) returns.push(data.id);
  };
  const actions: Record<Step['kind'], (which: number, size: number, sale: Sale | undefined) => Promise<unknown>> = {
    sell,
    cancel,
    void: voidOne,
    pay: async (_which, size, sale) => sale && pay(sale, size),
    deliver: async (_which, size, sale) => sale && deliver(sale, size),
    scrap: async (_which, size, sale) => sale && giveBack(sale, size, 'scrap'),
    return: async (_which, size, sale) => sale && giveBack(sale, size, size % 5 === 0 ? 'undelivered' : 'restock'),
  };
  const act = ({ kind, which, size }: Step) => actions[kind](which, size, pick(sales, which));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      for (const one of steps) await act(one);
      await checkStock(business);
      const invoices = await Promise.all(sales.map(({ id }) => readDetail(api, id)));
      let owed = 0n;
      for (const { paid, balance, due } of invoices) {
        assert.equal(toMinor(paid, 'DOP') + toMinor(balance, 'DOP'), toMinor(due, 'DOP'));
        owed += toMinor(balance, 'DOP');
      }
      assert.equal(await ruleBalance(business, 'receivable'), owed);
      const { data } = await api.GET('/v1/beneficiary/{beneficiaryId}/balance', {
        params: { path: { beneficiaryId: contactId } },
      });
      const held = toMinor(data!.balances[0]!.balance, 'DOP');
      assert.equal(await ruleBalance(business, 'customerBalances'), -held);
    }),
    { numRuns: 8 },
  );
});
