import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TenantContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { cashOf } from '#test/accounts.ts';
import { newContact } from '#test/books.ts';
import { newInvoice } from '#test/documents.ts';
import { app, type Business, letterTo, newBusiness } from '#test/harness.ts';
import { giveEmail } from '#test/paypages.ts';
import { assertHas, fetchPdf, pagesOf } from '#test/pdf.ts';
import { newShop as newCardShop, savePayprocCard } from '#test/saved-cards.ts';
import { paymentReceiptLines, paymentReceipts } from '../tables.ts';
import { recountReceipts } from './receipt.sql.ts';

const PATH = '/v1/record/pending/payment/receipt';

async function newShop() {
  const business = await newBusiness({ name: 'Colmado La Fe' });
  const [contactId, accountId] = await Promise.all([newContact(business, 'Ferretería Díaz'), cashOf(business)]);
  const { api } = business;
  /** Pays a new invoice and answers the payments. */
  const paid = async (amount: string, body: object = {}, invoice: object = {}) => {
    const { id } = await newInvoice(business, amount, { contactId, date: '2026-10-05', ...invoice });
    const given = { id, date: '2026-10-20', payments: [{ accountId }], ...body };
    const { data, error } = await api.PATCH('/v1/record/pending/pay', { body: given as never });
    assert.ok(data, JSON.stringify(error));
    return data.payments.map((payment) => ({ ...payment, recordId: payment.recordId! }));
  };
  const issue = async (recordIds: string[]) => {
    const { data, error } = await api.POST(PATH, { body: { recordIds } });
    assert.ok(data, JSON.stringify(error));
    return data;
  };
  return { business, api, contactId, accountId, paid, issue };
}

/** The differences between receipts and their payments. */
const differences = async ({ id }: Business) => (await app.engine.within(id, recountReceipts)).differences;

const refusalOf = async ({ api }: Pick<Business, 'api'>, recordIds: string[]) => {
  const { error } = await api.POST(PATH, { body: { recordIds } });
  const { code, errors } = error as { code: string; errors?: { path: string }[] };
  return [code, errors?.[0]?.path];
};

test('payments of several invoices get one receipt with the next number of their direction', async () => {
  const { api, contactId, paid, issue } = await newShop();
  const [first] = await paid('100');
  const [second] = await paid('250', { payments: [{ accountId: first!.accountId, amount: '200', reference: '0045' }] });
  const receipt = await issue([second!.recordId, first!.recordId]);
  const { number, direction, state, total, currency, date, contactName } = receipt;
  assert.deepEqual(
    { number, direction, state, total, currency, date, contactName, contactId: receipt.contactId },
    {
      ...{ number: 1, direction: 'sale', state: 'issued', total: '300.00', currency: 'DOP', date: '2026-10-20' },
      ...{ contactName: 'Ferretería Díaz', contactId },
    },
  );
  assert.deepEqual(
    receipt.payments.map(({ recordId, settled, due, undone }) => [recordId, settled, due, undone]),
    [
      [second!.recordId, '200.00', '50.00', false],
      [first!.recordId, '100.00', '0.00', false],
    ],
  );
  const [third] = await paid('30');
  assert.equal((await issue([third!.recordId])).number, 2);
  const [bought] = await paid('80', {}, { direction: 'purchase' });
  const voucher = await issue([bought!.recordId]);
  assert.deepEqual([voucher.direction, voucher.number], ['purchase', 1]);
  const listed = async (query: object) =>
    (await api.GET(`${PATH}/list`, { params: { query: query as never } })).data!.data.map((one) => [
      one.number,
      one.total,
    ]);
  assert.deepEqual(await listed({ direction: 'sale' }), [
    [2, '30.00'],
    [1, '300.00'],
  ]);
  assert.deepEqual(await listed({ contactId, number: 1, direction: 'purchase' }), [[1, '80.00']]);
  assert.deepEqual(await listed({ documentId: receipt.payments[1]!.documentId! }), [[1, '300.00']]);
  assert.deepEqual(await listed({ from: '2026-10-21' }), []);
});

