import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import { payloadsOf } from '#test/events.ts';
import { app, type Business, eventually, newBusiness, newMember } from '#test/harness.ts';
import { besideService } from '#test/two-connections.ts';
import { postingRules } from '../ledger/chart-seed.ts';
import { selectPostingRules } from '../ledger/ledger.sql.ts';
import { writeRecord } from '../record/write-record.ts';
import { chartAccounts } from '../tables.ts';
import { selectChart } from './chart.sql.ts';

const path = '/v1/chart-of-accounts';

async function add(business: Business, body: Record<string, unknown>) {
  const { data, error } = await business.api.POST(path, { body: body as never });
  assert.ok(data, `not added: ${error?.code}`);
  return data;
}

const heading = (business: Business, code: string, parentId: string | null = null) =>
  add(business, { code, name: `Grupo ${code}`, kind: 'asset', postable: false, parentId });

const chartOf = (business: Business) => app.engine.within(business.id, (ctx) => selectChart(ctx));

const account = async (business: Business, code: string) =>
  (await chartOf(business)).find((candidate) => candidate.code === code)!;

/** Posts an amount from one account to another. */
const post = (business: Business, debit: string, credit: string, amount: bigint) =>
  app.engine.within(business.id, (ctx) => {
    const transfers = [{ debit, credit, amount, purpose: 'net' }];
    return writeRecord(ctx, {
      kind: 'journal',
      date: '2026-10-05',
      amount,
      currency: 'DOP',
      baseAmount: amount,
      transfers,
    });
  });

/** The same between the accounts with these codes. */
const move = async (business: Business, debit: string, credit: string, amount: bigint) =>
  post(business, (await account(business, debit)).id, (await account(business, credit)).id, amount);

test('a heading gets no postings while an account is added under it', async () => {
  const business = await newBusiness();
  const parent = await heading(business, '19');
  const { error } = await besideService(business.id, async ([client, watcher]) => {
    await watcher!.query('COMMIT');
    await client!.query('SELECT FROM chart_accounts WHERE organization_id = $1 FOR NO KEY UPDATE', [business.id]);
    const opening = business.api.PATCH(path, { body: { id: parent.id, postable: true } });
    await eventually(async () => {
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return (await watcher!.query(waiting)).rowCount! > 0;
    });
    await client!.query(
      `INSERT INTO chart_accounts (organization_id, id, code, name, kind, currency, parent_id, parent_depth, postable, created_at)
       VALUES ($1, $2, '1901', 'Otra', 'asset', 'DOP', $3, 0, true, now())`,
      [business.id, newId(), parent.id],
    );
    await client!.query('COMMIT');
    return opening;
  });
  assert.equal(error?.code, 'account_in_use');
});

test('a new organization reads its chart as a tree, or one account after another', async () => {
  const business = await newBusiness();
  const { data: tree } = await business.api.GET(path);
  assert.deepEqual(
    tree!.data.map(({ code, children }) => [code, children?.map((child) => child.code)]),
    [
      ['1', ['11', '12']],
      ['2', ['21', '22']],
      ['3', ['31']],
      ['4', ['41', '42']],
      ['5', ['51']],
      ['6', ['61', '62']],
    ],
  );
  assert.equal(tree!.verifiedAt, null);
  const { data: flat } = await business.api.GET(path, {
    params: { query: { view: 'flat', itemsPerPage: 3, page: 2 } },
  });
  assert.deepEqual(
    flat!.data.map(({ code, children }) => [code, children]),
    [
      ['1102', undefined],
      ['1103', undefined],
      ['1104', undefined],
    ],
  );
  assert.ok(flat!.hasMore && flat!.total > 50);
  const { data: next } = await business.api.GET(path, {
    params: { query: { view: 'flat', itemsPerPage: 1, cursor: flat!.nextCursor! } },
  });
  assert.deepEqual([next!.data[0]!.code, next!.total], ['1105', flat!.total]);
});

test('accounts are found by kind and by words without accents, and a tree keeps the headings above them', async () => {
  const business = await newBusiness();
  const { data: found } = await business.api.GET(path, { params: { query: { search: 'PRESTAMOS', view: 'flat' } } });
  assert.deepEqual(
    found!.data.map(({ code }) => code),
    ['1106', '2201'],
  );
  const both = { search: 'prestamos', view: 'flat' as const, kind: ['asset' as const, 'liability' as const] };
  assert.equal((await business.api.GET(path, { params: { query: both } })).data!.total, 2);
  const { data: tree } = await business.api.GET(path, {
    params: { query: { search: 'prestamos', kind: 'liability' } },
  });
  assert.deepEqual(
    tree!.data.map(({ code, children }) => [code, children!.map((child) => [child.code, child.children![0]!.code])]),
    [['2', [['22', '2201']]]],
  );
});

