import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { selectTotals } from '#modules/accounting/index.ts';
import { toMinor } from '#platform/money.ts';
import { balancesOf, openAccount, ruleBalance } from '#test/accounts.ts';
import { newContact } from '#test/books.ts';
import { newInvoice, readDetail } from '#test/documents.ts';
import { app, type Business, newBusiness } from '#test/harness.ts';
import { newShop, savePayprocCard } from '#test/saved-cards.ts';

const decimal = (cents: number): string => (cents / 100).toFixed(2);

async function assertBooksAgree(business: Business): Promise<void> {
  const open = await app.engine.within(business.id, ({ tx }) =>
    tx
      .selectFrom('pendingRecords')
      .select(['direction', 'due', 'paid', 'balance', 'baseTotal', 'baseWithheld', 'basePaid'])
      .where('organizationId', '=', business.id)
      .where('kind', '=', 'invoice')
      .where('status', '=', 'issued')
      .execute(),
  );
  const owed = (direction: string) =>
    open
      .filter((document) => document.direction === direction)
      .reduce((sum, { baseTotal, baseWithheld, basePaid }) => sum + baseTotal - baseWithheld - basePaid, 0n);
  for (const { paid, balance, due, baseTotal, baseWithheld, basePaid } of open) {
    assert.equal(paid! + balance!, due);
    if (balance === 0n) assert.equal(basePaid, baseTotal - baseWithheld);
  }
  assert.equal(await ruleBalance(business, 'receivable'), owed('sale'));
  assert.equal(await ruleBalance(business, 'payable'), -owed('purchase'));
  const filter = { accountIds: null, divisionId: null, until: null };
  const totals = await app.engine.within(business.id, (ctx) => selectTotals(ctx, filter));
  assert.equal(
    totals.reduce((sum, { debit, credit }) => sum + debit - credit, 0n),
    0n,
  );
}

test('any split of payments in any order ends at exactly zero, in both currencies', async () => {
  const business = await newBusiness();
  const contactId = await newContact(business);
  const pesos = await openAccount(business);
  const dollars = await openAccount(business, { name: 'Dólares', currency: 'USD' });
  const splits = fc.record({
    parts: fc.array(fc.integer({ min: 1, max: 99_999 }), { minLength: 1, maxLength: 7 }),
    direction: fc.constantFrom('sale' as const, 'purchase' as const),
    foreign: fc.boolean(),
    rate: fc.integer({ min: 10_000, max: 900_000 }),
    payRate: fc.integer({ min: 10_000, max: 900_000 }),
    atOnce: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(splits, async ({ parts, direction, foreign, rate, payRate, atOnce }) => {
      const total = parts.reduce((sum, part) => sum + part, 0);
      const currency = foreign ? { currency: 'USD', rate: (rate / 10_000).toFixed(4) } : {};
      await business.api.PUT('/v1/currency/rates', {
        body: { rates: [{ currency: 'USD', rate: (payRate / 10_000).toFixed(4) }] },
      });
      const invoice = await newInvoice(business, decimal(total), { contactId, direction, ...currency });
      const accountId = foreign ? dollars.id : pesos.id;
      const lines = parts.map((part) => ({ accountId, amount: decimal(part) }));
      for (const payments of atOnce ? [lines] : lines.map((line) => [line])) {
        const { data, error } = await business.api.PATCH('/v1/record/pending/pay', {
          body: { id: invoice.id, payments },
        });
        assert.ok(data, JSON.stringify(error));
        const [paid, balance] = [data.document.paid, data.document.balance].map((text) => toMinor(text, 'DOP'));
        assert.equal(paid! + balance!, toMinor(invoice.due, 'DOP'));
      }
      const after = await readDetail(business.api, invoice.id);
      assert.deepEqual([after.balance, after.state], ['0.00', 'paid']);
      await assertBooksAgree(business);
    }),
    { numRuns: 20 },
  );
});

test('after random payments, overpayments and undone payments, documents, balances and books agree', async () => {
  const { business, contactId, merchantId } = await newShop();
  const paymentMethodId = await savePayprocCard(business, contactId);
  const account = await openAccount(business);
  await business.api.POST('/v1/beneficiary/balance/topup', {
    body: { beneficiaryId: contactId, accountId: account.id, amount: '200' },
  });
  const invoices = await Promise.all([
    newInvoice(business, '100', { contactId }),
    newInvoice(business, '33.33', { contactId }),
  ]);
  const step = fc.oneof(
    fc.record({
      kind: fc.constantFrom('account' as const, 'balance' as const, 'card' as const),
      cents: fc.integer({ min: 1, max: 6_000 }),
    }),
    fc.record({ kind: fc.constant('undo' as const), cents: fc.nat() }),
    fc.record({ kind: fc.constant('bulk' as const), cents: fc.integer({ min: 1, max: 9_000 }) }),
  );
  const made: string[] = [];
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, fc.nat(1)), { maxLength: 8 }), async (steps) => {
      for (const [{ kind, cents }, which] of steps) {
        if (kind === 'undo') {
          const [id] = made.splice(cents % Math.max(1, made.length), 1);
          if (id) await business.api.DELETE('/v1/record/pending/payment', { params: { query: { id } } });
        } else if (kind === 'bulk') {
          const body = { contactId, accountId: account.id, amount: decimal(cents), overpayment: 'balance' as const };
          const { data } = await business.api.PATCH('/v1/record/pending/pay/bulk', { body });
          made.push(...(data?.documents ?? []).map(({ payment }) => payment.id));
        } else if (kind === 'card') {
          const body = { id: invoices[which]!.id, paymentMethodId, amount: decimal(cents) };
          const { data } = await business.api.POST('/v1/record/pending/charge', { body });
          const { payments } = await readDetail(business.api, body.id);
          made.push(...payments.filter(({ sourceId }) => sourceId === data?.id).map(({ id }) => id));
        } else {
          const amount = decimal(cents);
          const line = kind === 'account' ? { accountId: account.id, amount } : { balance: true as const, amount };
          const { data } = await business.api.PATCH('/v1/record/pending/pay', {
            body: { id: invoices[which]!.id, payments: [line], overpayment: 'balance' },
          });
          made.push(...(data?.payments ?? []).map(({ id }) => id));
        }
      }
      await assertBooksAgree(business);
      const held = await business.api.GET('/v1/beneficiary/{beneficiaryId}/balance', {
        params: { path: { beneficiaryId: contactId } },
      });
      const booked = await ruleBalance(business, 'customerBalances');
      assert.equal(toMinor(held.data!.balances[0]!.balance, 'DOP'), -booked);
      const [taken] = await app.simulators.payproc.adapter.connect({}, business.id).account(merchantId).balance();
      const { 'Procesador de pagos DOP': atProcessor = '0.00' } = await balancesOf(business);
      assert.equal(toMinor(atProcessor, 'DOP'), taken ? taken.available + taken.pending : 0n);
    }),
    { numRuns: 12 },
  );
});