test('a receipt keeps interest, advances and the amount that was due', async () => {
  const { api, contactId, accountId, paid, issue } = await newShop();
  const [payment] = await paid('100', { payments: [{ accountId, amount: '130' }], overpayment: 'balance' });
  const topUp = await api.POST('/v1/beneficiary/balance/topup', {
    body: { beneficiaryId: contactId, accountId, amount: '25', date: '2026-10-20' },
  });
  const { total, payments } = await issue([payment!.recordId, topUp.data!.recordId]);
  assert.equal(total, '155.00');
  assert.deepEqual(
    payments.map(({ settled, advance, due, documentId }) => [settled, advance, due, documentId !== null]),
    [
      ['100.00', '30.00', '0.00', true],
      ['0.00', '25.00', null, false],
    ],
  );
});

test('a payment has one receipt at most', async () => {
  const { api, business, paid, issue } = await newShop();
  const [first] = await paid('100');
  const [second] = await paid('50');
  await issue([first!.recordId]);
  const taken = ['payment_has_receipt', 'body.recordIds[1]'];
  assert.deepEqual(await refusalOf(business, [second!.recordId, first!.recordId]), taken);
  assert.deepEqual(await refusalOf(business, [newId()]), ['reference_not_found', 'body.recordIds[0]']);
  await api.DELETE('/v1/record/pending/payment', { body: { id: second!.id } });
  assert.deepEqual(await refusalOf(business, [second!.recordId]), ['payment_is_void', undefined]);
});

test('of two receipts for the same payment at once, one is issued, and no number is lost', async () => {
  const { api, paid, issue } = await newShop();
  const [payment] = await paid('100');
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => api.POST(PATH, { body: { recordIds: [payment!.recordId] } })),
  );
  assert.deepEqual(answers.map(({ response }) => response.status).toSorted(), [201, 409, 409, 409]);
  const [next] = await paid('10');
  assert.equal((await issue([next!.recordId])).number, 2);
});

test('the numbers of 16 receipts at once have no gap and no twin', async () => {
  const { paid, issue } = await newShop();
  const payments = await Promise.all(Array.from({ length: 16 }, () => paid('10')));
  const receipts = await Promise.all(payments.map(([payment]) => issue([payment!.recordId])));
  assert.deepEqual(
    receipts.map(({ number }) => number).toSorted((a, b) => a - b),
    Array.from({ length: 16 }, (_, index) => index + 1),
  );
});

test('a receipt says which of its payments are undone, and is void with the last of them', async () => {
  const { api, business, paid, issue } = await newShop();
  const [first] = await paid('100');
  const [second] = await paid('50');
  const { id } = await issue([first!.recordId, second!.recordId]);
  const read = async () => (await api.GET(`${PATH}/{receiptId}`, { params: { path: { receiptId: id } } })).data!;
  const print = async (query = '') => (await pagesOf(await fetchPdf(business, `${PATH}/${id}/voucher${query}`)))[0]!;
  for (const query of ['', '?format=receipt'])
    assertHas(await print(query), ['RECIBO DE INGRESO', '000001', 'Ferretería Díaz', 'Total recibido RD$ 150.00']);
  await api.DELETE('/v1/record/pending/payment', { body: { id: first!.id } });
  const half = await read();
  assert.deepEqual([half.state, half.total], ['issued', '150.00']);
  assert.deepEqual(
    half.payments.map(({ undone }) => undone),
    [true, false],
  );
  assertHas(await print(), ['Pago anulado', 'Total recibido RD$ 50.00']);
  const gone = await api.DELETE(PATH, { body: { id } });
  assert.deepEqual([gone.data!.state, gone.data!.number, gone.data!.total], ['void', 1, '150.00']);
  assertHas(await print(), ['ANULADO', 'Total recibido RD$ 150.00']);
  const again = await api.DELETE(PATH, { body: { id } });
  assert.equal((again.error as { code: string }).code, 'payment_is_void');
  const voids = await api.GET(`${PATH}/list`, { params: { query: { state: 'void' } } });
  assert.deepEqual(
    voids.data!.data.map((one) => one.id),
    [id],
  );
  assert.equal((await api.GET(`${PATH}/list`, { params: { query: { state: 'issued' } } })).data!.data.length, 0);
  const [third] = await paid('20');
  assert.equal((await issue([third!.recordId])).number, 2);
});

