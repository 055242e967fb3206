import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cashOf, ruleBalance } from '#test/accounts.ts';
import { newContact } from '#test/books.ts';
import { newDocument, newInvoice, readDetail } from '#test/documents.ts';
import { newReturn } from '#test/fulfilment.ts';
import { type Business, codeOf, letterTo, newBusiness } from '#test/harness.ts';
import { assertHas, fetchPdf, pagesOf } from '#test/pdf.ts';
import { moveClock } from '#test/sandbox-clock.ts';
import { newShop, savePayprocCard } from '#test/saved-cards.ts';

const pay = ({ api }: Business, id: string, date: string, payments: object[]) =>
  api.PATCH('/v1/record/pending/pay', { body: { id, date, payments: payments as never } });

const read = ({ api }: Business, beneficiaryId: string, query = {}) =>
  api.GET('/v1/beneficiary/{beneficiaryId}/statement', { params: { path: { beneficiaryId }, query } });

const balanceOf = async ({ api }: Business, pendingRecordId: string) =>
  (await api.GET('/v1/record/pending/{pendingRecordId}', { params: { path: { pendingRecordId } } })).data!.balance;

/** A contact who bought in September and October and paid in part. */
async function customer() {
  const business = await newBusiness({ name: 'Colmado La Fe' });
  const contactId = await newContact(business, 'Ferretería Díaz');
  const accountId = await cashOf(business);
  const invoice = (amount: string, date: string, more = {}) =>
    newInvoice(business, amount, { contactId, date, ...more });
  const september = await invoice('1000', '2026-09-10', { dueOn: '2026-09-30' });
  await pay(business, september.id, '2026-09-20', [{ accountId, amount: '300' }]);
  const october = await invoice('500', '2026-10-05', { dueOn: '2999-12-31' });
  await pay(business, september.id, '2026-10-05', [{ accountId, amount: '200', reference: 'R-7' }]);
  await pay(business, october.id, '2026-10-20', [{ withheld: 'isr', amount: '50' }]);
  await pay(business, october.id, '2026-11-02', [{ accountId, amount: '100' }]);
  return { business, contactId, accountId, september, october };
}

test('a statement has the debt before the period, each movement with the debt after it, and the debt at the end', async () => {
  const { business, contactId, september, october } = await customer();
  const { data } = await read(business, contactId, { from: '2026-10-01', to: '2026-10-31' });
  assert.deepEqual(
    [data!.opening, data!.charged, data!.paid, data!.closing, data!.overdue],
    ['700.00', '500.00', '250.00', '950.00', '500.00'],
  );
  assert.deepEqual(
    data!.data.map(({ date, documentId, source, charge, payment, balance }) => [
      ...[date, documentId, source, charge, payment, balance],
    ]),
    [
      ['2026-10-05', october.id, null, '500.00', null, '1200.00'],
      ['2026-10-05', september.id, 'account', null, '200.00', '1000.00'],
      ['2026-10-20', october.id, 'withheld-isr', null, '50.00', '950.00'],
    ],
  );
  const { data: first } = await read(business, contactId, { from: '2026-10-01', to: '2026-10-31', itemsPerPage: 2 });
  const query = { from: '2026-10-01', to: '2026-10-31', cursor: first!.nextCursor! };
  assert.deepEqual((await read(business, contactId, query)).data!.data, data!.data.slice(2));
});

test('the debt at the end of one period is the debt before the next, and the present debt is that of the documents', async () => {
  const { business, contactId, september, october } = await customer();
  const elementId = october.elements[0]!.id;
  await newReturn(business, october.id, { lines: [{ elementId, quantity: '0.2' }] });
  const void1 = await newInvoice(business, '77', { contactId, date: '2026-10-07' });
  await business.api.DELETE('/v1/record/pending', { body: { id: void1.id } });
  await newInvoice(business, '10', { contactId, date: '2026-10-07', currency: 'USD', rate: '60' });
  const periods = [
    ['2026-08-01', '2026-08-31'],
    ['2026-09-01', '2026-09-30'],
    ['2026-10-01', '2026-10-31'],
    ['2026-11-01', '2999-12-31'],
  ];
  let before = '0.00';
  for (const [from, to] of periods) {
    const { data } = await read(business, contactId, { from, to });
    assert.equal(data!.opening, before);
    before = data!.closing;
  }
  const balances = await Promise.all([september, october].map(({ id }) => balanceOf(business, id)));
  assert.equal(Number(before), Number(balances[0]) + Number(balances[1]));
  const { data: dollars } = await read(business, contactId, { from: '2026-10-01', to: '2026-12-31', currency: 'USD' });
  assert.deepEqual([dollars!.opening, dollars!.closing, dollars!.total], ['0.00', '10.00', 1]);
});

