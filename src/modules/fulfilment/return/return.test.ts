import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fiscalTypes } from '#modules/taxes/index.ts';
import { newId } from '#platform/id.ts';
import { balancesOf, openAccount, ruleBalance } from '#test/accounts.ts';
import { changeDocument, newDocument, readDetail } from '#test/documents.ts';
import { eventsOf } from '#test/events.ts';
import { changeReturn, newReturn, newShop, returnOf, type Shop, sell } from '#test/fulfilment.ts';
import { type Business, baseUrl, newBusiness, newMember } from '#test/harness.ts';
import { checkStock } from '#test/stock.ts';

const line = (document: { elements: { id: string }[] }, more: object = {}, place = 0) => ({
  elementId: document.elements[place]!.id,
  ...more,
});
const pay = ({ api }: Business, id: string, accountId: string) =>
  api.PATCH('/v1/record/pending/pay', { body: { id, payments: [{ accountId }] } });
const read = async ({ api }: Business, returnId: string) =>
  (await api.GET('/v1/resource/return/{returnId}', { params: { path: { returnId } } })).data!;
const balanceOf = async ({ api, contactId }: Shop) =>
  (await api.GET('/v1/beneficiary/{beneficiaryId}/balance', { params: { path: { beneficiaryId: contactId } } })).data!
    .balances[0]!.balance;
const addNumerals = ({ api }: Business, type: string) =>
  api.POST('/v1/taxes/numerals', {
    body: { type, start: 1, end: 50, ...(fiscalTypes.get(type)!.expires && { expiresOn: '2999-12-31' }) } as never,
  });

test('an issued return is a credit note: it settles the invoice, and stock and books say the sale the other way round', async () => {
  const shop = await newShop();
  const { business } = shop;
  const sale = await sell(shop, 4);
  assert.equal(sale.total, '471.95');
  const back = await newReturn(business, sale.id, {
    reason: 'Llegó mojado',
    lines: [line(sale, { quantity: 1, reason: 'Saco roto' })],
  });
  assert.deepEqual(
    [back.status, back.number, back.net, back.tax, back.total, back.settled, back.refunded],
    ['issued', 1, '99.99', '18.00', '117.99', '117.99', '0.00'],
  );
  assert.equal(await ruleBalance(business, 'salesReturns'), 9999n);
  assert.equal(await ruleBalance(business, 'receivable'), 47195n - 11799n);
  assert.equal(await ruleBalance(business, 'costOfSales'), 15000n);
  assert.equal(await ruleBalance(business, 'inventory'), 485000n);
  const invoice = await readDetail(business.api, sale.id);
  assert.deepEqual([invoice.balance, invoice.state], ['353.96', 'partial']);
  assert.deepEqual(
    invoice.payments.map(({ source, sourceId, amount }) => [source, sourceId, amount]),
    [['return', back.id, '117.99']],
  );
  assert.equal(invoice.margin!.cost, '150.00');
  await checkStock(business);
});

test('the parts of a line that comes back bit by bit make the whole, each tax to the cent', async () => {
  const shop = await newShop();
  const { business, api } = shop;
  const sale = await newDocument(api, {
    contactId: shop.contactId,
    elements: [{ resourceId: shop.rice.id, quantity: 7, unitPrice: '33.335', taxIds: [shop.itbis] }],
  });
  const parts: Awaited<ReturnType<typeof newReturn>>[] = [];
  for (const quantity of ['1', '2.5', '0.333333', '3.166667'])
    parts.push(await newReturn(business, sale.id, { lines: [line(sale, { quantity })] }));
  const cents = (name: 'net' | 'tax' | 'total') =>
    parts.reduce((sum, part) => sum + Math.round(Number(part[name]) * 100), 0);
  assert.deepEqual(
    [cents('net'), cents('tax'), cents('total')].map((sum) => (sum / 100).toFixed(2)),
    [sale.net, sale.tax, sale.total],
  );
  assert.equal((await readDetail(api, sale.id)).state, 'paid');
  for (const rule of ['receivable', 'salesTax', 'costOfSales']) assert.equal(await ruleBalance(business, rule), 0n);
  assert.equal(await ruleBalance(business, 'inventory'), 500000n);
  assert.equal((await returnOf(business, sale.id)).error?.code, 'nothing_to_return');
  await checkStock(business);
});

