import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pendingRecords } from '#modules/invoicing/tables.ts';
import { newId } from '#platform/id.ts';
import { enter, openAccount } from '#test/accounts.ts';
import { newContact } from '#test/books.ts';
import { cancel, chartAccountOf, conciliate, receive, transactions } from '#test/conciliations.ts';
import { newInvoice } from '#test/documents.ts';
import { app, type Business, newBusiness, newMember } from '#test/harness.ts';

const balanceOf = async ({ api }: Business, pendingRecordId: string): Promise<string> =>
  (await api.GET('/v1/record/pending/{pendingRecordId}', { params: { path: { pendingRecordId } } })).data!.balance;

test('a difference is booked with the conciliation, or nothing is', async () => {
  const business = await newBusiness();
  const account = await openAccount(business);
  const [fees, interest] = [await chartAccountOf(business, 'expense'), await chartAccountOf(business, 'income')];
  const sale = await enter(business, account, { amount: '1000', date: '2026-10-03' });
  await receive(business, account.id, '2026-10-05,DEPOSITO AZUL,970', '2026-10-06,INTERESES 4471,12.50');
  const [deposit, gain] = (await transactions(business, account.id)).data.map(({ id }) => id) as [string, string];
  const fee = { lineIds: [deposit], recordIds: [sale], difference: { chartAccountId: fees, description: 'Comisión' } };
  const wrong = { lineIds: [gain], difference: { chartAccountId: newId() } };
  const refused = await conciliate(business, account.id, { matches: [fee, wrong] });
  assert.deepEqual(
    [refused.error!.code, refused.error!.errors![0]!.path],
    ['reference_not_found', 'body.matches[1].difference.chartAccountId'],
  );
  assert.equal((await transactions(business, account.id)).booksBalance, '1000.00');
  const rest = { lineIds: [gain], difference: { chartAccountId: interest } };
  const { data } = await conciliate(business, account.id, { matches: [fee, rest], statementBalance: '982.50' });
  assert.deepEqual(
    [data!.totalIn, data!.totalOut, data!.recordCount, data!.until],
    ['1012.50', '30.00', 3, '2026-10-06'],
  );
  const booked = await Promise.all(
    data!.bookedRecordIds.map(
      async (recordId) => (await business.api.GET('/v1/record/{recordId}', { params: { path: { recordId } } })).data!,
    ),
  );
  assert.deepEqual(
    booked.map(({ kind, amount, date, description, chartAccountId }) => [
      kind,
      amount,
      date,
      description,
      chartAccountId,
    ]),
    [
      ['expense', '30.00', '2026-10-05', 'Comisión', fees],
      ['income', '12.50', '2026-10-06', 'INTERESES 4471', interest],
    ],
  );
  const after = await transactions(business, account.id);
  assert.deepEqual([after.total, after.booksBalance, after.conciliatedBalance], [0, '982.50', '982.50']);
});

test('open lines are found by words of their text and by their amount, in or out', async () => {
  const business = await newBusiness();
  const account = await openAccount(business);
  await receive(
    business,
    account.id,
    '2026-10-05,DEPÓSITO AZUL,970',
    '2026-10-06,COMISION BANCARIA,-12.50',
    '2026-10-07,INTERESES AZUL,12.50',
  );
  const found = async (query: object) => {
    const { data, error } = await business.api.GET('/v1/account/{accountId}/conciliation-transactions', {
      params: { path: { accountId: account.id }, query },
    });
    assert.ok(data, JSON.stringify(error));
    assert.equal(data.total, data.data.length);
    return data.data.map(({ amount }) => amount);
  };
  assert.deepEqual(await found({ search: 'deposito' }), ['970.00']);
  assert.deepEqual(await found({ search: 'azul' }), ['970.00', '12.50']);
  assert.deepEqual(await found({ amount: '12.5' }), ['-12.50', '12.50']);
  assert.deepEqual(await found({ amount: '12.50', search: 'azul inter' }), ['12.50']);
  assert.deepEqual(await found({ amount: '12.51' }), []);
});

