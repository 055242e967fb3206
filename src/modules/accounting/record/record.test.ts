import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import type { ColmadoClient } from '#client';
import { newId } from '#platform/id.ts';
import { newAccount, newContact, newDivision, postedBy } from '#test/books.ts';
import { app, type Business, eventually, newBusiness, newMember } from '#test/harness.ts';
import { selectPostingRules } from '../ledger/seed.sql.ts';
import { writeRecord } from './write-record.ts';

async function enter(api: ColmadoClient, body: Record<string, unknown>) {
  const { data, error } = await api.POST('/v1/record', { body: body as never });
  assert.ok(data, `refused: ${error?.code} ${error?.detail}`);
  return data;
}

async function refused(api: ColmadoClient, body: Record<string, unknown>): Promise<string> {
  const { data, error } = await api.POST('/v1/record', { body: body as never });
  assert.equal(data, undefined);
  return error!.code;
}

const chartId = (business: Business, rule: string) =>
  app.engine.within(business.id, async (ctx) => (await selectPostingRules(ctx.tx, business.id)).get(rule as never)!);

suite('what an entry by hand posts', () => {
  let business: Business;
  before(async () => {
    business = await newBusiness();
  });

  test('an expense takes its net to the category and its tax to the tax paid on purchases', async () => {
    const bank = await newAccount(business, { kind: 'bank' });
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

  test('a category may be any account: a purchase of equipment is no expense', async () => {
    const capital = await chartId(business, 'capital');
    const record = await enter(business.api, { kind: 'income', amount: '50000', chartAccountId: capital });
    assert.deepEqual(await postedBy(business.api, record.id), [['1101', '3101', '50000.00', 'net']]);
  });

  test('a payment from a foreign account is worth its rate, to the cent', async () => {
    const dollars = await newAccount(business, { kind: 'bank', currency: 'USD' });
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
      ['salaries', 'expenses', 'payrollPayable', 'cash'].map((rule) => chartId(business, rule)),
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

  test('a journal line on a foreign account says what it is there, and a split line loses nothing', async () => {
    const dollars = await newAccount(business, { kind: 'bank', currency: 'USD' });
    const [interest, other] = await Promise.all(
      ['interestIncome', 'otherIncome'].map((rule) => chartId(business, rule)),
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
      attachments: [newId(), newId()],
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
    const [cash, sales] = await Promise.all(['cash', 'sales'].map((rule) => chartId(business, rule)));
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
    const dollars = await newAccount(business, { currency: 'USD' });
    const expense = { kind: 'expense', amount: '10' };
    assert.equal(await refused(business.api, { ...expense, rate: '58' }), 'invalid_rate');
    assert.equal(await refused(business.api, { ...expense, accountId: dollars.id }), 'invalid_rate');
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
    const dollars = await newAccount(business, { currency: 'USD' });
    const euros = await newAccount(business, { currency: 'EUR' });
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

  test('what does not exist, which is the same as what another organization has', async () => {
    const other = await newBusiness();
    const theirs = {
      accountId: (await newAccount(other)).id,
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
    for (const role of ['viewer', 'seller']) {
      const { api } = await newMember(business, role);
      const { error } = await api.POST('/v1/record', { body: { kind: 'expense', amount: '10' } });
      assert.equal(error!.code, 'forbidden');
      assert.equal((await api.GET('/v1/record/report')).response.status, 200);
    }
    const { api } = await newMember(business, 'accountant');
    await enter(api, { kind: 'expense', amount: '10' });
  });

  test('what lies in a locked period, before and after a change', async () => {
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
    const { data } = await locked.api.GET('/v1/record/{recordId}', { params: { path: { recordId: old.id } } });
    assert.equal(data!.versions.length, 1);
  });

  test('changing by hand what another part of the service posted', async () => {
    const { id } = await app.engine.within(business.id, async (ctx) => {
      const rules = await selectPostingRules(ctx.tx, business.id);
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

suite('changes', () => {
  let business: Business;
  before(async () => {
    business = await newBusiness();
  });
  const read = async (id: string) =>
    (await business.api.GET('/v1/record/{recordId}', { params: { path: { recordId: id } } })).data!;

  test('a change keeps both versions readable, and the reversal beside what it reverses', async () => {
    const bank = await newAccount(business, { kind: 'bank' });
    const { id } = await enter(business.api, {
      kind: 'expense',
      amount: '118',
      taxes: [{ name: 'ITBIS', rate: '18', amount: '18' }],
      date: '2026-11-02',
      description: 'Luz',
    });
    const { data: changed } = await business.api.PATCH('/v1/record', {
      body: { id, version: 1, amount: '236', taxes: [{ name: 'ITBIS', rate: '18', amount: '36' }], accountId: bank.id },
    });
    assert.deepEqual(
      [changed!.version, changed!.amount, changed!.description, changed!.net],
      [2, '236.00', 'Luz', '200.00'],
    );
    const record = await read(id);
    assert.deepEqual(
      record.versions.map(({ version, amount }) => [version, amount]),
      [
        [1, '118.00'],
        [2, '236.00'],
      ],
    );
    assert.deepEqual(
      record.entries.map((entry) => [
        entry.version,
        entry.reversesId !== null,
        entry.transfers.map(({ debit, credit, amount }) => [debit.code, credit.code, amount]),
      ]),
      [
        [
          1,
          false,
          [
            ['6105', '1101', '100.00'],
            ['1109', '1101', '18.00'],
          ],
        ],
        [
          1,
          true,
          [
            ['1101', '6105', '100.00'],
            ['1101', '1109', '18.00'],
          ],
        ],
        [
          2,
          false,
          [
            ['6105', bank.code, '200.00'],
            ['1109', bank.code, '36.00'],
          ],
        ],
      ],
    );
  });

  test('a stale version is refused, and of two changes at once one wins', async () => {
    const { id } = await enter(business.api, { kind: 'income', amount: '10' });
    const tries = await Promise.all(
      ['20', '30', '40'].map((amount) => business.api.PATCH('/v1/record', { body: { id, version: 1, amount } })),
    );
    const codes = tries.map(({ data, error }) => (data ? 'ok' : error!.code)).toSorted();
    assert.deepEqual(codes, ['ok', 'version_conflict', 'version_conflict']);
    assert.equal((await read(id)).entries.length, 3);
  });

  test('a record is void once; it stays readable and cannot change any more', async () => {
    const { id } = await enter(business.api, { kind: 'expense', amount: '10' });
    const tries = await Promise.all(
      Array.from({ length: 4 }, () => business.api.DELETE('/v1/record', { params: { query: { id } } })),
    );
    assert.equal(tries.filter(({ data }) => data?.status === 'void').length, 1);
    assert.ok(tries.every(({ data, error }) => data || error!.code === 'record_is_void'));
    const record = await read(id);
    assert.deepEqual(
      record.versions.map(({ status }) => status),
      ['posted', 'void'],
    );
    assert.deepEqual(
      record.entries.map(({ reversesId }) => reversesId !== null),
      [false, true],
    );
    const { error } = await business.api.PATCH('/v1/record', { body: { id, amount: '11' } });
    assert.equal(error!.code, 'record_is_void');
  });

  test('a journal keeps its lines when only its words change, and takes no field of another kind', async () => {
    const dollars = await newAccount(business, { currency: 'USD' });
    const [cash, sales] = await Promise.all(['cash', 'sales'].map((rule) => chartId(business, rule)));
    const { id } = await enter(business.api, {
      kind: 'journal',
      lines: [
        { chartAccountId: cash, debit: '40' },
        { chartAccountId: dollars.chartAccountId, debit: '60', ownAmount: '1.01' },
        { chartAccountId: sales, credit: '100' },
      ],
    });
    const before = (await read(id)).entries[0]!.transfers;
    await business.api.PATCH('/v1/record', { body: { id, description: 'Ajuste' } });
    assert.deepEqual((await read(id)).entries.at(-1)!.transfers, before);
    const { error } = await business.api.PATCH('/v1/record', { body: { id, amount: '5' } });
    assert.deepEqual([error!.code, error!.errors[0]!.path], ['field_not_of_kind', 'body.amount']);
  });

  test('moving an expense to a foreign account asks for its rate anew', async () => {
    const dollars = await newAccount(business, { currency: 'USD' });
    const { id } = await enter(business.api, { kind: 'expense', amount: '10' });
    const without = await business.api.PATCH('/v1/record', { body: { id, accountId: dollars.id } });
    assert.equal(without.error!.code, 'invalid_rate');
    const { data } = await business.api.PATCH('/v1/record', { body: { id, accountId: dollars.id, rate: '58.5' } });
    assert.deepEqual([data!.currency, data!.baseAmount], ['USD', '585.00']);
    const { data: later } = await business.api.PATCH('/v1/record', { body: { id, amount: '20' } });
    assert.equal(later!.baseAmount, '1170.00');
  });

  test('what happened is told in the event stream, in the words of the API', async () => {
    const { id } = await enter(business.api, { kind: 'expense', amount: '10', description: 'Luz' });
    await business.api.PATCH('/v1/record', { body: { id, amount: '12.50' } });
    const events = await eventually(async () => {
      const { data } = await business.api.GET('/v1/organization/events', {
        params: { query: { payload: JSON.stringify({ recordId: id }) } },
      });
      return data!.data.length === 2 && data!.data;
    });
    assert.deepEqual(
      events.map(({ type }) => type),
      ['record:updated', 'record:created'],
    );
    assert.deepEqual(events[0]!.payload, {
      recordId: id,
      editorId: business.owner.id,
      old: { amount: '10.00', net: '10.00', baseAmount: '10.00' },
      new: { amount: '12.50', net: '12.50', baseAmount: '12.50' },
    });
  });

  test('a dry run shows the record and leaves nothing; a repeated key posts once', async () => {
    const before = (await business.api.GET('/v1/record/report')).data!.total;
    const dry = await business.api.POST('/v1/record', {
      body: { kind: 'expense', amount: '10' },
      headers: { 'Dry-Run': 'true' },
    });
    assert.equal((dry.data as unknown as { events: { type: string }[] }).events[0]!.type, 'record:created');
    const headers = { 'Idempotency-Key': newId() };
    const body = { kind: 'expense', amount: '10' } as const;
    const first = await business.api.POST('/v1/record', { body, headers });
    const second = await business.api.POST('/v1/record', { body, headers });
    assert.equal(first.data!.id, second.data!.id);
    assert.equal((await business.api.GET('/v1/record/report')).data!.total, before + 1);
  });

  test('a record can be commented on', async () => {
    const { id } = await enter(business.api, { kind: 'expense', amount: '10' });
    const body = { message: '¿Y el recibo?', recordId: id };
    assert.equal((await business.api.POST('/v1/organization/comment', { body })).response.status, 201);
    const unknown = await business.api.POST('/v1/organization/comment', { body: { ...body, recordId: newId() } });
    assert.equal(unknown.error!.code, 'reference_not_found');
  });
});