test('a refund goes to the contact’s balance or out of an account', async () => {
  const shop = await newShop();
  const { business } = shop;
  const account = await openAccount(business);
  const sale = await sell(shop, 2);
  await pay(business, sale.id, account.id);
  const kept = await newReturn(business, sale.id, { lines: [line(sale, { quantity: 1 })] });
  assert.deepEqual([kept.settled, kept.refunded, kept.paymentId], ['0.00', '117.99', null]);
  assert.equal(await balanceOf(shop), '117.99');
  assert.equal(await ruleBalance(business, 'customerBalances'), -11799n);
  const paidOut = await newReturn(business, sale.id, { refund: { accountId: account.id, paymentMethod: 'cash' } });
  assert.deepEqual([paidOut.refunded, paidOut.refundAccountId], ['117.99', account.id]);
  assert.equal((await balancesOf(business)).Popular, '117.99');
  assert.equal(await ruleBalance(business, 'receivable'), 0n);
  const walkIn = await sell(shop, 1, { contactId: null });
  await pay(business, walkIn.id, account.id);
  const { error } = await returnOf(business, walkIn.id);
  assert.deepEqual([error?.code, error?.errors?.[0]?.path], ['contact_required', 'body.refund']);
  const dollars = await openAccount(business, { name: 'Dólares', currency: 'USD' });
  const other = await returnOf(business, walkIn.id, { refund: { accountId: dollars.id } });
  assert.equal(other.error?.code, 'currency_mismatch');
});

test('a void return takes everything back, unless the goods or the money are gone', async () => {
  const shop = await newShop();
  const { business, api } = shop;
  const account = await openAccount(business);
  const sale = await sell(shop, 4);
  const before = await readDetail(api, sale.id);
  const back = await newReturn(business, sale.id, { lines: [line(sale, { quantity: 2, disposition: 'scrap' })] });
  assert.equal(await ruleBalance(business, 'inventoryAdjustments'), 10000n);
  const { data } = await changeReturn(business, { id: back.id, status: 'void', notes: 'Fue un error' });
  assert.deepEqual([data?.status, data?.notes, data?.number], ['void', 'Fue un error', 1]);
  const after = await readDetail(api, sale.id);
  assert.deepEqual([after.balance, after.state, after.margin], [before.balance, 'open', before.margin]);
  for (const rule of ['salesReturns', 'inventoryAdjustments', 'customerBalances'])
    assert.equal(await ruleBalance(business, rule), 0n);
  await checkStock(business);
  assert.equal((await changeReturn(business, { id: back.id, notes: 'Otra' })).error?.code, 'return_is_void');

  await pay(business, sale.id, account.id);
  const second = await newReturn(business, sale.id);
  assert.equal(await balanceOf(shop), sale.total);
  await api.POST('/v1/beneficiary/balance/refund', {
    body: { beneficiaryId: shop.contactId, accountId: account.id, amount: '1.00' },
  });
  assert.equal((await changeReturn(business, { id: second.id, status: 'void' })).error?.code, 'balance_too_low');
  const third = await sell(shop, 1);
  const scarce = await newReturn(business, third.id);
  await sell(shop, 100);
  assert.equal((await changeReturn(business, { id: scarce.id, status: 'void' })).error?.code, 'stock_insufficient');
  await checkStock(business);
});