test('sides with the same sum have no difference, and other sides need one', async () => {
  const business = await newBusiness();
  const account = await openAccount(business);
  const chartAccountId = await chartAccountOf(business, 'expense');
  const recordId = await enter(business, account, { amount: '10', date: '2026-10-01' });
  await receive(business, account.id, '2026-10-01,x,10', '2026-10-01,y,11');
  const [ten, eleven] = (await transactions(business, account.id)).data.map(({ id }) => id) as [string, string];
  const same = { lineIds: [ten], recordIds: [recordId], difference: { chartAccountId } };
  const other = { lineIds: [eleven], recordIds: [recordId] };
  for (const match of [same, other])
    assert.equal((await conciliate(business, account.id, { matches: [match] })).error!.code, 'match_differs');
  const nothing = await conciliate(business, account.id, { matches: [{ lineIds: [ten] }] });
  assert.deepEqual([nothing.error!.code, nothing.error!.errors![0]!.path], ['invalid_request', 'body.matches[0]']);
});

test('canceling a conciliation keeps the records that it booked, and they are open again', async () => {
  const business = await newBusiness();
  const account = await openAccount(business);
  const difference = { chartAccountId: await chartAccountOf(business, 'expense') };
  await receive(business, account.id, '2026-10-01,CARGO,-25');
  const [line] = (await transactions(business, account.id)).data;
  const { data } = await conciliate(business, account.id, { matches: [{ lineIds: [line!.id], difference }] });
  await cancel(business, account.id);
  const [open] = (await transactions(business, account.id)).data;
  assert.deepEqual(
    open!.candidates.map(({ records, suggested }) => [records.map(({ recordId }) => recordId), suggested]),
    [[data!.bookedRecordIds, true]],
  );
});

test('a line shows where lines with the same words were booked before', async () => {
  const business = await newBusiness();
  const account = await openAccount(business);
  const chartAccountId = await chartAccountOf(business, 'expense');
  const bookings = async () => (await transactions(business, account.id)).data.map(({ booking }) => booking);
  await receive(business, account.id, '2026-10-01,COMISION TRANSF 8812,-25', '2026-10-02,Comisión transf. 9913,-30');
  assert.deepEqual(await bookings(), [null, null]);
  const lines = (await transactions(business, account.id)).data;
  const matches = lines.map(({ id }) => ({ lineIds: [id], difference: { chartAccountId } }));
  await conciliate(business, account.id, { matches });
  const names = ['2026-11-01,COMISION TRANSF 1004,-20', '2026-11-02,COMISION DEVUELTA,20', '2026-11-03,LUZ EDESUR,-20'];
  await receive(business, account.id, ...names);
  const [like, otherWay, unlike] = await bookings();
  assert.deepEqual([like!.chartAccountId, like!.times], [chartAccountId, 2]);
  assert.deepEqual([otherWay, unlike], [null, null]);
});

test('several lines that are one record are suggested with it', async () => {
  const business = await newBusiness();
  const account = await openAccount(business);
  const recordId = await enter(business, account, { amount: '-500', date: '2026-10-03' });
  await receive(business, account.id, '2026-10-03,CHEQUE 1,-300', '2026-10-04,CHEQUE 2,-200');
  const [first, second] = (await transactions(business, account.id)).data;
  const { lineIds, records, suggested } = second!.candidates[0]!;
  assert.deepEqual([lineIds.toSorted(), suggested], [[first!.id, second!.id].toSorted(), true]);
  const recordIds = records.map((record) => record.recordId);
  assert.deepEqual(recordIds, [recordId]);
  const { data } = await conciliate(business, account.id, { matches: [{ lineIds, recordIds }] });
  assert.deepEqual([data!.lineCount, data!.recordCount, data!.bookedRecordIds], [2, 1, []]);
});

