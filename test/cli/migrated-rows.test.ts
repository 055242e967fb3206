import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { migrate, readMigrations } from '#platform/db/migrate.ts';
import { JobQueue } from '#platform/jobs/queue.ts';

/** Migrations that rewrite rows are run again here, on rows as an earlier release wrote them. */
const migrations = await readMigrations();
const textOf = (name: string): string => migrations.find((each) => each.name.includes(name))!.sql;

const server = new pg.Client({ connectionString: process.env.TEST_OWNER_URL });
const database = `migrated_${randomBytes(4).toString('hex')}`;
const urlOf = (role: string) =>
  process.env.TEST_OWNER_URL!.replace('/postgres?', `/${database}?`).replace('postgres@', `${role}@`);
let owner: pg.Client;

before(async () => {
  await server.connect();
  await server.query(`CREATE DATABASE ${database}`);
  await migrate({ ownerUrl: urlOf('postgres'), applicationUrl: urlOf('colmado'), alongside: JobQueue.install });
  owner = new pg.Client({ connectionString: urlOf('postgres') });
  await owner.connect();
});
after(async () => {
  await owner.end();
  await server.query(`DROP DATABASE ${database} WITH (FORCE)`);
  await server.end();
});

async function newOrganization(): Promise<string> {
  const id = randomUUID();
  await owner.query("INSERT INTO organizations (id, name, referral_code, created_at) VALUES ($1, 'Vieja', $2, now())", [
    id,
    id.slice(0, 10),
  ]);
  return id;
}

async function newAccount(organizationId: string, code: string, kind: string, rule?: string): Promise<void> {
  const id = randomUUID();
  await owner.query(
    `INSERT INTO chart_accounts (organization_id, id, code, name, kind, currency, postable, created_at)
     VALUES ($1, $2, $3, $3, $4, 'DOP', true, now())`,
    [organizationId, id, code, kind],
  );
  if (rule)
    await owner.query(
      'INSERT INTO posting_rules (organization_id, name, chart_account_id, updated_at) VALUES ($1, $2, $3, now())',
      [organizationId, rule, id],
    );
}

const samples: Record<string, unknown> = {
  'timestamp with time zone': new Date(),
  text: 'x',
  date: '2026-01-01',
  bigint: 0,
  integer: 1,
  numeric: 0,
  boolean: false,
  uuid: randomUUID(),
  jsonb: '[]',
};

/** Inserts a row with these values, and any others in columns that need one. */
async function insertRow(table: string, values: Record<string, unknown>): Promise<void> {
  const { rows } = await owner.query<{ name: string; type: string }>(
    `SELECT column_name AS name, data_type AS type FROM information_schema.columns
     WHERE table_name = $1 AND is_nullable = 'NO' AND column_default IS NULL AND is_generated = 'NEVER'`,
    [table],
  );
  const row = { ...Object.fromEntries(rows.map(({ name, type }) => [name, samples[type]])), ...values };
  const names = Object.keys(row);
  await owner.query(
    `INSERT INTO ${table} (${names.join()}) VALUES (${names.map((_, place) => `$${place + 1}`).join()})`,
    Object.values(row),
  );
}

/** Runs a migration as the program does, in one transaction. */
async function run(name: string): Promise<void> {
  await owner.query('BEGIN');
  await owner.query(textOf(name));
  await owner.query('COMMIT');
}

test('a chart of an earlier release gets accounts for unrealized exchange differences under free codes', async () => {
  const [plain, taken, empty] = [await newOrganization(), await newOrganization(), await newOrganization()];
  for (const id of [plain, taken]) {
    await newAccount(id, '4203', 'income', 'exchangeGain');
    await newAccount(id, '6203', 'expense', 'exchangeLoss');
  }
  await newAccount(taken, '4208', 'income');
  await run('2330_accounting_unrealized-exchange');
  const codesOf = async (id: string) => {
    const { rows } = await owner.query(
      `SELECT r.name, a.code, a.kind FROM posting_rules r
       JOIN chart_accounts a ON a.organization_id = r.organization_id AND a.id = r.chart_account_id
       WHERE r.organization_id = $1 AND r.name LIKE 'unrealized%' ORDER BY r.name`,
      [id],
    );
    return rows.map(({ name, code, kind }) => [name, code, kind]);
  };
  const expected = (gain: string) => [
    ['unrealizedExchangeGain', gain, 'income'],
    ['unrealizedExchangeLoss', '6207', 'expense'],
  ];
  assert.deepEqual(await codesOf(plain), expected('4208'));
  assert.deepEqual(await codesOf(taken), expected('4208.1'));
  assert.deepEqual(await codesOf(empty), []);
});