test('a payment by card counts until its refund, which has its own line on its day, as in the books', async () => {
  const { business, contactId } = await newShop({ sandbox: true });
  const paymentMethodId = await savePayprocCard(business, contactId);
  const moveTo = (day: string) => moveClock(business, Temporal.Instant.from(`${day}T16:00:00Z`));
  await moveTo('2027-01-10');
  const elements = [{ description: 'Arroz', quantity: '4', unitPrice: '100' }];
  const { id, elements: lines } = await newDocument(business.api, { contactId, date: '2027-01-10', elements });
  await business.api.POST('/v1/record/pending/charge', { body: { id, paymentMethodId } });
  await moveTo('2027-01-20');
  await newReturn(business, id, { lines: [{ elementId: lines[0]!.id, quantity: '1' }], refund: { toCard: true } });
  await moveTo('2027-02-05');
  const [payment] = (await readDetail(business.api, id)).payments;
  const { data: undone } = await business.api.DELETE('/v1/record/pending/payment', { body: { id: payment!.id } });
  assert.equal(undone?.payment.refund?.status, 'settled');
  const { data } = await read(business, contactId, { from: '2027-01-01', to: '2027-02-28' });
  assert.deepEqual(
    data!.data.map(({ date, source, charge, payment, balance }) => [date, source, charge, payment, balance]),
    [
      ['2027-01-10', null, '400.00', null, '400.00'],
      ['2027-01-10', 'card', null, '400.00', '0.00'],
      ['2027-02-05', 'card', '300.00', null, '300.00'],
    ],
  );
  const { data: january } = await read(business, contactId, { from: '2027-01-01', to: '2027-01-31' });
  const { data: february } = await read(business, contactId, { from: '2027-02-01', to: '2027-02-28' });
  assert.deepEqual([january!.closing, february!.opening, february!.closing], ['0.00', '0.00', '300.00']);
  assert.equal(await ruleBalance(business, 'receivable', '2027-01-31'), 0n);
});

test('payments of one day are in the order in which they were made, after the documents of that day', async () => {
  const business = await newBusiness();
  const contactId = await newContact(business);
  const accountId = await cashOf(business);
  const day = '2026-10-05';
  const first = await newInvoice(business, '100', { contactId, date: day });
  await pay(business, first.id, day, [
    { writeOff: true, amount: '1' },
    { accountId, amount: '2' },
  ]);
  await newInvoice(business, '50', { contactId, date: day });
  await pay(business, first.id, day, [
    { withheld: 'isr', amount: '3' },
    { accountId, amount: '4' },
  ]);
  const { data } = await read(business, contactId, { from: day, to: day });
  assert.deepEqual(
    data!.data.map(({ charge, payment }) => charge ?? payment),
    ['100.00', '50.00', '1.00', '2.00', '3.00', '4.00'],
  );
});

test('a statement of purchases shows the debt to a supplier', async () => {
  const business = await newBusiness();
  const contactId = await newContact(business);
  const bought = await newInvoice(business, '400', { contactId, date: '2026-10-05', direction: 'purchase' });
  await pay(business, bought.id, '2026-10-06', [{ writeOff: true, amount: '150' }]);
  const period = { from: '2026-10-01', to: '2026-10-31' };
  const { data } = await read(business, contactId, { ...period, direction: 'purchase' });
  assert.deepEqual([data!.charged, data!.paid, data!.closing], ['400.00', '150.00', '250.00']);
  assert.equal((await read(business, contactId, period)).data!.total, 0);
  await business.api.PATCH('/v1/beneficiary', { body: { id: contactId, isCustomer: false, isSupplier: true } });
  const ofSupplier = await read(business, contactId, period);
  assert.deepEqual([ofSupplier.data!.direction, ofSupplier.data!.closing], ['purchase', '250.00']);
  assert.equal(codeOf(await read(await newBusiness(), contactId)), 'not_found');
});

test('a statement is printed with its movements and totals', async () => {
  const { business, contactId, accountId } = await customer();
  const prepaid = { beneficiaryId: contactId, accountId, amount: '90' };
  await business.api.POST('/v1/beneficiary/balance/topup', { body: prepaid });
  const answer = await fetchPdf(business, `/v1/beneficiary/${contactId}/statement/pdf?from=2026-10-01&to=2026-10-31`);
  const [text] = await pagesOf(answer);
  assertHas(text!, [
    'Colmado La Fe',
    'ESTADO DE CUENTA',
    'Del 01/10/2026 al 31/10/2026',
    'Ferretería Díaz',
    'Balance anterior 700.00',
    'Pago de factura 1, Efectivo, R-7 200.00 1,000.00',
    'Retenciones de factura 2 50.00 950.00',
    'Balance RD$ 950.00',
    'Vencido a la fecha RD$ 500.00',
    'Balance a favor RD$ 90.00',
  ]);
});

test('a statement is sent to the contact, or to other addresses', async () => {
  const { business, contactId } = await customer();
  const send = (body: object) =>
    business.api.POST('/v1/beneficiary/{beneficiaryId}/statement/email', {
      params: { path: { beneficiaryId: contactId } },
      body: { from: '2026-10-01', to: '2026-10-31', ...body },
    });
  assert.equal(codeOf(await send({})), 'no_address');
  const email = `estado-${contactId}@example.com`;
  await business.api.POST('/v1/beneficiary/contact', {
    body: { beneficiaryId: contactId, kind: 'email', value: email },
  });
  assert.deepEqual((await send({ message: 'Saludos.' })).data, { emailsSent: [email], emailCount: 1 });
  const letter = await letterTo(email);
  assert.equal(letter.subject, 'Estado de cuenta de Colmado La Fe');
  assert.match(letter.text, /del 01\/10\/2026 al 31\/10\/2026\. Va adjunto\.\n\nBalance: RD\$ 950\.00\.\n\nSaludos\./);
  const [attachment] = letter.attachments!;
  assert.match(attachment!.fileName, /^estado-de-cuenta-.*\.pdf$/);
  assert.match(Buffer.from(attachment!.base64, 'base64').toString('latin1'), /^%PDF/);
  assert.equal((await send({ emails: ['contable@example.com'] })).data!.emailCount, 1);
});