test('the credit note has a number of the series of its receipt, and a void one is declared', async () => {
  const shop = await newShop();
  const { business, api } = shop;
  await Promise.all(['B02', 'B04', 'E32', 'E34'].map((type) => addNumerals(business, type)));
  const numbers = [];
  for (const fiscalType of ['B02', 'E32']) {
    const sale = await sell(shop, 1, { fiscalType });
    const back = await newReturn(business, sale.id);
    assert.equal(back.modifiesFiscalNumber, sale.fiscalNumber);
    numbers.push(back.fiscalNumber);
    await changeReturn(business, { id: back.id, status: 'void' });
  }
  assert.deepEqual(numbers, ['B0400000001', 'E340000000001']);
  const { data } = await api.GET('/v1/taxes/numerals/void');
  assert.deepEqual(data!.data.map(({ type }) => type).toSorted(), ['B04', 'E34']);
  const plain = await newReturn(business, (await sell(shop, 1, { fiscalType: null })).id);
  assert.deepEqual([plain.fiscalType, plain.fiscalNumber], [null, null]);
  const missing = await newShop();
  await addNumerals(missing.business, 'B02');
  const sale = await sell(missing, 1, { fiscalType: 'B02' });
  assert.equal((await returnOf(missing.business, sale.id)).error?.code, 'numerals_missing');
});

test('a purchase goes back to the supplier, with the credit note that the supplier gave', async () => {
  const shop = await newShop();
  const { business, api } = shop;
  const account = await openAccount(business);
  const purchase = await newDocument(api, {
    direction: 'purchase',
    contactId: shop.contactId,
    fiscalNumber: 'B0100000321',
    elements: [
      { resourceId: shop.rice.id, quantity: 10, unitPrice: 60, taxIds: [shop.itbis] },
      { description: 'Flete', unitPrice: 100 },
    ],
  });
  const owed = await ruleBalance(business, 'payable');
  const back = await newReturn(business, purchase.id, {
    fiscalNumber: 'B0400000009',
    lines: [line(purchase, { quantity: 5 }), line(purchase, {}, 1)],
  });
  assert.deepEqual(
    [back.direction, back.total, back.fiscalType, back.fiscalNumber, back.modifiesFiscalNumber],
    ['purchase', '454.00', 'B04', 'B0400000009', 'B0100000321'],
  );
  assert.equal(await ruleBalance(business, 'payable'), owed + 45400n);
  await checkStock(business);
  const again = await returnOf(business, purchase.id, { fiscalNumber: 'B0400000009' });
  assert.equal(again.error?.code, 'credit_note_taken');
  assert.equal(
    (await returnOf(business, purchase.id, { fiscalNumber: 'B0100000009' })).error?.code,
    'credit_note_unsuitable',
  );
  const scrapped = await returnOf(business, purchase.id, { lines: [line(purchase, { disposition: 'scrap' })] });
  assert.equal(scrapped.error?.code, 'disposition_unsuitable');
  await openAccount(business, { name: 'Otra' });
  await pay(business, purchase.id, account.id);
  const rest = await newReturn(business, purchase.id, { refund: { accountId: account.id } });
  assert.deepEqual([rest.settled, rest.refunded], ['0.00', '354.00']);
  await changeReturn(business, { id: rest.id, status: 'void' });
  const kept = await newReturn(business, purchase.id);
  assert.equal(await ruleBalance(business, 'supplierAdvances'), 35400n);
  await changeReturn(business, { id: kept.id, status: 'void' });
  await changeReturn(business, { id: back.id, status: 'void' });
  assert.equal(await ruleBalance(business, 'supplierAdvances'), 0n);
  await checkStock(business);
});

test('a draft return moves nothing, its lines can be replaced, and it is computed again when issued', async () => {
  const shop = await newShop();
  const { business, api } = shop;
  const sale = await sell(shop, 4);
  const draft = await newReturn(business, sale.id, { status: 'draft', lines: [line(sale, { quantity: 4 })] });
  assert.deepEqual([draft.status, draft.number, draft.recordId], ['draft', null, null]);
  assert.equal((await readDetail(api, sale.id)).state, 'open');
  const put = (body: object) =>
    api.PUT('/v1/resource/return/{returnId}', { params: { path: { returnId: draft.id } }, body });
  const replaced = await put({ version: draft.version, lines: [line(sale, { quantity: 3 })], reason: 'Menos' });
  assert.deepEqual([replaced.data?.reason, replaced.data?.lines[0]?.quantity], ['Menos', '3']);
  assert.equal((await put({ version: draft.version })).error?.code, 'version_conflict');
  const first = await newReturn(business, sale.id, { lines: [line(sale, { quantity: 2 })] });
  assert.equal((await changeReturn(business, { id: draft.id, status: 'issued' })).error?.code, 'more_than_sold');
  await put({ lines: [line(sale, { quantity: 2 })] });
  const issued = await changeReturn(business, { id: draft.id, status: 'issued' });
  assert.deepEqual([issued.data?.status, issued.data?.number, issued.data?.reason], ['issued', 2, 'Menos']);
  assert.deepEqual(await read(business, draft.id), issued.data);
  assert.equal((await put({})).error?.code, 'return_is_issued');
  assert.equal((await changeReturn(business, { id: first.id, status: 'issued' })).error?.code, 'return_is_issued');
  await checkStock(business);
});