test('a receipt is undone as a whole or not at all', async () => {
  const { api, contactId, accountId, paid, issue } = await newShop();
  const [payment] = await paid('100');
  const topUp = await api.POST('/v1/beneficiary/balance/topup', {
    body: { beneficiaryId: contactId, accountId, amount: '5' },
  });
  const { id } = await issue([payment!.recordId, topUp.data!.recordId]);
  const refused = await api.DELETE(PATH, { body: { id } });
  assert.equal((refused.error as { code: string }).code, 'payment_elsewhere');
  const { data } = await api.GET(`${PATH}/{receiptId}`, { params: { path: { receiptId: id } } });
  assert.ok(data!.payments.every(({ undone }) => !undone));
});

test('a receipt that several callers undo at once is void for all of them', async () => {
  const { api, paid, issue } = await newShop();
  const payments = [...(await paid('100')), ...(await paid('50'))];
  const { id } = await issue(payments.map(({ recordId }) => recordId));
  const answers = await Promise.all(Array.from({ length: 6 }, () => api.DELETE(PATH, { body: { id } })));
  const outcomes = answers.map(({ data, error }) => data?.state ?? (error as { code: string }).code);
  assert.ok(outcomes.includes('void'));
  assert.deepEqual(
    outcomes.filter((outcome) => outcome !== 'void' && outcome !== 'payment_is_void'),
    [],
  );
});

test('a receipt whose payments several callers undo one by one at once is void with the last', async () => {
  const { business, api, paid, issue } = await newShop();
  const payments = (await Promise.all(Array.from({ length: 6 }, () => paid('10')))).flat();
  const { id } = await issue(payments.map(({ recordId }) => recordId));
  await Promise.all(payments.map((payment) => api.DELETE('/v1/record/pending/payment', { body: { id: payment.id } })));
  const { data } = await api.GET(`${PATH}/{receiptId}`, { params: { path: { receiptId: id } } });
  assert.deepEqual([data!.state, typeof data!.voidedAt], ['void', 'string']);
  assert.equal(await differences(business), 0);
});

test('a payment that is undone while it gets its receipt is not on a receipt as a valid one', async () => {
  const { business, api, paid } = await newShop();
  for (let round = 0; round < 4; round++) {
    const [payment] = await paid('10');
    const body = { recordIds: [payment!.recordId] };
    await Promise.all([
      api.POST(PATH, { body }),
      api.DELETE('/v1/record/pending/payment', { body: { id: payment!.id } }),
    ]);
  }
  assert.equal(await differences(business), 0);
});

test('a recount of receipts finds other amounts, payments and numbers', async () => {
  const { business, paid, issue } = await newShop();
  for (const amount of ['100', '50']) await issue([(await paid(amount))[0]!.recordId]);
  const recount = () => app.engine.within(business.id, recountReceipts);
  assert.deepEqual(await recount(), { counted: 2n, differences: 0 });
  const after = async (change: (ctx: TenantContext) => Promise<unknown>) => {
    const undo = new Error('undo');
    let found: number | undefined;
    const work = app.engine.within(business.id, async (ctx) => {
      await change(ctx);
      found = (await recountReceipts(ctx)).differences;
      throw undo;
    });
    await assert.rejects(work, (error) => error === undo);
    return found;
  };
  const first = { number: 1n };
  assert.equal(await after((ctx) => paymentReceiptLines.updateAll(ctx, { settled: 10_000n }, { settled: 9_900n })), 1);
  assert.equal(await after((ctx) => paymentReceiptLines.updateAll(ctx, { settled: 10_000n }, { undone: true })), 1);
  assert.equal(await after((ctx) => paymentReceipts.updateAll(ctx, first, { validPayments: 2 })), 1);
  assert.equal(await after((ctx) => paymentReceipts.updateAll(ctx, first, { number: 3n })), 1);
});

