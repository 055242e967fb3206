import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import pg from 'pg';
import { readMigrations } from '#platform/db/migrate.ts';
import { JobQueue } from '#platform/jobs/queue.ts';
import { app, ownerUrlOf } from '#test/harness.ts';

/** The last migration before requests to providers became exchanges. */
const BEFORE = '20261115T1855';
const migrations = await readMigrations();

/** A database as it was before, with the queue's tables. */
async function oldDatabase(): Promise<pg.Client> {
  const name = `upgrade_${process.pid}_${randomBytes(4).toString('hex')}`;
  const owner = new pg.Client({ connectionString: ownerUrlOf(app.databaseUrl) });
  await owner.connect();
  await owner.query(`CREATE DATABASE ${name}`);
  await owner.end();
  const url = ownerUrlOf(app.databaseUrl).replace(/\/test_[^?]*/, `/${name}`);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  after(() => client.end());
  for (const { name, sql } of migrations) if (name < BEFORE) await client.query(sql);
  await JobQueue.install(url);
  // The rows below have no parents.
  await client.query('SET session_replication_role = replica');
  return client;
}

async function insert(client: pg.Client, table: string, row: Record<string, unknown>): Promise<string> {
  const id = randomUUID();
  const full = { organization_id: organizationId, id, ...row };
  const places = Object.keys(full).map((_, place) => `$${place + 1}`);
  await client.query(`INSERT INTO ${table} (${Object.keys(full)}) VALUES (${places})`, Object.values(full));
  return id;
}

const organizationId = randomUUID();
const ago = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
const created = { created_at: ago(1) };
const money = { amount: 5_000, currency: 'DOP', ...created };

async function insertOldRows(client: pg.Client) {
  const payout = { ...money, adapter: 'payproc-simulator', to_account_id: randomUUID() };
  const sent = { status: 'sent', payout_id: 'po_1', record_id: randomUUID() };
  const charge = {
    ...money,
    contact_id: randomUUID(),
    profile_id: randomUUID(),
    cause_kind: 'x',
    cause_id: randomUUID(),
  };
  const more = { off_session: true, return_url: 'https://x.example', updated_at: ago(1) };
  const chargeOf = (row: object) =>
    insert(client, 'contact_charges', { ...charge, ...more, key: randomUUID(), ...row });
  const refundOf = (row: object) => insert(client, 'payment_refunds', { payment_id: randomUUID(), ...created, ...row });
  const page = { ...money, channel: 'page', adapter: 'payproc-simulator', pending_record_id: randomUUID() };
  const pageOf = (row: object) =>
    insert(client, 'document_charges', { ...page, pending_record_id: randomUUID(), ...row });
  let number = 0;
  const signed = {
    signed_xml: '<ECF/>',
    signed_at: ago(1),
    security_code: 'abcdef',
    qr_url: 'https://x',
    environment: 'test',
  };
  const ecfOf = (row: object) =>
    insert(client, 'ecf_documents', {
      source_kind: 'invoice',
      source_id: randomUUID(),
      type: '31',
      number: `E31000000000${++number}`,
      issued_on: '2026-11-15',
      total: 1,
      content: '{}',
      summarised: false,
      ...created,
      ...signed,
      ...row,
    });
  const received = {
    issuer_tax_id: '131246796',
    number: 'E310000000001',
    xml: '',
    state: 'received',
    receipt_xml: '',
    received_at: ago(1),
  };
  const answered = {
    approval: 'approved',
    approval_xml: '<ACECF/>',
    approval_state: 'waiting',
    issuer_state: 'waiting',
    approved_at: ago(1),
  };
  return {
    requestedPayout: await insert(client, 'payout_transfers', { ...payout, status: 'requested' }),
    sentPayout: await insert(client, 'payout_transfers', { ...payout, ...sent }),
    requestedCharge: await chargeOf({ status: 'requested' }),
    actionCharge: await chargeOf({ status: 'requires_action', reference: 'ch_1', action_url: 'https://bank.example' }),
    unsettledCharge: await chargeOf({ status: 'succeeded', reference: 'ch_2' }),
    refusedCharge: await chargeOf({ status: 'failed', decline_reason: 'refused', settled_at: ago(1) }),
    unknownCharge: await chargeOf({ status: 'unknown' }),
    pendingRefund: await refundOf({ status: 'requested', reference: 're_1', asked_at: ago(1) }),
    bouncedRefund: await refundOf({
      status: 'settled',
      reference: 're_2',
      asked_at: ago(2),
      record_id: randomUUID(),
      bounced_at: ago(1),
    }),
    openPage: await pageOf({ status: 'requested', charge_id: 'ch_3' }),
    excessPage: await pageOf({ status: 'settled', charge_id: 'ch_4', refund: 100 }),
    sentEcf: await ecfOf({
      state: 'sent',
      track_id: 't1',
      next_attempt_at: ago(0),
      handed_in_at: ago(1),
      attempts: 3,
      turn: 7,
    }),
    failedEcf: await ecfOf({ state: 'failed', problem: 'No.', handed_in_at: ago(1) }),
    undeliveredEcf: await ecfOf({
      state: 'accepted',
      decided_at: ago(1),
      delivery_state: 'waiting',
      buyer_tax_id: '131246796',
    }),
    received: await insert(client, 'ecf_received', { ...received, ...answered }),
  };
}