test('an invoice of which something came back is neither void nor changed', async () => {
  const shop = await newShop();
  const { business, api } = shop;
  const free = await newDocument(api, {
    contactId: shop.contactId,
    elements: [{ resourceId: shop.rice.id, quantity: 2, unitPrice: 0 }],
  });
  const back = await newReturn(business, free.id, { lines: [line(free, { quantity: 1 })] });
  const voided = await api.DELETE('/v1/record/pending', { body: { id: free.id } });
  assert.equal(voided.error?.code, 'document_followed');
  const changed = await changeDocument(api, { id: free.id, elements: [{ id: free.elements[0]!.id, quantity: 5 }] });
  assert.equal(changed.code, 'document_followed');
  await changeReturn(business, { id: back.id, status: 'void' });
  assert.equal((await api.DELETE('/v1/record/pending', { body: { id: free.id } })).error, undefined);
  assert.equal(await ruleBalance(business, 'inventory'), 500000n);
  await checkStock(business);
});

test('units with serial numbers come back only if they were sold here', async () => {
  const shop = await newShop();
  const { business, api } = shop;
  const { data: phone } = await api.POST('/v1/resource', { body: { name: 'Celular', tracksSerials: true } as never });
  await newDocument(api, {
    direction: 'purchase',
    contactId: shop.contactId,
    elements: [{ resourceId: phone!.id, quantity: 3, unitPrice: 10, serialNumbers: ['A', 'B', 'C'] }],
  });
  const sale = await newDocument(api, {
    contactId: shop.contactId,
    elements: [{ resourceId: phone!.id, quantity: 2, unitPrice: 20, serialNumbers: ['A', 'B'] }],
  });
  const strange = await returnOf(business, sale.id, { lines: [line(sale, { quantity: 1, serialNumbers: ['C'] })] });
  assert.equal(strange.error?.code, 'serial_number_not_sold');
  const unnamed = await returnOf(business, sale.id, { lines: [line(sale, { quantity: 1 })] });
  assert.equal(unnamed.error?.code, 'serial_numbers_required');
  await newReturn(business, sale.id, { lines: [line(sale, { quantity: 1, serialNumbers: ['B'] })] });
  const rest = await newReturn(business, sale.id, { lines: [line(sale, { disposition: 'scrap' })] });
  assert.deepEqual(rest.lines[0]!.serialNumbers, ['A']);
  await checkStock(business);
});

test('an impossible return is refused with the path of the line', async () => {
  const shop = await newShop();
  const { business } = shop;
  const sale = await sell(shop, 2);
  const tooMuch = await returnOf(business, sale.id, { lines: [line(sale), line(sale, { quantity: '0.000001' })] });
  assert.deepEqual(
    [tooMuch.error?.code, tooMuch.error?.errors?.[0]?.path],
    ['more_than_sold', 'body.lines[1].quantity'],
  );
  const strange = await returnOf(business, sale.id, { lines: [{ elementId: newId() }] });
  assert.equal(strange.error?.errors?.[0]?.path, 'body.lines[0].elementId');
  const early = await returnOf(business, sale.id, { date: '2020-01-01' });
  assert.equal(early.error?.code, 'returned_before_sold');
  const undelivered = await returnOf(business, sale.id, { lines: [line(sale, { disposition: 'undelivered' })] });
  assert.equal(undelivered.error?.code, 'more_than_sold');
  const draft = await sell(shop, 1, { status: 'draft' });
  assert.equal((await returnOf(business, draft.id)).error?.code, 'not_returnable');
  const quote = await sell(shop, 1, { kind: 'quote' });
  assert.equal((await returnOf(business, quote.id)).error?.code, 'not_returnable');
  const nowhere = await returnOf(business, sale.id, { divisionId: newId() });
  assert.equal(nowhere.error?.errors?.[0]?.path, 'body.divisionId');
});

