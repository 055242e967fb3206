import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { newId } from '#platform/id.ts';
import { chartId, enter, newContact, newDivision, postedBy, refused } from '#test/books.ts';
import { app, type Business, newBusiness, newMember } from '#test/harness.ts';
import { newDrawer } from '#test/money-accounts.ts';
import { selectPostingRules } from '../ledger/ledger.sql.ts';
import { writeRecord } from './write-record.ts';

suite('what an entry by hand posts', () => {
  let business: Business;
  before(async () => {
    business = await newBusiness();
  });

  test('an expense takes its net to the category and its tax to the tax paid on purchases', async () => {
    const bank = await newDrawer(business, { kind: 'bank' });
    const record = await enter(business.api, {
      kind: 'expense',
      amount: '1180',
      net: 1000,
      taxes: [{ name: 'ITBIS', rate: '18', amount: '180.00' }],
      accountId: bank.id,
    });
    assert.deepEqual(
      [record.amount, record.net, record.baseAmount, record.currency],
      ['1180.00', '1000.00', '1180.00', 'DOP'],
    );
    assert.deepEqual(await postedBy(business.api, record.id), [
      ['6105', bank.code, '1000.00', 'net'],
      ['1109', bank.code, '180.00', 'tax'],
    ]);
  });

  test('income without an account goes to cash, its tax to the tax owed on sales', async () => {
    const record = await enter(business.api, {
      kind: 'income',
      amount: '128.00',
      taxes: [
        { name: 'ITBIS', rate: '18', amount: '18' },
        { name: 'Propina legal', rate: '10', amount: '10' },
      ],
    });
    assert.deepEqual(await postedBy(business.api, record.id), [
      ['1101', '4204', '100.00', 'net'],
      ['1101', '2102', '18.00', 'tax'],
      ['1101', '2102', '10.00', 'tax'],
    ]);
  });

  test('cash that a money account owns is the money of that account', async () => {
    const shop = await newBusiness();
    const drawer = await newDrawer(shop);
    await app.engine.within(shop.id, ({ tx }) =>
      tx
        .updateTable('postingRules')
        .set({ chartAccountId: drawer.chartAccountId })
        .where('organizationId', '=', shop.id)
        .where('name', '=', 'cash')
        .execute(),
    );
    assert.equal((await enter(shop.api, { kind: 'income', amount: '5' })).accountId, drawer.id);
  });

  test('a category may be any account: a purchase of equipment is no expense', async () => {
    const capital = await chartId(business, 'capital');
    const record = await enter(business.api, { kind: 'income', amount: '50000', chartAccountId: capital });
    assert.deepEqual(await postedBy(business.api, record.id), [['1101', '3101', '50000.00', 'net']]);
  });

  test('a payment from a foreign account is worth its rate, to the cent', async () => {
    const dollars = await newDrawer(business, { kind: 'bank', currency: 'USD' });
    const record = await enter(business.api, {
      kind: 'expense',
      amount: '10.01',
      taxes: [{ name: 'ITBIS', amount: '1.53' }],
      rate: '58.335',
      accountId: dollars.id,
    });
    assert.deepEqual([record.currency, record.rate, record.baseAmount], ['USD', '58.335', '583.93']);
    const { data } = await business.api.GET('/v1/record/{recordId}', { params: { path: { recordId: record.id } } });
    assert.deepEqual(
      data!.entries[0]!.transfers.map((line) => [
        line.amount,
        line.creditAmount,
        line.creditCurrency,
        line.debitAmount,
      ]),
      [
        ['494.68', '8.48', 'USD', '494.68'],
        ['89.25', '1.53', 'USD', '89.25'],
      ],
    );
  });

  test('a journal entry posts its lines, however many debits meet however many credits', async () => {
    const [salaries, rent, payroll, cash] = await Promise.all(
      (['salaries', 'expenses', 'payrollPayable', 'cash'] as const).map((rule) => chartId(business, rule)),
    );
    const record = await enter(business.api, {
      kind: 'journal',
      description: 'Nómina y alquiler',
      lines: [
        { chartAccountId: salaries, debit: '100' },
        { chartAccountId: rent, debit: '50' },
        { chartAccountId: payroll, credit: '30' },
        { chartAccountId: cash, credit: '120' },
      ],
    });
    assert.equal(record.amount, '150.00');
    assert.deepEqual(await postedBy(business.api, record.id), [
      ['6101', '2104', '30.00', 'journal'],
      ['6101', '1101', '70.00', 'journal'],
      ['6105', '1101', '50.00', 'journal'],
    ]);
  });

  test('a journal line on a foreign account has its own amount, and a split line adds up to the whole', async () => {
    const dollars = await newDrawer(business, { kind: 'bank', currency: 'USD' });
    const [interest, other] = await Promise.all(
      (['interestIncome', 'otherIncome'] as const).map((rule) => chartId(business, rule)),
    );
    const lines = [
      { chartAccountId: dollars.chartAccountId, debit: '100' },
      { chartAccountId: interest, credit: '33.33' },
      { chartAccountId: other, credit: '66.67' },
    ];
    assert.equal(await refused(business.api, { kind: 'journal', lines }), 'currency_mismatch');
    const own = [{ ...lines[0]!, ownAmount: '1.70' }, ...lines.slice(1)];
    const { id } = await enter(business.api, { kind: 'journal', lines: own });
    const { data } = await business.api.GET('/v1/record/{recordId}', { params: { path: { recordId: id } } });
    assert.deepEqual(
      data!.entries[0]!.transfers.map((line) => line.debitAmount),
      ['0.57', '1.13'],
    );
  });

  test('a commission is an expense that is owed to the seller', async () => {
    const seller = await newMember(business, 'seller');
    const { data } = await business.api.POST('/v1/record/commission', {
      body: { sellerId: seller.id, amount: '850', description: 'Comisión de noviembre' },
    });
    assert.deepEqual([data!.kind, data!.sellerId], ['commission', seller.id]);
    assert.deepEqual(await postedBy(business.api, data!.id), [['6102', '2104', '850.00', 'commission']]);
    const { error } = await business.api.POST('/v1/record/commission', { body: { sellerId: newId(), amount: '1' } });
    assert.deepEqual([error!.code, error!.errors[0]!.path], ['reference_not_found', 'body.sellerId']);
  });

  test('the details of an entry stay with it, and so do those of its transfers', async () => {
    const contact = await newContact(business);
    const division = await newDivision(business);
    const { data: project } = await business.api.POST('/v1/project', { body: { name: 'Remodelación' } });
    const details = {
      date: '2026-10-31',
      description: 'Pintura',
      reference: 'B01-77',
      divisionId: division,
      projectId: project!.id,
      contactId: contact,
      paymentMethod: 'card',
    };
    const record = await enter(business.api, { kind: 'expense', amount: '75', ...details });
    assert.deepEqual({ ...record, ...details }, record);
    const { data } = await business.api.GET('/v1/project/{projectId}', {
      params: { path: { projectId: project!.id } },
    });
    assert.equal(data!.actual.expense, '75.00');
  });
});

