import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Refusal } from '#platform/refusal.ts';
import { app } from '#test/harness.ts';
import { bookMoney } from '#test/money-accounts.ts';
import { cancel, close, newShop, sell } from '#test/tills.ts';
import { DivisionBalanceClosed } from '../division/closed-balances.ts';
import { selectPostingRules } from '../ledger/ledger.sql.ts';
import { voidRecord, writeRecord } from '../record/write-record.ts';

test('records of a closed balance cannot change, and none can be added', async () => {
  const shop = await newShop();
  const ticket = await sell(shop, '100');
  const closed = (await close(shop, '100')).data!;
  const takeBack = (id: string) => app.engine.within(shop.id, (ctx) => voidRecord(ctx, id));
  const yesterday = Temporal.PlainDate.from(closed.closedOn).subtract({ days: 1 }).toString();
  await assert.rejects(takeBack(ticket.id), (error: Refusal) => error.kind === DivisionBalanceClosed);
  await assert.rejects(sell(shop, '5', shop.cash, yesterday), /closed up to/);
  const moved = await shop.api.POST('/v1/division/transfer', {
    body: {
      accountId: shop.cash.id,
      fromDivisionId: shop.divisionId,
      toDivisionId: null,
      amount: '1',
      date: yesterday,
    },
  });
  assert.equal(moved.error?.code, 'division_balance_closed');
  const later = await sell(shop, '5');
  await takeBack(later.id);
  await bookMoney(shop, shop.cash, { amount: '5', rule: 'sales', date: yesterday });
  await cancel(shop);
  await sell(shop, '5', shop.cash, yesterday);
  await takeBack(ticket.id);
});

test('records without money are not part of a balance', async () => {
  const shop = await newShop();
  await sell(shop, '100');
  const { closedOn } = (await close(shop, '100')).data!;
  const date = Temporal.PlainDate.from(closedOn).subtract({ days: 3 }).toString();
  await app.engine.within(shop.id, async (ctx) => {
    const rules = await selectPostingRules(ctx);
    const transfer = { debit: rules.get('receivable')!, credit: rules.get('sales')!, amount: 500n, purpose: 'net' };
    const draft = { kind: 'invoice', date, amount: 500n, currency: 'DOP', baseAmount: 500n, transfers: [transfer] };
    const written = await writeRecord(ctx, { ...draft, divisionId: shop.divisionId });
    await voidRecord(ctx, written.id);
  });
});

test('a transfer between divisions is voided on both sides or not at all', async () => {
  const shop = await newShop();
  await sell(shop, '100');
  const { data } = await shop.api.POST('/v1/division/transfer', {
    body: { accountId: shop.cash.id, fromDivisionId: shop.divisionId, toDivisionId: null, amount: '40' },
  });
  await assert.rejects(
    app.engine.within(shop.id, (ctx) => voidRecord(ctx, data!.recordId)),
    /cannot be changed/,
  );
});

test('an invoice cannot be dated before the close of its division', async () => {
  const shop = await newShop();
  const { api, divisionId } = shop;
  await sell(shop, '100');
  await close(shop, '100');
  const yesterday = Temporal.Now.plainDateISO('America/Santo_Domingo').subtract({ days: 1 }).toString();
  const elements = [{ description: 'Arroz', unitPrice: '10' }];
  const invoice = (body: object) =>
    api.POST('/v1/record/pending', { body: { divisionId, elements, ...body } as never });
  const late = await invoice({ date: yesterday });
  assert.deepEqual([late.response.status, late.error?.code], [422, 'division_balance_closed']);
  const today = await invoice({});
  assert.equal(today.response.status, 201);
  const moved = await api.PATCH('/v1/record/pending', { body: { id: today.data!.id, date: yesterday } });
  assert.equal(moved.error?.code, 'division_balance_closed');
});