test('a payment of a credit that is undone counts in its receipt, also one of interest only', async () => {
  const { business, api, contactId, accountId, issue } = await newShop();
  const { id } = await newInvoice(business, '1200', { contactId, date: '2026-10-05' });
  const plan = { instalments: 12, method: 'constant-capital' as const, annualRate: '24' };
  const credit = await api.POST('/v1/record/pending/credit', { body: { pendingRecordId: id, plan } });
  assert.ok(credit.data, JSON.stringify(credit.error));
  const creditId = credit.data.id;
  const body = { creditId, accountId, amount: '5' };
  const pay = await api.POST('/v1/record/pending/credit/makeCreditPayment', { body });
  assert.ok(pay.data, JSON.stringify(pay.error));
  const receipt = await issue([pay.data.recordId]);
  assert.deepEqual([receipt.total, receipt.payments[0]!.interest], ['5.00', '5.00']);
  await api.DELETE('/v1/record/pending/credit/payment', { body: { creditId } });
  const path = { receiptId: receipt.id };
  assert.equal((await api.GET(`${PATH}/{receiptId}`, { params: { path } })).data!.state, 'void');
  assert.equal(await differences(business), 0);
});

test('a receipt keeps the due amount and the contact of its day when both change', async () => {
  const { api, business, contactId, accountId, paid, issue } = await newShop();
  const [payment] = await paid('100', { payments: [{ accountId, amount: '40' }] });
  const { id, payments } = await issue([payment!.recordId]);
  const body = { id: payments[0]!.documentId!, payments: [{ accountId }] };
  assert.ok((await api.PATCH('/v1/record/pending/pay', { body: body as never })).data);
  assert.ok((await api.PATCH('/v1/beneficiary', { body: { id: contactId, name: 'Otro nombre' } as never })).data);
  const [text] = await pagesOf(await fetchPdf(business, `${PATH}/${id}/voucher`));
  assertHas(text!, ['Pendiente: RD$ 60.00', 'Ferretería Díaz']);
});

test('a payment that is made with its receipt answers it', async () => {
  const { api, business, contactId, accountId } = await newShop();
  const [first, second] = [
    await newInvoice(business, '100', { contactId }),
    await newInvoice(business, '60', { contactId }),
  ];
  const payments = [{ accountId, amount: '70' }, { withheld: 'isr', amount: '10' }, { writeOff: true }];
  const paid = await api.PATCH('/v1/record/pending/pay', { body: { id: first.id, payments, receipt: true } as never });
  const { receipt } = paid.data!;
  assert.deepEqual([receipt?.number, receipt?.total, receipt?.payments.length], [1, '80.00', 2]);
  const lost = { id: second.id, payments: [{ writeOff: true, amount: '5' }], receipt: true };
  assert.equal((await api.PATCH('/v1/record/pending/pay', { body: lost as never })).data!.receipt, null);
  const all = await api.PATCH('/v1/record/pending/pay/bulk', {
    body: { contactId, accountId, amount: '55', receipt: true },
  });
  assert.deepEqual([all.data!.receipt?.number, all.data!.receipt?.total], [2, '55.00']);
});