test('a chart of an earlier release gets accounts for ISC, other taxes and tips under free codes', async () => {
  const [plain, taken, empty] = [await newOrganization(), await newOrganization(), await newOrganization()];
  for (const id of [plain, taken]) {
    await newAccount(id, '2102', 'liability', 'salesTax');
    await newAccount(id, '6105', 'expense', 'expenses');
  }
  for (const code of ['2108', '2108.1', '6109']) await newAccount(taken, code, 'liability');
  await run('2230_accounting_taxes');
  const codesOf = async (id: string) => {
    const { rows } = await owner.query(
      `SELECT r.name, a.code, a.kind, a.postable, a.currency FROM posting_rules r
       JOIN chart_accounts a ON a.organization_id = r.organization_id AND a.id = r.chart_account_id
       WHERE r.organization_id = $1 AND r.name NOT IN ('salesTax', 'expenses') ORDER BY r.name COLLATE "C"`,
      [id],
    );
    assert.ok(rows.every(({ postable, currency }) => postable && currency === 'DOP'));
    return rows.map(({ name, code, kind }) => [name, code, kind]);
  };
  const expected = (isc: string, tip: string) => [
    ['purchaseIsc', '6107', 'expense'],
    ['purchaseOtherTax', '6108', 'expense'],
    ['purchaseTip', tip, 'expense'],
    ['salesIsc', isc, 'liability'],
    ['salesOtherTax', '2109', 'liability'],
    ['salesTip', '2110', 'liability'],
  ];
  assert.deepEqual(await codesOf(plain), expected('2108', '6109'));
  assert.deepEqual(await codesOf(taken), expected('2108.2', '6109.1'));
  assert.deepEqual(await codesOf(empty), []);
});

test('a reception key of an earlier release, with capitals in it, is found by its small letters', async () => {
  const id = await newOrganization();
  const key = 'ecf_AbC-dEf_123';
  await insertRow('ecf_companies', {
    organization_id: id,
    receiver_key: key,
    environment: 'test',
    tax_id: '131246796',
  });
  await run('2250_filings_receivers');
  const { rows } = await owner.query(
    "SELECT kind FROM capabilities WHERE organization_id = $1 AND hash = sha256(convert_to('ecf_abc-def_123', 'UTF8'))",
    [id],
  );
  assert.deepEqual(rows, [{ kind: 'ecf-receiver' }]);
});

test('of two acceptances of a quote in an earlier release, the first counts', async () => {
  const id = await newOrganization();
  const quote = randomUUID();
  await owner.query(
    `INSERT INTO pending_records (organization_id, id, kind, direction, status, number, issued_at, date, due_on, currency,
       subtotal, discount, net, tax, total, base_net, base_tax, base_total, created_at, updated_at)
     VALUES ($1, $2, 'quote', 'sale', 'issued', 1, now(), '2026-01-15', '2026-01-15', 'DOP',
       100, 0, 100, 0, 100, 100, 0, 100, now(), now())`,
    [id, quote],
  );
  await owner.query('ALTER TABLE page_acceptances DROP COLUMN pending_record_id');
  for (const [name, acceptedAt] of [
    ['Beto', '2026-01-17'],
    ['Ana', '2026-01-16'],
  ]) {
    const page = randomUUID();
    await owner.query(
      `INSERT INTO shared_pages (organization_id, id, kind, pending_record_id, may_pay, sealed_id, created_at)
       VALUES ($1, $2, 'document', $3, '{whole}', '', now())`,
      [id, page, quote],
    );
    await owner.query(
      `INSERT INTO page_acceptances (organization_id, page_id, name, document_version, address, user_agent, accepted_at)
       VALUES ($1, $2, $3, 1, '', '', $4)`,
      [id, page, name, acceptedAt],
    );
  }
  await run('one-acceptance');
  const { rows } = await owner.query(
    'SELECT name FROM page_acceptances WHERE organization_id = $1 AND pending_record_id = $2',
    [id, quote],
  );
  assert.deepEqual(rows, [{ name: 'Ana' }]);
});