test('requests to providers of an older database are followed up as exchanges', async () => {
  const client = await oldDatabase();
  const ids = await insertOldRows(client);
  const waiting = { job: 'filings/send-ecf', payload: { organizationId, documentId: ids.sentEcf, turn: 7 } };
  const told = { job: 'contacts/follow-charge', payload: { organizationId, chargeId: ids.actionCharge, told: true } };
  for (const data of [waiting, told])
    await client.query("INSERT INTO pgboss.job (name, data) VALUES ('default', $1)", [data]);
  for (const { name, sql } of migrations) if (name >= BEFORE) await client.query(sql);

  const { rows } = await client.query('SELECT * FROM exchanges WHERE organization_id = $1', [organizationId]);
  const found = Object.entries(ids).flatMap(([name, id]) =>
    rows
      .filter((row) => row.id === id)
      .map((row) => [`${name} ${row.kind}`, row.state, row.settled_state, row.reference, row.due_at !== null])
      .sort(),
  );
  assert.deepEqual(found, [
    ['requestedPayout accounting/payout', 'open', 'open', null, true],
    ['sentPayout accounting/payout', 'done', 'done', 'po_1', true],
    ['requestedCharge contacts/charge', 'open', 'open', null, true],
    ['actionCharge contacts/charge', 'open', 'open', 'ch_1', true],
    ['unsettledCharge contacts/charge', 'done', 'open', 'ch_2', true],
    ['refusedCharge contacts/charge', 'refused', 'refused', null, false],
    ['unknownCharge contacts/charge', 'lost', 'lost', null, false],
    ['pendingRefund receivables/refund', 'open', 'open', 're_1', true],
    ['bouncedRefund receivables/refund', 'refused', 'refused', 're_2', false],
    ['openPage receivables/page', 'open', 'open', 'ch_3', true],
    ['excessPage receivables/excess-refund', 'open', 'open', null, true],
    ['excessPage receivables/page', 'done', 'done', 'ch_4', false],
    ['sentEcf filings/ecf', 'open', 'open', 't1', true],
    ['failedEcf filings/ecf', 'refused', 'refused', null, false],
    ['undeliveredEcf filings/ecf-delivery', 'open', 'open', null, true],
    ['received filings/approval', 'open', 'open', null, true],
    ['received filings/issuer-answer', 'open', 'open', null, true],
  ]);
  assert.deepEqual(rows.find(({ id }) => id === ids.actionCharge)?.answer, {
    status: 'requires_action',
    declineReason: null,
    actionUrl: 'https://bank.example',
  });
  const { rows: jobs } = await client.query<{ data: unknown }>('SELECT data FROM pgboss.job ORDER BY created_on, id');
  assert.deepEqual(
    new Set(jobs.map(({ data }) => JSON.stringify(sorted(data)))),
    new Set([
      JSON.stringify(sorted({ job: 'filings/ecf', payload: { organizationId, id: ids.sentEcf, turn: 0 } })),
      JSON.stringify(sorted({ job: 'contacts/charge', payload: { organizationId, id: ids.actionCharge, turn: null } })),
    ]),
  );
});

/** The same object with its names in order. */
const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value)
          .sort()
          .map(([name, each]) => [name, sorted(each)]),
      )
    : value;