test('a receipt of a payment by card is void once the card is refunded', async () => {
  const { business, contactId } = await newCardShop();
  const { api } = business;
  const paymentMethodId = await savePayprocCard(business, contactId);
  const recordIds: string[] = [];
  for (const amount of ['100', '40']) {
    const { id } = await newInvoice(business, amount, { contactId });
    assert.ok((await api.POST('/v1/record/pending/charge', { body: { id, paymentMethodId } })).data);
    const path = { pendingRecordId: id };
    const { data } = await api.GET('/v1/record/pending/{pendingRecordId}/payments', { params: { path } });
    recordIds.push(data!.data[0]!.recordId!);
  }
  const { data } = await api.POST(PATH, { body: { recordIds } });
  assert.equal(data?.total, '140.00');
  const gone = await api.DELETE(PATH, { body: { id: data!.id } });
  assert.equal(gone.data?.state, 'void', JSON.stringify(gone.error));
  assert.equal(await differences(business), 0);
});

test('payments of a numbered receipt are printed with it, and others name theirs', async () => {
  const { business, paid, issue } = await newShop();
  const [first, second, third] = [await paid('100'), await paid('50'), await paid('7')].map(([payment]) => payment!);
  await issue([first!.recordId, second!.recordId]);
  const print = async (...payments: { recordId: string }[]) => {
    const query = payments.map(({ recordId }) => recordId).join();
    return (await pagesOf(await fetchPdf(business, `${PATH}?recordIds=${query}`)))[0]!;
  };
  assertHas(await print(second!, first!), ['RECIBO DE INGRESO', '000001', 'Total recibido RD$ 150.00']);
  const mixed = await print(first!, third!);
  assertHas(mixed, ['Recibo 000001', 'Total recibido RD$ 107.00']);
  assert.equal(mixed.split('Recibo 000001').length, 2);
});

test('a numbered receipt is sent by e-mail with its PDF', async () => {
  const { business, api, contactId, paid, issue } = await newShop();
  const { id } = await issue([(await paid('100'))[0]!.recordId]);
  const send = (body: object = {}) =>
    api.POST(`${PATH}/{receiptId}/email`, { params: { path: { receiptId: id } }, body });
  assert.equal((await send()).error?.code, 'no_address');
  const email = await giveEmail(business, contactId);
  assert.deepEqual((await send({ message: 'Gracias.' })).data, { emailsSent: [email], emailCount: 1 });
  const letter = await letterTo(email, /Recibo de ingreso 000001 de Colmado La Fe/);
  assert.match(letter.text, /por RD\$ 100\.00\. Va adjunto\.\n\nGracias\.$/);
  const [attached] = letter.attachments!;
  assert.deepEqual([attached!.fileName, attached!.contentType], ['recibo-000001.pdf', 'application/pdf']);
  const headers = { 'content-type': 'application/pdf' };
  const pdf = new Response(Buffer.from(attached!.base64, 'base64'), { headers });
  assertHas((await pagesOf(pdf))[0]!, ['RECIBO DE INGRESO', '000001']);
  const other = await newBusiness();
  const path = { params: { path: { receiptId: id } }, body: {} };
  assert.equal((await other.api.POST(`${PATH}/{receiptId}/email`, path)).response.status, 404);
});

test('receipts of another organization are unknown', async () => {
  const [ours, theirs] = await Promise.all([newShop(), newShop()]);
  const [payment] = await ours.paid('100');
  const { id } = await ours.issue([payment!.recordId]);
  const path = { params: { path: { receiptId: id } } };
  assert.equal((await theirs.api.GET(`${PATH}/{receiptId}`, path)).response.status, 404);
  assert.equal((await theirs.api.DELETE(PATH, { body: { id } })).response.status, 404);
  assert.deepEqual(await refusalOf(theirs, [payment!.recordId]), ['reference_not_found', 'body.recordIds[0]']);
  assert.equal((await theirs.api.GET(`${PATH}/list`)).data!.data.length, 0);
  assert.equal((await theirs.issue([(await theirs.paid('1'))[0]!.recordId])).number, 1);
});