test('receipts of an earlier release are void if all of their payments are undone', async () => {
  const id = await newOrganization();
  await owner.query('DROP INDEX payment_receipts_voided');
  await owner.query('ALTER TABLE payment_receipts DROP COLUMN valid_payments, DROP COLUMN voided_at');
  await owner.query('ALTER TABLE payment_receipt_lines DROP COLUMN undone');
  // Without the records and documents that the rows belong to.
  await owner.query('SET session_replication_role = replica');
  const payment = async (voidedAt: string | null) => {
    const recordId = randomUUID();
    await owner.query(
      `INSERT INTO pending_payments (organization_id, id, pending_record_id, source, amount, base_amount, date, record_id,
         voided_at, created_at) VALUES ($1, $2, $2, 'card', 100, 100, '2026-11-18', $3, $4, '2026-11-18')`,
      [id, randomUUID(), recordId, voidedAt],
    );
    return recordId;
  };
  for (const [number, undone] of [[true, true], [true, false], [false]].entries()) {
    const receiptId = randomUUID();
    await owner.query(
      `INSERT INTO payment_receipts (organization_id, id, direction, number, date, currency, created_at)
       VALUES ($1, $2, 'sale', $3, '2026-11-18', 'DOP', '2026-11-18')`,
      [id, receiptId, number + 1],
    );
    for (const [position, isUndone] of undone.entries()) {
      const recordId = await payment(isUndone ? `2026-11-2${position}` : null);
      await owner.query(
        `INSERT INTO payment_receipt_lines (organization_id, record_id, receipt_id, position, pending_record_id, settled, due,
           interest, late_fee, advance) VALUES ($1, $2, $3, $4, $2, 100, 0, 0, 0, 0)`,
        [id, recordId, receiptId, position],
      );
    }
  }
  await owner.query('SET session_replication_role = DEFAULT');
  await run('undone-lines');
  await run('void-receipts');
  const { rows } = await owner.query(
    `SELECT valid_payments, to_char(voided_at, 'YYYY-MM-DD') AS voided_on FROM payment_receipts WHERE organization_id = $1 ORDER BY number`,
    [id],
  );
  assert.deepEqual(rows, [
    { valid_payments: 0, voided_on: '2026-11-21' },
    { valid_payments: 1, voided_on: null },
    { valid_payments: 1, voided_on: null },
  ]);
});

test('sold invoices of an earlier release are delivered if all of their goods are delivered or canceled', async () => {
  const id = await newOrganization();
  // Without most of what the rows belong to.
  await owner.query('SET session_replication_role = replica');
  const rice = randomUUID();
  await insertRow('resources', { organization_id: id, id: rice, kind: 'goods', name: 'Arroz' });
  const parts = [
    { delivered: 10, canceled: 0, status: 'sent' },
    { delivered: 6, canceled: 4, status: 'sent' },
    { delivered: 9, canceled: 0, status: 'sent' },
    { delivered: 10, canceled: 0, status: 'canceled' },
  ];
  for (const [place, { delivered, canceled, status }] of parts.entries()) {
    const [document, element, delivery] = [randomUUID(), randomUUID(), randomUUID()];
    const own = { organization_id: id };
    const sent = { number: place + 1, kind: 'sale', from_division_id: randomUUID() };
    const issued = { status: 'issued', kind: 'invoice', direction: 'sale', deliver_later: true, currency: 'DOP' };
    await insertRow('pending_records', { ...own, ...issued, id: document, number: place + 1, issued_at: new Date() });
    await insertRow('pending_elements', {
      ...own,
      id: element,
      pending_record_id: document,
      resource_id: rice,
      quantity: 10,
    });
    await insertRow('deliveries', { ...own, ...sent, id: delivery, pending_record_id: document, status });
    const line = { ...own, delivery_id: delivery, element_id: element };
    await insertRow('delivery_lines', { ...line, id: randomUUID(), quantity: delivered });
    if (canceled > 0) await insertRow('delivery_cancellations', { ...line, quantity: canceled });
  }
  await owner.query('SET session_replication_role = DEFAULT');
  await run('invoicing_delivered');
  const { rows } = await owner.query(
    'SELECT fulfilled FROM pending_records WHERE organization_id = $1 ORDER BY number',
    [id],
  );
  assert.deepEqual(
    rows.map(({ fulfilled }) => fulfilled),
    [true, true, false, false],
  );
});