test('a line shows the open invoices of its amount, first that of the contact it names, to those who may read them', async () => {
  const business = await newBusiness();
  const account = await openAccount(business);
  const [named, other] = [await newContact(business, 'Ferretería Pérez'), await newContact(business, 'Panadería Ñame')];
  const ours = await newInvoice(business, '500', { contactId: named, date: '2026-10-01' });
  const theirs = await newInvoice(business, '500', { contactId: other, date: '2026-10-01' });
  const bought = await newInvoice(business, '500', { contactId: other, direction: 'purchase', date: '2026-10-05' });
  await receive(
    business,
    account.id,
    '2026-10-03,TRANSF FERRETERIA PEREZ,500',
    '2026-10-04,PAGO,-500',
    '2026-10-05,X,7',
  );
  const invoicesOf = async () =>
    (await transactions(business, account.id)).data.map(({ invoices }) =>
      invoices.map(({ documentId, balance }) => [documentId, balance]),
    );
  assert.deepEqual(await invoicesOf(), [
    [
      [ours.id, '500.00'],
      [theirs.id, '500.00'],
    ],
    [[bought.id, '-500.00']],
    [],
  ]);
  const path = { accountId: account.id };
  const { api } = await newMember(business, 'custom', ['reports:read']);
  const { data } = await api.GET('/v1/account/{accountId}/conciliation-transactions', { params: { path } });
  assert.deepEqual(
    data!.data.map(({ invoices }) => invoices),
    [[], [], []],
  );
  const body = { id: ours.id, date: '2026-10-03', payments: [{ accountId: account.id }] };
  await business.api.PATCH('/v1/record/pending/pay', { body });
  const [line] = (await transactions(business, account.id)).data;
  assert.deepEqual([line!.invoices.length, line!.candidates[0]!.suggested], [1, true]);
});

test('lines of the bank pay invoices, in full or in part, less the fee of the bank', async () => {
  const business = await newBusiness();
  const account = await openAccount(business);
  const chartAccountId = await chartAccountOf(business, 'expense');
  const [first, second] = [
    await newInvoice(business, '500', { date: '2026-10-01' }),
    await newInvoice(business, '300', { date: '2026-10-01' }),
  ];
  const bought = await newInvoice(business, '80', { direction: 'purchase', date: '2026-10-01' });
  await receive(business, account.id, '2026-10-05,DEPOSITO,590', '2026-10-06,TRANSF,-80');
  const [deposit, transfer] = (await transactions(business, account.id)).data.map(({ id }) => id) as [string, string];
  const payments = [{ documentId: first.id }, { documentId: second.id, amount: '100' }];
  const matches = [
    { lineIds: [deposit], payments, difference: { chartAccountId, description: 'Comisión' } },
    { lineIds: [transfer], payments: [{ documentId: bought.id }] },
  ];
  const { data } = await conciliate(business, account.id, { matches, statementBalance: '510' });
  assert.deepEqual([data!.lineCount, data!.recordCount, data!.bookedRecordIds.length], [2, 4, 4]);
  const balances = await Promise.all([first, second, bought].map(({ id }) => balanceOf(business, id)));
  assert.deepEqual(balances, ['0.00', '200.00', '0.00']);
  const { data: paid } = await business.api.GET('/v1/record/pending/{pendingRecordId}/payments', {
    params: { path: { pendingRecordId: second.id } },
  });
  assert.deepEqual(
    paid!.data.map(({ amount, date, accountId }) => [amount, date, accountId]),
    [['100.00', '2026-10-05', account.id]],
  );
  const after = await transactions(business, account.id);
  assert.deepEqual([after.total, after.booksBalance, after.conciliatedBalance], [0, '510.00', '510.00']);
});

test('a line shows the contact whose invoices it pays together, and pays them', async () => {
  const business = await newBusiness();
  const account = await openAccount(business);
  const contactId = await newContact(business, 'Ferretería Pérez');
  const invoices: string[] = [];
  for (const amount of ['100', '250', '150'])
    invoices.push((await newInvoice(business, amount, { contactId, date: '2026-10-01' })).id);
  await newInvoice(business, '80', { contactId, direction: 'purchase', date: '2026-10-01' });
  await newInvoice(business, '500', { date: '2026-10-01' });
  await receive(business, account.id, '2026-10-05,TRANSF FERRETERIA PEREZ,500', '2026-10-05,PAGO,-80');
  const [line, other] = (await transactions(business, account.id)).data;
  assert.deepEqual([line!.invoices.length, line!.contacts.length, other!.contacts], [1, 1, []]);
  const { documentIds, ...contact } = line!.contacts[0]!;
  assert.deepEqual(contact, { contactId, contactName: 'Ferretería Pérez', balance: '500.00' });
  assert.deepEqual(documentIds.toSorted(), invoices.toSorted());
  const payments = documentIds.map((documentId) => ({ documentId }));
  const { data } = await conciliate(business, account.id, { matches: [{ lineIds: [line!.id], payments }] });
  assert.deepEqual([data!.recordCount, data!.totalIn], [3, '500.00']);
});

