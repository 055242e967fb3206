import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { newId } from '#platform/id.ts';
import { newDocument } from '#test/documents.ts';
import { app, type Business, eventually, newBusiness, ownerUrlOf } from '#test/harness.ts';
import { verifyLedger } from '../chart-of-accounts/verification.ts';
import { recountLedgerChain } from './ledger.sql.ts';

const owner = new pg.Client({ connectionString: ownerUrlOf(app.databaseUrl) });
await owner.connect();
after(() => owner.end());

const chainOf = ({ id }: Business) => app.engine.within(id, recountLedgerChain);
const eventsIn = async ({ id }: Business) =>
  BigInt((await owner.query('SELECT count(*) FROM events WHERE organization_id = $1', [id])).rows[0].count);

/** Writes with and without postings: at once, changed, voided, refused, and rolled back in part. */
async function trade(business: Business): Promise<void> {
  const { api } = business;
  const sale = { description: 'Arroz', unitPrice: '100' };
  const invoices = await Promise.all(
    Array.from({ length: 8 }, () => newDocument(api, { elements: [sale, { ...sale, discount: { amount: '5' } }] })),
  );
  await api.PATCH('/v1/record/pending', { body: { id: invoices[0]!.id, notes: 'Pagar en caja' } });
  await api.DELETE('/v1/record/pending', { params: { query: { id: invoices[1]!.id } } as never });
  await api.POST('/v1/record/pending/bulk', {
    body: { pendingRecords: [{ elements: [sale] }, { elements: [{ ...sale, unitPrice: '-1' }] }] } as never,
  });
  await api.POST('/v1/beneficiary', { body: { name: 'Ana' } });
}

test('the hash chain covers every event and every ledger entry of an organization', async () => {
  const business = await newBusiness();
  await trade(business);
  const { counted, differences } = await chainOf(business);
  assert.deepEqual([counted, differences], [await eventsIn(business), 0]);
  const { rows } = await owner.query(
    `SELECT count(*)::int AS entries, count(*) FILTER (WHERE NOT EXISTS (
       SELECT FROM events v WHERE v.organization_id = e.organization_id AND e.id = ANY (v.sealed_ids)))::int AS unsealed
     FROM ledger_entries e WHERE e.organization_id = $1`,
    [business.id],
  );
  assert.ok(rows[0].entries >= 8);
  assert.equal(rows[0].unsealed, 0);
});

const tampering = {
  'the amount of a transfer':
    'UPDATE ledger_transfers SET amount = amount + 1, debit_amount = debit_amount + 1, credit_amount = credit_amount + 1',
  'the day of a transfer': 'UPDATE ledger_transfers SET date = date - 1',
  'the accounts of a transfer':
    'UPDATE ledger_transfers SET debit_account_id = credit_account_id, credit_account_id = debit_account_id',
  'the division of a transfer': 'UPDATE ledger_transfers SET division_id = organization_id',
  'the contact of a transfer': 'UPDATE ledger_transfers SET contact_id = organization_id',
  'the product of a transfer': 'UPDATE ledger_transfers SET resource_id = organization_id',
  'the purpose of a transfer': "UPDATE ledger_transfers SET purpose = purpose || ' '",
  'the description of an entry': "UPDATE ledger_entries SET description = description || '.'",
  'the record of an entry': 'UPDATE ledger_entries SET version = version + 1',
  'a missing transfer': 'DELETE FROM ledger_transfers',
  'the payload of an event': `UPDATE events SET payload = payload || '{"changed": true}'`,
  'the time of an event': "UPDATE events SET created_at = created_at - interval '1 second'",
  'a missing event': 'DELETE FROM events',
};

for (const [what, statement] of Object.entries(tampering))
  test(`the hash chain shows ${what}`, async () => {
    const business = await newBusiness();
    await newDocument(business.api);
    assert.equal((await chainOf(business)).differences, 0);
    const table = /(events|ledger_\w+)/.exec(statement)![0];
    const key = { events: 'seq', ledger_transfers: 'line', ledger_entries: 'id' }[table]!;
    const { rowCount } = await owner.query(
      `${statement} WHERE organization_id = $1 AND ${key} = (
         SELECT ${key} FROM ${table} WHERE organization_id = $1 ORDER BY ${key} DESC LIMIT 1)`,
      [business.id],
    );
    assert.equal(rowCount, 1);
    assert.equal((await chainOf(business)).differences, 1);
    await app.engine.run({}, async (ctx) => ctx.enqueue(verifyLedger, { organizationId: business.id }));
    await eventually(async () => {
      const { data } = await business.api.GET('/v1/chart-of-accounts');
      return data!.checkedAt !== null && data!.verifiedAt === null && data!.differences > 0;
    });
  });

test('entries with the digest of an earlier release stay verifiable', async () => {
  const business = await newBusiness();
  await newDocument(business.api);
  // As that release wrote them: the digest covers fewer columns, and the chain was computed with it.
  await owner.query('UPDATE ledger_entries SET digest_version = 1 WHERE organization_id = $1', [business.id]);
  assert.equal((await chainOf(business)).differences, 1);
  const first = `SELECT encode(sha256(convert_to(string_agg(concat_ws('|', t.line, t.debit_account_id, t.credit_account_id, t.amount,
      t.debit_amount, t.credit_amount, t.date), chr(10) ORDER BY t.line), 'UTF8')), 'hex')
    FROM ledger_transfers t WHERE t.organization_id = e.organization_id AND t.entry_id = s.id`;
  await owner.query(
    `UPDATE event_counters c SET chain = (
       SELECT app.chain(sha256(''), app.event_line(e.seq, e.id, e.type, e.payload, e.created_at, (
         SELECT string_agg(s.id || ':' || (${first}), ',' ORDER BY s.place)
         FROM unnest(e.sealed_ids) WITH ORDINALITY AS s (id, place))) ORDER BY e.seq)
       FROM events e WHERE e.organization_id = c.organization_id)
     WHERE c.organization_id = $1`,
    [business.id],
  );
  assert.equal((await chainOf(business)).differences, 0);
  await newDocument(business.api);
  assert.equal((await chainOf(business)).differences, 0);
});

test('events of a process of an earlier release begin the chain again', async () => {
  const business = await newBusiness();
  await newDocument(business.api);
  await owner.query(
    `WITH counter AS (UPDATE event_counters SET seq = seq + 1 WHERE organization_id = $1 RETURNING seq)
     INSERT INTO events (organization_id, seq, id, type, payload, created_at)
     SELECT $1, seq, $2, 'beneficiary:created', '{}', now() FROM counter`,
    [business.id, newId()],
  );
  assert.equal((await chainOf(business)).differences, 0);
  await newDocument(business.api);
  const { counted, differences } = await chainOf(business);
  assert.deepEqual([counted > 0n, counted < (await eventsIn(business)), differences], [true, true, 0]);
});