test('sold invoices of an earlier release are still to be delivered while packs of them are, and not for goods without stock', async () => {
  const id = await newOrganization();
  await owner.query('SET session_replication_role = replica');
  const [rice, bag, pack] = [randomUUID(), randomUUID(), randomUUID()];
  const own = { organization_id: id };
  await insertRow('resources', { ...own, id: rice, kind: 'goods', name: 'Arroz', tracks_stock: true });
  await insertRow('resources', { ...own, id: bag, kind: 'goods', name: 'Funda', tracks_stock: false });
  const lines = [
    { item: { resource_list_id: pack }, delivered: 0 },
    { item: { resource_list_id: pack }, delivered: 2 },
    { item: { resource_id: bag }, delivered: 0 },
    { item: { resource_id: rice }, delivered: 1 },
  ];
  for (const [place, { item, delivered }] of lines.entries()) {
    const [document, element, delivery] = [randomUUID(), randomUUID(), randomUUID()];
    const issued = { status: 'issued', kind: 'invoice', direction: 'sale', deliver_later: true, currency: 'DOP' };
    await insertRow('pending_records', { ...own, ...issued, id: document, number: place + 1, issued_at: new Date() });
    await insertRow('pending_elements', { ...own, id: element, pending_record_id: document, quantity: 2, ...item });
    if ('resource_list_id' in item)
      await insertRow('sold_parts', {
        ...{ ...own, pending_record_id: document, element_id: element },
        ...{ resource_id: rice, quantity: 6 },
      });
    if (delivered === 0) continue;
    const sent = { number: place + 1, kind: 'sale', from_division_id: randomUUID(), status: 'sent' };
    await insertRow('deliveries', { ...own, ...sent, id: delivery, pending_record_id: document });
    const line = { delivery_id: delivery, element_id: element, quantity: delivered };
    await insertRow('delivery_lines', { ...own, ...line, id: randomUUID() });
  }
  await owner.query('SET session_replication_role = DEFAULT');
  await run('invoicing_delivered');
  await run('packs-to-deliver');
  const { rows } = await owner.query(
    'SELECT fulfilled FROM pending_records WHERE organization_id = $1 ORDER BY number',
    [id],
  );
  assert.deepEqual(
    rows.map(({ fulfilled }) => fulfilled),
    [false, true, true, false],
  );
});

test('serial numbers of an earlier release that movements do not take get a form that they take, wherever they are named', async () => {
  const id = await newOrganization();
  await owner.query('ALTER TABLE serial_numbers DROP CONSTRAINT serial_numbers_form');
  await owner.query('SET session_replication_role = replica');
  const [resource, document, delivery] = [randomUUID(), randomUUID(), randomUUID()];
  const own = { organization_id: id };
  await insertRow('resources', { ...own, id: resource, kind: 'goods', name: 'Celular' });
  const serials = ['SN-1', 'Señal 7', 'x'.repeat(100)];
  for (const serial of serials) {
    const unit = { ...own, resource_id: resource, serial_number: serial };
    await insertRow('serial_numbers', { ...unit, status: 'sold', left_as: 'sold' });
    await insertRow('serial_events', { ...unit, number: 1, kind: 'received', division_id: randomUUID() });
  }
  const line = { ...own, id: randomUUID(), quantity: 3, serial_numbers: serials };
  await insertRow('pending_elements', { ...line, pending_record_id: document, resource_id: resource });
  await insertRow('delivery_lines', { ...line, delivery_id: delivery, element_id: randomUUID() });
  await owner.query('SET session_replication_role = DEFAULT');
  await run('plain-serials');
  await run('inventory_serial-form');
  const plain = ['SN-1', 'Senal 7-0e806eac', `${'x'.repeat(51)}-`];
  const columns = [
    ['serial_numbers', 'serial_number'],
    ['serial_events', 'serial_number'],
    ['pending_elements', 'unnest(serial_numbers)'],
    ['delivery_lines', 'unnest(serial_numbers)'],
  ] as const;
  for (const [table, column] of columns) {
    const { rows } = await owner.query<{ serial: string }>(
      `SELECT ${column} AS serial FROM ${table} WHERE organization_id = $1`,
      [id],
    );
    const found = rows.map(({ serial }) => serial.slice(0, 52)).toSorted();
    assert.deepEqual(found, plain.map((serial) => serial.slice(0, 52)).toSorted(), table);
  }
});