test('a contact of whom only the newest of very many open documents are looked at is not shown with a part of its debt', async () => {
  const business = await newBusiness();
  const account = await openAccount(business);
  const contactId = await newContact(business);
  const { id } = await newInvoice(business, '40', { contactId, date: '2026-10-01' });
  for (const amount of ['100', '150']) await newInvoice(business, amount, { contactId, date: '2026-10-03' });
  await receive(business, account.id, '2026-10-05,TRANSF,250', '2026-10-05,TRANSF,290');
  const shown = async () => (await transactions(business, account.id)).data.map(({ contacts }) => contacts.length);
  assert.deepEqual(await shown(), [0, 1]);
  await app.engine.within(business.id, async (ctx) => {
    const { due, balance, state, isOpen, ...row } = await pendingRecords.get(ctx, id);
    const others = { ...row, date: '2026-10-02', contactId: null, fiscalNumber: null, recordId: null };
    const made = Array.from({ length: 5_000 }, (_, place) => ({ ...others, id: newId(), number: BigInt(place + 100) }));
    await pendingRecords.insertMany(ctx, made);
  });
  assert.deepEqual(await shown(), [0, 0]);
});

test('a line pays instalments of a document, which is listed with its due amount and not with its balance', async () => {
  const business = await newBusiness();
  const account = await openAccount(business);
  const invoice = await newInvoice(business, '1200', { contactId: await newContact(business), date: '2026-10-01' });
  const plan = { instalments: 12, annualRate: '0', startsOn: '2026-10-01', firstDueOn: '2027-11-01' };
  const planned = await business.api.POST('/v1/record/pending/credit', {
    body: { pendingRecordId: invoice.id, plan: { method: 'constant-capital', ...plan } },
  });
  assert.ok(planned.data, JSON.stringify(planned.error));
  await receive(business, account.id, ...['100', '1100', '1200'].map((amount) => `2026-10-05,TRANSF,${amount}`));
  const { data: lines } = await transactions(business, account.id);
  const ofAmount = (amount: string) => lines.find((line) => line.amount === amount)!;
  assert.deepEqual(
    ['100.00', '1100.00', '1200.00'].map((amount) => ofAmount(amount).invoices.map(({ balance }) => balance)),
    [['100.00'], [], []],
  );
  const { documentId } = ofAmount('100.00').invoices[0]!;
  const payWith = (amount: string, payment: { amount?: string } = {}) =>
    conciliate(business, account.id, {
      matches: [{ lineIds: [ofAmount(amount).id], payments: [{ documentId, ...payment }] }],
    });
  const tooMuch = await payWith('1200.00', { amount: '1200.01' });
  assert.deepEqual([tooMuch.error!.code, tooMuch.error!.errors![0]!.code], ['payment_refused', 'credit_overpaid']);
  assert.deepEqual(
    [(await payWith('100.00')).data!.totalIn, await balanceOf(business, documentId)],
    ['100.00', '1100.00'],
  );
  await payWith('1100.00', { amount: '1100' });
  assert.equal(await balanceOf(business, documentId), '0.00');
});