test('a viewer cannot return; invoices of others are not found; a dry run writes nothing', async () => {
  const shop = await newShop();
  const { business } = shop;
  const sale = await sell(shop, 2);
  const viewer = await newMember(business, 'viewer');
  assert.equal((await returnOf(viewer, sale.id)).error?.code, 'forbidden');
  const { data: tried } = await business.api.POST('/v1/resource/return', {
    body: { pendingRecordId: sale.id },
    headers: { 'dry-run': 'true' },
  } as never);
  assert.equal((tried as unknown as { body: { total: string } }).body.total, sale.total);
  const back = await newReturn(business, sale.id);
  assert.equal(back.number, 1);
  const stranger = await newBusiness();
  const foreign = await returnOf(stranger, sale.id);
  assert.deepEqual(
    [foreign.error?.code, foreign.error?.errors?.[0]?.path],
    ['reference_not_found', 'body.pendingRecordId'],
  );
  assert.equal((await changeReturn(stranger, { id: back.id, notes: 'x' })).error?.code, 'not_found');
  const unread = await stranger.api.GET('/v1/resource/return/{returnId}', { params: { path: { returnId: back.id } } });
  assert.equal(unread.error?.code, 'not_found');
});

test('returns are filtered by their source, listed by page and by cursor, and printed', async () => {
  const shop = await newShop();
  const { business, api, contactId } = shop;
  const sale = await sell(shop, 3);
  const made = [];
  for (const quantity of [1, 1, 1])
    made.push(await newReturn(business, sale.id, { lines: [line(sale, { quantity })] }));
  const other = await newReturn(business, (await sell(shop, 1, { contactId: null })).id);
  const list = async (query: object) => (await api.GET('/v1/resource/return', { params: { query } })).data!;
  assert.equal((await list({})).total, 4);
  assert.equal((await list({ contactId })).total, 3);
  assert.deepEqual(
    (await list({ number: other.number! })).data.map(({ id }) => id),
    [other.id],
  );
  assert.equal((await list({ status: 'void' })).total, 0);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { data } = await api.GET('/v2/resource/return', {
      params: { query: { pendingRecordId: sale.id, itemsPerPage: 2, ...(cursor && { cursor }) } },
    });
    seen.push(...data!.data.map(({ id }) => id));
    cursor = data!.nextCursor ?? undefined;
  } while (cursor);
  assert.deepEqual(seen, made.map(({ id }) => id).toReversed());
  const response = await fetch(`${baseUrl}/v1/resource/return/${other.id}/voucher?format=receipt`, {
    headers: { authorization: `Bearer ${business.owner.token}` },
  });
  assert.equal(response.headers.get('content-type'), 'application/pdf');
  assert.equal(
    Buffer.from(await response.arrayBuffer())
      .subarray(0, 5)
      .toString(),
    '%PDF-',
  );
  const printed = await eventsOf(business, 'return:voucher-printed');
  assert.deepEqual(
    printed.map(({ payload }) => payload.returnId),
    [other.id],
  );
});

test('twenty concurrent returns of a line never return more than was sold', async () => {
  const shop = await newShop();
  const { business, api } = shop;
  const sale = await sell(shop, 7);
  const tries = await Promise.all(
    Array.from({ length: 20 }, () => returnOf(business, sale.id, { lines: [line(sale, { quantity: 1 })] })),
  );
  assert.equal(tries.filter(({ data }) => data).length, 7);
  assert.deepEqual(new Set(tries.map(({ error }) => error?.code)), new Set([undefined, 'more_than_sold']));
  assert.equal((await readDetail(api, sale.id)).state, 'paid');
  assert.equal(await ruleBalance(business, 'receivable'), 0n);
  assert.equal(await ruleBalance(business, 'inventory'), 500000n);
  await checkStock(business);
});

