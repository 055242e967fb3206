import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { recountTotals, selectTotals } from '#modules/accounting/ledger/ledger.sql.ts';
import { changeDocument, newDocument, readDocument, taxIdOf } from '#test/documents.ts';
import { app, newBusiness } from '#test/harness.ts';
import { lockPendingRecord } from '../pending/find.ts';
import { settle, unsettle } from './settle.ts';

type Step =
  | { what: 'pay'; share: number }
  | { what: 'unpay'; which: number }
  | { what: 'change'; quantity: number }
  | { what: 'void' };

const anyStep = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constant('pay' as const), share: fc.integer({ min: 1, max: 100 }) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('unpay' as const), which: fc.nat(5) }) },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('change' as const), quantity: fc.integer({ min: 1, max: 9 }) }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('void' as const) }) },
);

test('in any history, paid plus due equals the total and the books balance', async () => {
  const business = await newBusiness();
  const { api, id: organizationId } = business;
  const taxIds = [await taxIdOf(api, 'ITBIS-18'), await taxIdOf(api, 'RET-ISR-HON')];
  const anyDocument = fc.record({
    steps: fc.array(anyStep, { maxLength: 6 }),
    price: fc.integer({ min: 1, max: 99_999 }),
    foreign: fc.boolean(),
    taxed: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(anyDocument, async ({ steps, price, foreign, taxed }) => {
      const line = { description: 'Algo', unitPrice: (price / 100).toFixed(2), ...(taxed && { taxIds }) };
      const { id, elements } = await newDocument(api, {
        elements: [{ ...line, quantity: 3 }],
        ...(foreign && { currency: 'USD', rate: '60.1234' }),
      });
      const payments: string[] = [];
      for (const step of steps) await take(step, id, elements[0]!.id, payments);
      await app.engine.within(organizationId, async (ctx) => {
        const document = await lockPendingRecord(ctx, id);
        assert.equal(document.paid + document.withheld + document.balance, document.total);
        const isPaid = document.balance === 0n && document.status === 'issued';
        assert.equal(document.state === 'paid', isPaid);
        if (isPaid) assert.equal(document.basePaid, document.baseTotal - document.baseWithheld);
        const all = { accountIds: null, divisionId: null, until: null };
        const [totals, counted] = [await selectTotals(ctx, all), await recountTotals(ctx, all)];
        const sorted = (rows: typeof totals) => rows.toSorted((a, b) => a.accountId.localeCompare(b.accountId));
        assert.deepEqual(sorted(totals), sorted(counted));
        assert.equal(
          totals.reduce((sum, { debit, credit }) => sum + debit - credit, 0n),
          0n,
        );
      });
    }),
    { numRuns: 25 },
  );

  async function take(step: Step, id: string, elementId: string, payments: string[]): Promise<void> {
    if (step.what === 'change') {
      await changeDocument(api, { id, elements: [{ id: elementId, quantity: step.quantity }] });
      return;
    }
    if (step.what === 'void') {
      await api.DELETE('/v1/record/pending', { body: { id } });
      return;
    }
    await app.engine.within(organizationId, async (ctx) => {
      const document = await lockPendingRecord(ctx, id);
      if (step.what === 'unpay') {
        const [paymentId] = payments.splice(step.which, 1);
        if (paymentId) await unsettle(ctx, document, paymentId);
        return;
      }
      const amount = (document.balance * BigInt(step.share) + 99n) / 100n;
      if (document.status !== 'issued' || amount === 0n) return;
      const { payment } = await settle(ctx, document, { source: 'account', amount, date: '2026-11-15' });
      payments.push(payment.id);
    });
  }
});

test('fifty payments of one invoice at once never settle more than is due', async () => {
  const business = await newBusiness();
  const { id } = await newDocument(business.api, { elements: [{ description: 'Algo', unitPrice: '10.00' }] });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, () =>
      app.engine.within(business.id, async (ctx) =>
        settle(ctx, await lockPendingRecord(ctx, id), { source: 'account', amount: 30n, date: '2026-11-15' }),
      ),
    ),
  );
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 33);
  const { paid, balance, state } = await readDocument(business.api, id);
  assert.deepEqual([paid, balance, state], ['9.90', '0.10', 'partial']);
});