test('a line that is more than the last instalment of a document is refused', async () => {
  const business = await newBusiness();
  const account = await openAccount(business);
  const { id } = await newInvoice(business, '100', { contactId: await newContact(business), date: '2026-09-01' });
  const plan = { instalments: 1, startsOn: '2026-09-01' };
  await business.api.POST('/v1/record/pending/credit', { body: { pendingRecordId: id, plan } });
  await receive(business, account.id, '2026-10-05,TRANSF,150');
  const lineIds = (await transactions(business, account.id)).data.map((line) => line.id);
  const pay = (amount?: string) => {
    const match = { lineIds, payments: [{ documentId: id, amount }], difference };
    return conciliate(business, account.id, { matches: [match] });
  };
  const difference = { chartAccountId: await chartAccountOf(business, 'income') };
  const { error } = await pay('150');
  assert.deepEqual([error!.code, error!.errors![0]!.code], ['payment_refused', 'credit_overpaid']);
  assert.equal((await pay()).data?.recordCount, 2);
  assert.equal(await balanceOf(business, id), '0.00');
});

test('a line in pesos pays an invoice in dollars, at the rate that the bank has given', async () => {
  const business = await newBusiness();
  const account = await openAccount(business);
  const { id } = await newInvoice(business, '10', { currency: 'USD', rate: '58', date: '2026-10-01' });
  await receive(business, account.id, '2026-10-05,TRANSF,600');
  const lineIds = (await transactions(business, account.id)).data.map((line) => line.id);
  const pay = (payment: { amount?: string; settles?: string }) =>
    conciliate(business, account.id, { matches: [{ lineIds, payments: [{ documentId: id, ...payment }] }] });
  assert.equal((await pay({})).error!.code, 'match_differs');
  assert.equal((await pay({ amount: '600', settles: '10' })).data!.totalIn, '600.00');
  assert.equal(await balanceOf(business, id), '0.00');
});

test('a line in pesos pays instalments in dollars, at the rate that the bank has given or at that of the day', async () => {
  const business = await newBusiness();
  const { api } = business;
  const account = await openAccount(business);
  await api.PUT('/v1/currency/rates', { body: { date: '2026-09-01', rates: [{ currency: 'USD', rate: '60' }] } });
  const contactId = await newContact(business);
  const document = { contactId, currency: 'USD', rate: '60', date: '2026-09-01' };
  const { id } = await newInvoice(business, '100', document);
  const plan = { instalments: 2, startsOn: '2026-09-01', annualRate: '12' };
  await api.POST('/v1/record/pending/credit', { body: { pendingRecordId: id, plan } });
  await receive(business, account.id, '2026-10-05,TRANSF,3100', '2026-10-06,TRANSF,600', '2026-10-07,TRANSF,2500.01');
  const lines = (await transactions(business, account.id)).data.map((line) => line.id);
  const pay = (lineId: string, payment: { amount?: string; settles?: string }) =>
    conciliate(business, account.id, { matches: [{ lineIds: [lineId], payments: [{ documentId: id, ...payment }] }] });
  const first = await pay(lines[0]!, { amount: '3100', settles: '50.75' });
  assert.equal(first.data?.totalIn, '3100.00', JSON.stringify(first.error ?? null));
  const record = (
    await api.GET('/v1/record/{recordId}', { params: { path: { recordId: first.data!.bookedRecordIds[0]! } } })
  ).data!;
  // A dollar of interest and 49.75 of capital, of 3,100 pesos: the capital is worth 2,985 in the books.
  assert.deepEqual(
    record.entries[0]!.transfers.map(({ amount, purpose }) => [amount, purpose]),
    [
      ['61.08', 'interest'],
      ['2985.00', 'capital'],
      ['53.92', 'exchange'],
    ],
  );
  assert.equal(await balanceOf(business, id), '50.25');
  const second = await pay(lines[1]!, { amount: '600' });
  assert.equal(second.data?.totalIn, '600.00', JSON.stringify(second.error ?? null));
  assert.equal(await balanceOf(business, id), '40.75');
  const creditId = (await api.GET('/v1/record/pending/credit/resume')).data!.data[0]!.id;
  const { data: left } = await api.POST('/v1/record/pending/credit/table', { body: { creditId, on: '2026-10-07' } });
  const third = await pay(lines[2]!, { amount: '2500.01', settles: left!.payOff.total });
  assert.equal(third.data?.totalIn, '2500.01', JSON.stringify(third.error ?? null));
  assert.equal(await balanceOf(business, id), '0.00');
});