test('an invoice in another currency comes back at its own rate, and leaves nothing owed in the books', async () => {
  const shop = await newShop();
  const { business, api } = shop;
  await api.PUT('/v1/currency/rates', { body: { rates: [{ currency: 'USD', rate: '61.0777' }] } });
  const dollars = await openAccount(business, { name: 'Dólares', currency: 'USD' });
  const sale = await sell(shop, 7, { currency: 'USD', rate: '58.1239' });
  await api.PATCH('/v1/record/pending/pay', {
    body: { id: sale.id, payments: [{ accountId: dollars.id, amount: '333.33' }] },
  });
  const parts: Awaited<ReturnType<typeof newReturn>>[] = [];
  for (const quantity of ['1.5', '2.333', '3.167']) {
    const more = quantity === '3.167' ? { refund: { accountId: dollars.id } } : {};
    parts.push(await newReturn(business, sale.id, { lines: [line(sale, { quantity })], ...more }));
  }
  const cents = (amounts: string[]) => amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0);
  assert.equal(cents(parts.map(({ total }) => total)), cents([sale.total]));
  assert.equal(cents(parts.map(({ baseTotal }) => baseTotal)), cents([sale.baseTotal]));
  assert.equal(cents(parts.map(({ refunded }) => refunded)), 33333);
  assert.equal(await ruleBalance(business, 'receivable'), 0n);
  assert.equal((await readDetail(api, sale.id)).state, 'paid');
  for (const { id } of parts.toReversed()) await changeReturn(business, { id, status: 'void' });
  assert.equal((await readDetail(api, sale.id)).paid, '333.33');
  assert.equal(await ruleBalance(business, 'salesReturns'), 0n);
  await checkStock(business);
});

const newCard = async ({ api }: Business, amount: string) =>
  (await api.POST('/v1/gift-card', { body: { given: true, amount } })).data!;
const cardBalance = async ({ api }: Business, giftCardId: string) =>
  (await api.GET('/v1/gift-card/{giftCardId}', { params: { path: { giftCardId } } })).data!.balance;

test('amounts paid by gift card or balance go back there, and only the rest is paid out', async () => {
  const shop = await newShop();
  const { business, api } = shop;
  const [card, cash] = [await newCard(business, '100'), await openAccount(business, { kind: 'cash', name: 'Caja 2' })];
  await api.POST('/v1/beneficiary/balance/topup', {
    body: { beneficiaryId: shop.contactId, accountId: cash.id, amount: '50' },
  });
  const sale = await newDocument(api, {
    contactId: shop.contactId,
    elements: [{ resourceId: shop.rice.id, quantity: 4, unitPrice: '50' }],
  });
  const payments = [{ giftCardCode: card.code }, { balance: true as const }, { accountId: cash.id }];
  await api.PATCH('/v1/record/pending/pay', { body: { id: sale.id, payments } });
  const cashBefore = (await balancesOf(business))['Caja 2'];
  const refund = { accountId: cash.id };
  const first = await newReturn(business, sale.id, { refund, lines: [line(sale, { quantity: 1 })] });
  assert.deepEqual([await balanceOf(shop), await cardBalance(business, card.id)], ['50.00', '0.00']);
  const second = await newReturn(business, sale.id, { refund, lines: [line(sale, { quantity: 2 })] });
  assert.deepEqual([await balanceOf(shop), await cardBalance(business, card.id)], ['50.00', '100.00']);
  assert.equal((await balancesOf(business))['Caja 2'], cashBefore);
  assert.deepEqual([first.refunded, second.refunded, second.refundAccountId], ['50.00', '100.00', null]);
  await newReturn(business, sale.id, { refund });
  assert.equal((await balancesOf(business))['Caja 2'], '50.00');
  await changeReturn(business, { id: second.id, status: 'void' });
  assert.equal(await cardBalance(business, card.id), '0.00');
  const { data } = await api.GET('/v1/gift-card/reports/reconciliation', { params: { query: {} } });
  assert.deepEqual([data!.reconciled, data!.outstanding], [true, '0.00']);
  await checkStock(business);
});