test('an account is added under a heading of its kind, and the event names who did it', async () => {
  const business = await newBusiness();
  const parent = await account(business, '11');
  const made = await add(business, { code: '1180', name: 'Caja chica', parentId: parent.id });
  assert.deepEqual(
    { kind: made.kind, currency: made.currency, depth: made.depth, postable: made.postable, version: made.version },
    { kind: 'asset', currency: 'DOP', depth: 2, postable: true, version: 1 },
  );
  assert.deepEqual(await payloadsOf(business, 'chart-account:created'), [
    { chartAccountId: made.id, userId: business.owner.id },
  ]);
});

test('an account without a kind, of another kind than its heading, under a postable account or with a taken code is refused', async () => {
  const business = await newBusiness();
  const code = async (body: object) =>
    (await business.api.POST(path, { body: { code: '9', name: 'Otra', ...body } })).error?.code;
  const assets = await account(business, '11');
  assert.equal(await code({}), 'kind_required');
  assert.equal(await code({ kind: 'income', parentId: assets.id }), 'kind_differs');
  assert.equal(await code({ parentId: (await account(business, '1101')).id }), 'parent_not_heading');
  assert.equal(await code({ parentId: newId() }), 'reference_not_found');
  assert.equal(await code({ kind: 'asset', code: '1101' }), 'code_taken');
  assert.equal(await code({ kind: 'asset', code: 'a b' }), 'invalid_request');
  const other = await newBusiness();
  assert.equal(await code({ parentId: (await account(other, '11')).id }), 'reference_not_found');
  assert.equal(
    (await chartOf(business)).some((candidate) => candidate.code === '9'),
    false,
  );
});

test('a subtree moves with everything under it, and its balance goes with it', async () => {
  const business = await newBusiness();
  const from = await heading(business, 'A');
  const moved = await heading(business, 'A1', from.id);
  await add(business, { code: 'A11', name: 'Hoja', parentId: moved.id });
  const to = await heading(business, 'B');
  const deeper = await heading(business, 'B1', to.id);
  await move(business, 'A11', '3101', 12_345n);
  const { data } = await business.api.PATCH(path, {
    body: { id: moved.id, parentId: deeper.id, version: moved.version },
  });
  assert.deepEqual([data!.depth, data!.parentId, data!.version], [2, deeper.id, 2]);
  assert.equal((await account(business, 'A11')).depth, 3);
  const { data: balances } = await business.api.GET(path, {
    params: { query: { view: 'flat', balances: true, itemsPerPage: 200, date: '2026-10-31' } },
  });
  const balance = (code: string) => balances!.data.find((candidate) => candidate.code === code)!.balance;
  assert.deepEqual(['A', 'B', 'B1', 'A1', 'A11'].map(balance), ['0.00', '123.45', '123.45', '123.45', '123.45']);
  await business.api.PATCH(path, { body: { id: moved.id, parentId: null } });
  assert.deepEqual([(await account(business, 'A1')).depth, (await account(business, 'A11')).depth], [0, 1]);
});

test('an account is never under itself nor more than twelve levels deep', async () => {
  const business = await newBusiness();
  const levels = [await heading(business, 'L0')];
  for (let level = 1; level < 12; level++) levels.push(await heading(business, `L${level}`, levels[level - 1]!.id));
  const change = async (id: string, parentId: string) =>
    (await business.api.PATCH(path, { body: { id, parentId } })).error?.code;
  assert.equal(await change(levels[0]!.id, levels[11]!.id), 'chart_cycle');
  assert.equal(await change(levels[3]!.id, levels[3]!.id), 'chart_cycle');
  const top = await heading(business, 'T');
  assert.equal(await change(levels[0]!.id, top.id), 'chart_too_deep');
  const { error } = await business.api.POST(path, { body: { code: 'L12', name: 'Hondo', parentId: levels[11]!.id } });
  assert.equal(error!.code, 'chart_too_deep');
  // Without the rule, the constraints of the table refuse it.
  await assert.rejects(
    app.engine.within(business.id, (ctx) =>
      chartAccounts.update(ctx, levels[0]!.id, { parentId: levels[2]!.id, parentDepth: 2 }),
    ),
    { code: '23514' },
  );
});

