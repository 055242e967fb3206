import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import { cashOf } from '#test/accounts.ts';
import { newContact } from '#test/books.ts';
import { newDocument, newInvoice } from '#test/documents.ts';
import { newReturn } from '#test/fulfilment.ts';
import { type Business, newBusiness } from '#test/harness.ts';
import { assertHas, fetchPdf, pagesOf } from '#test/pdf.ts';
import { moveClock } from '#test/sandbox-clock.ts';

const print = (business: Business, recordIds: string[], format = 'letter') =>
  fetchPdf(business, `/v1/record/pending/payment/receipt?format=${format}&recordIds=${recordIds.join(',')}`);

const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;

async function newShop(more: { sandbox?: boolean } = {}) {
  const business = await newBusiness({ name: 'Colmado La Fe', ...more });
  const [contactId, accountId] = await Promise.all([newContact(business, 'Ferretería Díaz'), cashOf(business)]);
  const pay = async (id: string, body: object) =>
    (await business.api.PATCH('/v1/record/pending/pay', { body: { id, date: '2026-10-20', ...body } as never })).data!;
  return { business, api: business.api, contactId, accountId, pay };
}

test('a receipt has the paid amount, the means of payment and the amount still due', async () => {
  const { business, contactId, accountId, pay } = await newShop();
  const invoice = await newInvoice(business, '1000', { contactId, date: '2026-10-05' });
  const { payments } = await pay(invoice.id, {
    payments: [
      { accountId, amount: '300', paymentMethod: 'check', reference: '0045' },
      { withheld: 'isr', amount: '50' },
    ],
  });
  const recordIds = payments.map(({ recordId }) => recordId!);
  for (const format of ['letter', 'receipt']) {
    const [text] = await pagesOf(await print(business, recordIds, format));
    assertHas(text!, ['RECIBO DE INGRESO', 'Ferretería Díaz', 'Factura 000001', 'Cheque, 0045, 20/10/2026', '300.00']);
    assertHas(text!, ['50.00', 'Total recibido RD$ 350.00', 'Pendiente: RD$ 650.00', 'Recibido por']);
  }
});

test('payments of several invoices and money in advance share one receipt', async () => {
  const { business, api, contactId, accountId } = await newShop();
  for (const amount of ['100', '200']) await newInvoice(business, amount, { contactId, date: '2026-10-05' });
  const { data } = await api.PATCH('/v1/record/pending/pay/bulk', {
    body: { contactId, accountId, amount: '350', overpayment: 'balance', date: '2026-10-20' },
  });
  const { data: topUp } = await api.POST('/v1/beneficiary/balance/topup', {
    body: { beneficiaryId: contactId, accountId, amount: '25', date: '2026-10-20' },
  });
  const recordIds = [...data!.documents.map(({ payment }) => payment.recordId!), topUp!.recordId!];
  const [text] = await pagesOf(await print(business, recordIds));
  assertHas(text!, ['Factura 000001', 'Factura 000002', 'Anticipo', '50.00', '25.00', 'Total recibido RD$ 375.00']);
});

test('one receipt has as many payments as are made together', async () => {
  const { business, api, contactId, accountId } = await newShop();
  const sales = Array.from({ length: 120 }, () => ({
    contactId,
    date: '2026-10-05',
    elements: [{ description: 'Pan', unitPrice: '10' }],
  }));
  for (const documents of [sales.slice(0, 60), sales.slice(60)])
    assert.ok((await api.POST('/v1/record/pending/bulk', { body: { documents } as never })).data);
  const { data } = await api.PATCH('/v1/record/pending/pay/bulk', {
    body: { contactId, accountId, amount: '1200', date: '2026-10-20' },
  });
  const recordIds = data!.documents.map(({ payment }) => payment.recordId!);
  assert.equal(recordIds.length, 120);
  const pages = await pagesOf(await print(business, recordIds));
  assertHas(pages.at(-1)!, ['Total recibido RD$ 1,200.00']);
});

test('a payment of a credit has its interest on the receipt', async () => {
  const { business, api, contactId, accountId } = await newShop({ sandbox: true });
  const moveTo = (day: string) => moveClock(business, Temporal.Instant.from(`${day}T16:00:00Z`));
  await moveTo('2027-01-15');
  const { id: pendingRecordId } = await newInvoice(business, '1000', { contactId });
  const plan = { instalments: 4, method: 'constant-capital', annualRate: '24' } as const;
  const credit = await api.POST('/v1/record/pending/credit', { body: { pendingRecordId, plan } });
  await moveTo('2027-02-15');
  const body = { creditId: credit.data!.id, accountId, amount: '250' };
  const paid = await api.POST('/v1/record/pending/credit/makeCreditPayment', { body });
  const { interest, capital, recordId } = paid.data!;
  assert.notEqual(interest, '0.00');
  const [text] = await pagesOf(await print(business, [recordId]));
  assertHas(text!, ['Intereses de Factura 000001', interest, capital, 'Total recibido RD$ 250.00']);
});

test('a receipt of an invoice in dollars has the pesos that were received', async () => {
  const { business, contactId, accountId, pay } = await newShop();
  const elements = [{ description: 'Asesoría', unitPrice: '100' }];
  const dollars = { contactId, date: '2026-10-05', currency: 'USD', rate: '60', elements };
  const invoice = await newDocument(business.api, dollars);
  const { payments } = await pay(invoice.id, { payments: [{ accountId, amount: '1200', settles: '20' }] });
  const [text] = await pagesOf(await print(business, [payments[0]!.recordId!]));
  assertHas(text!, ['RD$ 1,200.00', '20.00', 'Pendiente: US$ 80.00', 'Total recibido US$ 20.00']);
});

test('a voucher for a payment to a supplier has lines for both sides to sign', async () => {
  const { business, contactId, accountId, pay } = await newShop();
  const bought = await newInvoice(business, '80', { contactId, direction: 'purchase', date: '2026-10-05' });
  const { payments } = await pay(bought.id, { payments: [{ accountId }] });
  const [text] = await pagesOf(await print(business, [payments[0]!.recordId!]));
  assertHas(text!, [
    'COMPROBANTE DE PAGO',
    'PROVEEDOR',
    'Total pagado RD$ 80.00',
    'Entregado por',
    'Recibido conforme',
  ]);
});

test('a receipt is refused for payments of several contacts, void ones, and records that are no payments', async () => {
  const { business, contactId, accountId, pay } = await newShop();
  const other = await newContact(business, 'Otra');
  const paid = await Promise.all(
    [contactId, other].map(async (id) => {
      const invoice = await newInvoice(business, '10', { contactId: id, date: '2026-10-05' });
      return (await pay(invoice.id, { payments: [{ accountId }] })).payments[0]!;
    }),
  );
  const recordIds = paid.map(({ recordId }) => recordId!);
  assert.equal(await codeOf(await print(business, recordIds)), 'payments_apart');
  assert.equal(await codeOf(await print(await newBusiness(), [recordIds[0]!])), 'reference_not_found');
  assert.equal(await codeOf(await print(business, [newId()])), 'reference_not_found');
  const sold = await newInvoice(business, '10', { contactId, date: '2026-10-05' });
  const { recordId } = await newReturn(business, sold.id);
  assert.equal(await codeOf(await print(business, [recordId!])), 'reference_not_found');
  await business.api.DELETE('/v1/record/pending/payment', { body: { id: paid[0]!.id } });
  assert.equal(await codeOf(await print(business, [recordIds[0]!])), 'payment_is_void');
});