test('a sale that a free gift card paid pays no cash out when it comes back', async () => {
  const shop = await newShop();
  const { business, api } = shop;
  const [card, cash] = [await newCard(business, '500'), await openAccount(business, { kind: 'cash', name: 'Caja 2' })];
  const sale = await newDocument(api, { elements: [{ resourceId: shop.rice.id, quantity: 2, unitPrice: '100' }] });
  await api.PATCH('/v1/record/pending/pay', { body: { id: sale.id, payments: [{ giftCardCode: card.code }] } });
  await newReturn(business, sale.id, { refund: { accountId: cash.id } });
  assert.equal((await balancesOf(business))['Caja 2'] ?? '0.00', '0.00');
  assert.equal(await cardBalance(business, card.id), '500.00');
});

test('a payment by gift card that a return has put back onto the card is undone only after the return is void', async () => {
  const shop = await newShop();
  const { business, api } = shop;
  const card = await newCard(business, '200');
  const sale = await newDocument(api, { elements: [{ resourceId: shop.rice.id, quantity: 2, unitPrice: '100' }] });
  const paid = await api.PATCH('/v1/record/pending/pay', {
    body: { id: sale.id, payments: [{ giftCardCode: card.code }] },
  });
  const undo = () =>
    api.DELETE('/v1/record/pending/payment', { params: { query: { id: paid.data!.payments[0]!.id } } });
  const back = await newReturn(business, sale.id, { lines: [line(sale, { quantity: 1 })] });
  assert.equal((await undo()).error?.code, 'payment_returned');
  assert.equal(await cardBalance(business, card.id), '100.00');
  await changeReturn(business, { id: back.id, status: 'void' });
  assert.equal((await undo()).data?.document.balance, '200.00');
  assert.equal(await cardBalance(business, card.id), '200.00');
});

test('a gift card in another currency gets back exactly what it was worth, however many returns there are', async () => {
  const { business, api } = await newShop();
  const { id: accountId } = await openAccount(business, { name: 'Dólares', currency: 'USD' });
  await api.PUT('/v1/currency/rates', { body: { rates: [{ currency: 'USD', rate: '60.5067' }] } });
  const card = (await api.POST('/v1/gift-card', { body: { accountId, amount: '3' } })).data!;
  const sale = await newDocument(api, {
    currency: 'USD',
    elements: [1, 2, 3].map((part) => ({ description: `Parte ${part}`, unitPrice: '1' })),
  });
  await api.PATCH('/v1/record/pending/pay', { body: { id: sale.id, payments: [{ giftCardCode: card.code }] } });
  for (const { id: elementId } of sale.elements) await newReturn(business, sale.id, { lines: [{ elementId }] });
  assert.equal(await cardBalance(business, card.id), '3.00');
  assert.equal(await ruleBalance(business, 'giftCards'), -181_52n);
});

test('the taxes paid no longer count a purchase that went back', async () => {
  const { business, api, rice, contactId, itbis } = await newShop();
  const bought = await newDocument(api, {
    direction: 'purchase',
    contactId,
    elements: [{ resourceId: rice.id, quantity: 3, unitPrice: '33.33', taxIds: [itbis] }],
  });
  const paid = async () => (await api.GET('/v1/record/taxes-paid', { params: { query: {} } })).data!;
  assert.equal((await paid()).total, '18.00');
  await newReturn(business, bought.id, { lines: [line(bought, { quantity: 1 })] });
  assert.deepEqual([(await paid()).total, (await paid()).taxes[0]!.net], ['12.00', '66.66']);
  await newReturn(business, bought.id);
  assert.deepEqual([(await paid()).total, (await paid()).taxes[0]!.net], ['0.00', '0.00']);
});

test('an unknown account of a refund is refused by its name, also where nothing is paid back', async () => {
  const shop = await newShop();
  const sale = await sell(shop, 1);
  for (const status of ['draft', 'issued'] as const) {
    const { error } = await returnOf(shop.business, sale.id, { status, refund: { accountId: crypto.randomUUID() } });
    assert.deepEqual([error?.status, error?.errors[0]?.path], [422, 'body.refund.accountId'], status);
  }
});