test('two headings that are moved under each other at the same moment do not both go', async () => {
  const business = await newBusiness();
  const [one, two] = [await heading(business, 'X'), await heading(business, 'Y')];
  const answers = await Promise.all([
    business.api.PATCH(path, { body: { id: one.id, parentId: two.id } }),
    business.api.PATCH(path, { body: { id: two.id, parentId: one.id } }),
  ]);
  assert.deepEqual(answers.map(({ response }) => response.status).sort(), [200, 422]);
  assert.equal(answers.find(({ error }) => error)!.error!.code, 'chart_cycle');
});

test('an account is renamed and recoded; a stale version is refused, and a code is given once', async () => {
  const business = await newBusiness();
  const cash = await account(business, '1101');
  const { data } = await business.api.PATCH(path, { body: { id: cash.id, version: 1, name: 'Caja', code: '1101.1' } });
  assert.deepEqual([data!.name, data!.code, data!.version], ['Caja', '1101.1', 2]);
  const code = async (body: object) => (await business.api.PATCH(path, { body: { id: cash.id, ...body } })).error?.code;
  assert.equal(await code({ version: 1, name: 'Otra' }), 'version_conflict');
  assert.equal(await code({ code: '1102' }), 'code_taken');
  assert.equal((await business.api.PATCH(path, { body: { id: newId(), name: 'Nada' } })).error!.code, 'not_found');
  const other = await newBusiness();
  assert.equal((await other.api.PATCH(path, { body: { id: cash.id, name: 'Nada' } })).error!.code, 'not_found');
});

test('an archived account is hidden, takes no postings, and can be restored', async () => {
  const business = await newBusiness();
  const rent = await account(business, '6103');
  await move(business, '6103', '1102', 100n);
  const archive = (id: string, archived: boolean) => business.api.PATCH(path, { body: { id, archived } });
  assert.ok((await archive(rent.id, true)).data!.archivedAt);
  const codes = async (archived: boolean) => {
    const { data } = await business.api.GET(path, {
      params: { query: { view: 'flat', archived, kind: 'expense' } },
    });
    return data!.data.map(({ code }) => code);
  };
  assert.equal((await codes(false)).includes('6103'), false);
  assert.equal((await codes(true)).includes('6103'), true);
  await assert.rejects(move(business, '6103', '1102', 100n), /takes no postings/);
  assert.equal((await archive(rent.id, false)).data!.archivedAt, null);
  await move(business, '6103', '1102', 100n);
  assert.match((await archive((await account(business, '4101')).id, true)).error!.detail, /sales/);
  assert.match((await archive((await account(business, '61')).id, true)).error!.detail, /under it/);
});

test('an account with movements does not become a heading, and a heading with accounts stays one', async () => {
  const business = await newBusiness();
  await move(business, '6103', '1102', 100n);
  const change = async (code: string, postable: boolean) =>
    (await business.api.PATCH(path, { body: { id: (await account(business, code)).id, postable } })).error?.detail;
  assert.equal(await change('6103', false), 'It has movements.');
  assert.equal(await change('61', true), 'It has accounts under it.');
  assert.match((await change('4101', false))!, /posting rules/);
  assert.equal(await change('6104', false), undefined);
});

test('only an unreferenced account is deleted', async () => {
  const business = await newBusiness();
  await move(business, '6103', '1102', 100n);
  const remove = async (accountId: string, api = business.api) => {
    const { error, response } = await api.DELETE('/v1/chart-of-accounts/{accountId}', {
      params: { path: { accountId } },
    });
    return error?.detail ?? response.status;
  };
  const byCode = async (code: string) => remove((await account(business, code)).id);
  assert.equal(await byCode('6103'), 'It has movements.');
  assert.equal(await byCode('61'), 'It has accounts under it.');
  assert.equal(await byCode('4101'), 'A posting rule points at it.');
  const till = await add(business, { code: '1190', name: 'Caja 2', kind: 'asset' });
  await app.engine.within(business.id, (ctx) =>
    ctx.tx
      .insertInto('accounts')
      .values({
        organizationId: business.id,
        id: newId(),
        name: 'Caja 2',
        kind: 'cash',
        currency: 'DOP',
        chartAccountId: till.id,
        createdAt: ctx.now,
      })
      .execute(),
  );
  assert.equal(await remove(till.id), 'It belongs to a money account.');
  const spare = await add(business, { code: '1191', name: 'Sin uso', kind: 'asset' });
  const other = await newBusiness();
  assert.equal(await remove(spare.id, other.api), 'It does not exist, or you have no access to it.');
  assert.equal(await remove(spare.id), 204);
  assert.equal(await remove(spare.id), 'It does not exist, or you have no access to it.');
});