suite('what is refused', () => {
  let business: Business;
  before(async () => {
    business = await newBusiness();
  });

  test('taxes that do not fit the amount', async () => {
    const tax = { name: 'ITBIS', amount: '18' };
    const entry = { kind: 'expense', amount: '10', taxes: [tax] };
    assert.equal(await refused(business.api, entry), 'taxes_do_not_fit');
    assert.equal(await refused(business.api, { ...entry, amount: '118', net: '99.99' }), 'taxes_do_not_fit');
  });

  test('a journal that does not balance, or has an account on both sides', async () => {
    const [cash, sales] = await Promise.all((['cash', 'sales'] as const).map((rule) => chartId(business, rule)));
    const lines = (debit: string, credit: string, to = sales) => ({
      kind: 'journal',
      lines: [
        { chartAccountId: cash, debit },
        { chartAccountId: to, credit },
      ],
    });
    assert.equal(await refused(business.api, lines('10', '10.01')), 'entry_unbalanced');
    assert.equal(await refused(business.api, lines('10', '10', cash)), 'account_on_both_sides');
    assert.equal(await refused(business.api, lines('0', '0')), 'invalid_request');
    const both = {
      kind: 'journal',
      lines: [
        { chartAccountId: cash, debit: '1', credit: '1' },
        { chartAccountId: sales, credit: '1' },
      ],
    };
    assert.equal(await refused(business.api, both), 'invalid_request');
  });

  test('a rate where none belongs, none where one does, and amounts that are nothing or too much', async () => {
    const dollars = await newDrawer(business, { currency: 'USD' });
    const expense = { kind: 'expense', amount: '10' };
    for (const [given, code] of [
      [{ rate: '58' }, 'not_allowed'],
      [{ accountId: dollars.id }, 'required'],
    ] as const) {
      const { error } = await business.api.POST('/v1/record', { body: { ...expense, ...given } as never });
      assert.equal(error!.code, 'invalid_rate');
      assert.partialDeepStrictEqual(error, { errors: [{ path: 'body.rate', code }] });
    }
    const cheap = { ...expense, accountId: dollars.id, rate: '0.0001' };
    assert.equal(await refused(business.api, cheap), 'amount_out_of_range');
    const dear = { ...expense, amount: '9999999999999', accountId: dollars.id, rate: '999999999' };
    assert.equal(await refused(business.api, dear), 'amount_out_of_range');
    for (const amount of ['0', '-5', '10000000000000', 'mucho']) {
      assert.equal(await refused(business.api, { ...expense, amount }), 'invalid_request');
    }
    assert.equal(await refused(business.api, { ...expense, amount: '0.001' }), 'amount_out_of_range');
  });

  test('a heading, the money account itself, and an account in a third currency', async () => {
    const dollars = await newDrawer(business, { currency: 'USD' });
    const euros = await newDrawer(business, { currency: 'EUR' });
    const cash = await chartId(business, 'cash');
    const expense = { kind: 'expense', amount: '10' };
    assert.equal(await refused(business.api, { ...expense, chartAccountId: cash }), 'same_account');
    const third = { ...expense, accountId: dollars.id, rate: '58', chartAccountId: euros.chartAccountId };
    assert.equal(await refused(business.api, third), 'currency_mismatch');
    const heading = await app.engine.within(business.id, (ctx) =>
      ctx.tx
        .selectFrom('chartAccounts')
        .select('id')
        .where('organizationId', '=', business.id)
        .where('code', '=', '61')
        .executeTakeFirstOrThrow(),
    );
    assert.equal(await refused(business.api, { ...expense, chartAccountId: heading.id }), 'account_not_postable');
  });

  test('unknown ids, including those of another organization', async () => {
    const other = await newBusiness();
    const theirs = {
      accountId: (await newDrawer(other)).id,
      chartAccountId: await chartId(other, 'expenses'),
      divisionId: await newDivision(other),
      projectId: (await other.api.POST('/v1/project', { body: { name: 'Ajeno' } })).data!.id,
      contactId: await newContact(other),
    };
    for (const [field, id] of Object.entries(theirs)) {
      for (const given of [id, newId()]) {
        const { error } = await business.api.POST('/v1/record', {
          body: { kind: 'expense', amount: '10', [field]: given } as never,
        });
        assert.deepEqual([error!.code, error!.errors[0]!.path], ['reference_not_found', `body.${field}`]);
      }
    }
    const record = await enter(other.api, { kind: 'expense', amount: '10' });
    for (const id of [record.id, newId()]) {
      const read = await business.api.GET('/v1/record/{recordId}', { params: { path: { recordId: id } } });
      const change = await business.api.PATCH('/v1/record', { body: { id, description: 'mío' } });
      const removal = await business.api.DELETE('/v1/record', { body: { id } });
      assert.deepEqual(
        [read, change, removal].map(({ error }) => error!.code),
        ['not_found', 'not_found', 'not_found'],
      );
    }
  });

  test('a viewer and a seller, who may only read', async () => {
    for (const role of ['viewer', 'seller'] as const) {
      const { api } = await newMember(business, role);
      const { error } = await api.POST('/v1/record', { body: { kind: 'expense', amount: '10' } });
      assert.equal(error!.code, 'forbidden');
      assert.equal((await api.GET('/v1/account')).response.status, 200);
    }
    const { api } = await newMember(business, 'accountant');
    await enter(api, { kind: 'expense', amount: '10' });
  });

  test('records in a locked period, before or after the change', async () => {
    const locked = await newBusiness();
    const old = await enter(locked.api, { kind: 'expense', amount: '10', date: '2026-09-30' });
    const open = await enter(locked.api, { kind: 'expense', amount: '10', date: '2026-10-01' });
    await locked.api.PATCH('/v1/organization/settings', {
      body: { section: 'accounting', value: { lockDate: '2026-09-30' } } as never,
    });
    assert.equal(await refused(locked.api, { kind: 'expense', amount: '1', date: '2026-09-30' }), 'period_locked');
    const changes = [
      await locked.api.PATCH('/v1/record', { body: { id: old.id, amount: '11' } }),
      await locked.api.PATCH('/v1/record', { body: { id: old.id, date: '2026-10-05' } }),
      await locked.api.PATCH('/v1/record', { body: { id: open.id, date: '2026-09-15' } }),
      await locked.api.DELETE('/v1/record', { body: { id: old.id } }),
    ];
    for (const { error } of changes) assert.equal(error!.code, 'period_locked');
    assert.deepEqual(
      changes.map(
        ({ error }) => /(enter a correction on a later day|use a later date), or unlock/.exec(error!.detail!)![1],
      ),
      [
        'enter a correction on a later day',
        'enter a correction on a later day',
        'use a later date',
        'enter a correction on a later day',
      ],
    );
    const { data } = await locked.api.GET('/v1/record/{recordId}', { params: { path: { recordId: old.id } } });
    assert.equal(data!.versions.length, 1);
  });

  test('changing by hand what another part of the service posted', async () => {
    const { id } = await app.engine.within(business.id, async (ctx) => {
      const rules = await selectPostingRules(ctx);
      return writeRecord(ctx, {
        kind: 'payment',
        date: '2026-11-01',
        amount: 100n,
        currency: 'DOP',
        baseAmount: 100n,
        sourceKind: 'invoice',
        sourceId: newId(),
        transfers: [{ debit: rules.get('cash')!, credit: rules.get('receivable')!, amount: 100n, purpose: 'payment' }],
      });
    });
    const change = await business.api.PATCH('/v1/record', { body: { id, description: 'otra' } });
    const removal = await business.api.DELETE('/v1/record', { body: { id } });
    assert.deepEqual([change.error!.code, removal.error!.code], ['record_made_elsewhere', 'record_made_elsewhere']);
  });
});

test('a journal on receivables or payables names its contact', async () => {
  const business = await newBusiness();
  const [receivable, sales] = await Promise.all([chartId(business, 'receivable'), chartId(business, 'sales')]);
  const lines = [
    { chartAccountId: receivable, debit: '10' },
    { chartAccountId: sales, credit: '10' },
  ];
  assert.equal(await refused(business.api, { kind: 'journal', lines }), 'journal_contact_required');
  const contactId = await newContact(business);
  assert.equal((await enter(business.api, { kind: 'journal', lines, contactId })).contactId, contactId);
});

test('attachments that are not files of the organization are refused, with their place', async () => {
  const { api } = await newBusiness();
  const attachments = [newId()];
  const bodies = [
    await api.POST('/v1/record', { body: { kind: 'expense', amount: '75', attachments } as never }),
    await api.POST('/v1/record/pending', {
      body: { elements: [{ description: 'Arroz', unitPrice: '100' }], attachments },
    }),
  ];
  for (const { error } of bodies)
    assert.deepEqual([error?.code, error?.errors[0]?.path], ['reference_not_found', 'body.attachments[0]']);
});