test('an invoice that cannot be paid refuses the whole conciliation, with its place and the reason', async () => {
  const business = await newBusiness();
  const account = await openAccount(business);
  const [invoice, paid] = [
    await newInvoice(business, '500', { date: '2026-10-01' }),
    await newInvoice(business, '300', { date: '2026-10-01' }),
  ];
  await business.api.PATCH('/v1/record/pending/pay', { body: { id: paid.id, payments: [{ accountId: account.id }] } });
  await receive(business, account.id, '2026-10-05,DEPOSITO,500', '2026-10-05,DEPOSITO,300');
  const [own, other] = (await transactions(business, account.id)).data.map(({ id }) => id) as [string, string];
  const right = { lineIds: [own], payments: [{ documentId: invoice.id }] };
  const attempt = async (payments: { documentId: string; amount?: string }[]) => {
    const { error } = await conciliate(business, account.id, { matches: [right, { lineIds: [other], payments }] });
    assert.equal(await balanceOf(business, invoice.id), '500.00');
    return [error!.code, error!.errors![0]!.path, error!.errors![0]!.code];
  };
  const path = 'body.matches[1].payments[0]';
  assert.deepEqual(await attempt([{ documentId: paid.id }]), ['payment_refused', path, 'nothing_due']);
  const unknown = await attempt([{ documentId: newId() }]);
  assert.deepEqual(unknown, ['reference_not_found', `${path}.documentId`, 'not_found']);
  assert.deepEqual(await attempt([{ documentId: invoice.id, amount: '1' }]), ['payment_refused', path, 'nothing_due']);
  const { api } = await newMember(business, 'custom', ['accounting:write']);
  const { error } = await api.POST('/v1/account/{accountId}/conciliation', {
    params: { path: { accountId: account.id } },
    body: { matches: [right] },
  });
  assert.equal(error!.code, 'forbidden');
});

test('of several conciliations at once that pay the same invoices with the same line, one wins', async () => {
  const business = await newBusiness();
  const account = await openAccount(business);
  const invoices = [
    await newInvoice(business, '500', { date: '2026-10-01' }),
    await newInvoice(business, '300', { date: '2026-10-01' }),
  ];
  await receive(business, account.id, '2026-10-05,DEPOSITO,200');
  const [line] = (await transactions(business, account.id)).data;
  const payments = invoices.map(({ id }) => ({ documentId: id, amount: '100' }));
  const answers = await Promise.all(
    [payments, payments.toReversed(), payments, payments.toReversed()].map((given) =>
      conciliate(business, account.id, { matches: [{ lineIds: [line!.id], payments: given }] }),
    ),
  );
  assert.deepEqual(answers.map(({ error }) => error?.code ?? '').toSorted(), [
    '',
    ...Array.from({ length: 3 }, () => 'already_conciliated'),
  ]);
  const balances = await Promise.all(invoices.map(({ id }) => balanceOf(business, id)));
  assert.deepEqual(balances, ['400.00', '200.00']);
  assert.equal((await transactions(business, account.id)).booksBalance, '200.00');
});

test('a long reference of the bank fits the record that books its line', async () => {
  const business = await newBusiness();
  const account = await openAccount(business);
  const difference = { chartAccountId: await chartAccountOf(business, 'expense') };
  const columns = { date: 1, description: 2, reference: 3, amount: 4 };
  const content = `2026-10-01,CARGO,${'9'.repeat(180)},-25`;
  await business.api.POST('/v1/account/{accountId}/statement', {
    params: { path: { accountId: account.id } },
    body: { format: 'csv', content, csv: { header: false, columns } } as never,
  });
  const [line] = (await transactions(business, account.id)).data;
  const { data } = await conciliate(business, account.id, { matches: [{ lineIds: [line!.id], difference }] });
  const path = { recordId: data!.bookedRecordIds[0]! };
  const { data: record } = await business.api.GET('/v1/record/{recordId}', { params: { path } });
  assert.equal(record!.reference!.length, 100);
});