test('an account that is deleted while it is posted to is either kept or never posted to', async () => {
  const business = await newBusiness();
  const capital = await account(business, '3101');
  for (let round = 0; round < 5; round++) {
    const spare = await add(business, { code: `R${round}`, name: 'Sin uso', kind: 'asset' });
    const [removed, posted] = await Promise.allSettled([
      business.api.DELETE('/v1/chart-of-accounts/{accountId}', { params: { path: { accountId: spare.id } } }),
      post(business, spare.id, capital.id, 100n),
    ]);
    const status = removed.status === 'fulfilled' ? removed.value.response.status : 0;
    assert.equal(status, posted.status === 'fulfilled' ? 422 : 204);
    if (posted.status === 'rejected') assert.match(String(posted.reason), /does not exist/);
  }
});

test('operations are pointed at other accounts, all that are given or none', async () => {
  const business = await newBusiness();
  const rules = `${path}/posting-rules` as const;
  const parentId = (await account(business, '41')).id;
  const wholesale = await add(business, { code: '4104', name: 'Ventas al por mayor', parentId });
  const { data } = await business.api.PATCH(rules, {
    body: { rules: [{ name: 'sales', chartAccountId: wholesale.id }] },
  });
  assert.deepEqual(data!.data[0]!.account, { id: wholesale.id, code: '4104', name: 'Ventas al por mayor' });
  const used = await app.engine.within(business.id, (ctx) => selectPostingRules(ctx));
  assert.equal(used.get('sales'), wholesale.id);
  const { data: page } = await business.api.GET(rules, { params: { query: { itemsPerPage: 100 } } });
  assert.equal(page!.total, postingRules.length);
  const dollars = await add(business, { code: '1192', name: 'Banco US$', kind: 'asset', currency: 'USD' });
  const refused = async (name: 'cash' | 'sales', chartAccountId: string) => {
    const given = [
      { name: 'bank' as const, chartAccountId: (await account(business, '1101')).id },
      { name, chartAccountId },
    ];
    return (await business.api.PATCH(rules, { body: { rules: given } })).error?.code;
  };
  assert.equal(await refused('sales', (await account(business, '1101')).id), 'account_unsuitable');
  assert.equal(await refused('cash', dollars.id), 'account_unsuitable');
  assert.equal(await refused('cash', (await account(business, '11')).id), 'account_not_postable');
  assert.equal(await refused('cash', newId()), 'reference_not_found');
  const after = await app.engine.within(business.id, (ctx) => selectPostingRules(ctx));
  assert.equal(after.get('bank'), used.get('bank'));
});

test('a reader of the books cannot change the chart', async () => {
  const business = await newBusiness();
  const viewer = await newMember(business, 'viewer');
  const { id } = await account(business, '6104');
  assert.equal((await viewer.api.GET(path)).response.status, 200);
  const refused = await Promise.all([
    viewer.api.POST(path, { body: { code: 'V', name: 'V', kind: 'asset' } }),
    viewer.api.PATCH(path, { body: { id, name: 'V' } }),
    viewer.api.DELETE('/v1/chart-of-accounts/{accountId}', { params: { path: { accountId: id } } }),
    viewer.api.PATCH('/v1/chart-of-accounts/posting-rules', {
      body: { rules: [{ name: 'cash', chartAccountId: id }] },
    }),
  ]);
  assert.deepEqual(
    refused.map(({ response }) => response.status),
    [403, 403, 403, 403],
  );
});

test('a dry run returns the changed chart and does not store it', async () => {
  const business = await newBusiness();
  const before = await chartOf(business);
  const { data } = await business.api.POST(path, {
    body: { code: '1199', name: 'De prueba', kind: 'asset' },
    headers: { 'Dry-Run': 'true' },
  });
  assert.equal((data as unknown as { dryRun: boolean }).dryRun, true);
  assert.deepEqual(await chartOf(business), before);
});
