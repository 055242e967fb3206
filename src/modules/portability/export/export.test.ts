import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { unzipSync } from 'fflate';
import { newId } from '#platform/id.ts';
import { createFolder, uploadFile } from '#test/files.ts';
import { app, type Business, baseUrl, codeOf, eventually, newBusiness, newMember } from '#test/harness.ts';
import { runNow } from '#test/jobs.ts';
import { organizationExports } from '../tables.ts';
import { makeExport, tickExports } from './export.ts';

const download = (business: Business, id: string, headers: Record<string, string> = {}) =>
  fetch(`${baseUrl}/v1/organization/export/${id}/download`, {
    headers: {
      authorization: `Bearer ${business.owner.token}`,
      'x-service-organization-id': business.id,
      ...headers,
    },
  });

async function exported(business: Business) {
  const { data: begun } = await business.api.POST('/v1/organization/export');
  assert.equal(begun!.status, 'running');
  const done = await eventually(async () => {
    const { data } = await business.api.GET('/v1/organization/export');
    return data!.data.find(({ id, status }) => id === begun!.id && status !== 'running');
  });
  return { ...done, response: await download(business, done.id) };
}

interface Manifest {
  format: string;
  organizationId: string;
  schemaVersion: string;
  files: { path: string; rows: number; bytes: number; sha256: string; fields: Record<string, string> }[];
  storedFiles: number;
  missing: string[];
  notExported: { columns: Record<string, string[]> };
}

async function opened(response: Response) {
  assert.equal(response.status, 200);
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  const text = (path: string): string => Buffer.from(files[path]!).toString();
  const rows = (path: string): Record<string, unknown>[] =>
    text(path)
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  return { files, text, rows, manifest: JSON.parse(text('manifest.json')) as Manifest };
}

test('an export has the rows of every kind, the stored files, and a manifest that proves both', async () => {
  const business = await newBusiness();
  const name = 'Panadería "Ñame" \\ línea\nsegunda';
  const { data: contact } = await business.api.POST('/v1/beneficiary', {
    body: { name: 'Panadería Ñame', notes: name },
  });
  const folderId = await createFolder(business, 'Contratos: 2026');
  await uploadFile(business, 'el contrato', 'alquiler.txt', { folderId });
  const { status, rows: rowCount, files: fileCount, bytes, response } = await exported(business);
  assert.equal(status, 'done');
  const { files, rows, manifest } = await opened(response);
  const found = rows('contacts/contacts.ndjson').find(({ id }) => id === contact!.id)!;
  assert.equal(found.notes, name);
  assert.equal(found.organizationId, undefined);
  assert.deepEqual(
    rows('organization/members.ndjson').map(({ userId, role, email }) => ({ userId, role, email })),
    [{ userId: business.owner.id, role: 'owner', email: business.owner.email }],
  );
  assert.equal(rows('organization/organization.ndjson')[0]!.id, business.id);
  assert.ok(rows('accounting/chart-accounts.ndjson').length > 20);
  const path = `files/Contratos_ 2026 ${folderId}/alquiler.txt`;
  assert.equal(Buffer.from(files[path]!).toString(), 'el contrato');
  assert.equal(manifest.format, 'colmado-organization/1');
  assert.equal(manifest.organizationId, business.id);
  assert.match(manifest.schemaVersion, /^20\d{6}T\d{4}_/);
  assert.deepEqual(manifest.missing, []);
  assert.equal(fileCount, 1);
  assert.equal(Number(response.headers.get('content-length')), bytes);
  assert.equal(
    rowCount,
    manifest.files.reduce((sum, file) => sum + file.rows, 0),
  );
  for (const listed of manifest.files) {
    const content = Buffer.from(files[listed.path]!);
    assert.equal(createHash('sha256').update(content).digest('hex'), listed.sha256, listed.path);
    assert.equal(content.toString().split('\n').filter(Boolean).length, listed.rows, listed.path);
  }
});

test('amounts and large numbers are exact texts, and times are in UTC', async () => {
  const business = await newBusiness();
  await business.api.POST('/v1/resource', {
    body: { name: 'Arroz', prices: [{ amount: '2450.505' }] } as never,
  });
  const { response } = await exported(business);
  const { rows, manifest } = await opened(response);
  const [price] = rows('catalog/resource-prices.ndjson');
  assert.match(String(price!.amount), /^2450\.5050*$/);
  assert.match(String(price!.createdAt), /^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/);
  const listed = manifest.files.find(({ path }) => path === 'accounting/ledger-transfers.ndjson')!;
  assert.equal(listed.fields.amount, 'bigint!');
});

test('an export holds no secret of the organization and nothing of another one', async () => {
  const business = await newBusiness();
  const other = await newBusiness();
  const { data: foreign } = await other.api.POST('/v1/beneficiary', { body: { name: 'Ajena' } });
  const { data: key } = await business.api.POST('/v1/organization/api-key', {
    body: { name: 'Caja', permissions: ['members:read'] },
  });
  const { data: webhook } = await business.api.POST('/v1/organization/webhook', {
    body: { url: 'https://example.com/hook' },
  });
  const { files, rows, manifest } = await opened((await exported(business)).response);
  const everything = Buffer.concat(Object.values(files).map((bytes) => Buffer.from(bytes))).toString();
  assert.ok(everything.includes(key!.id));
  assert.ok(everything.includes(webhook!.id));
  for (const secret of [key!.secret, webhook!.secret!, other.id, foreign!.id, other.owner.email])
    assert.ok(!everything.includes(secret), secret);
  assert.ok(!('secret' in rows('organization/api-keys.ndjson')[0]!));
  assert.deepEqual(manifest.notExported.columns.webhooks, ['secret', 'previousSecret']);
});

test('the parts of a download that was cut make the same ZIP', async () => {
  const business = await newBusiness();
  const { id, bytes, response } = await exported(business);
  const whole = Buffer.from(await response.arrayBuffer());
  const first = await download(business, id, { range: 'bytes=0-999' });
  assert.equal(first.status, 206);
  const rest = await download(business, id, { range: 'bytes=1000-', 'if-range': first.headers.get('etag')! });
  assert.equal(rest.headers.get('content-range'), `bytes 1000-${bytes! - 1}/${bytes}`);
  const joined = Buffer.concat([await first.arrayBuffer(), await rest.arrayBuffer()].map((part) => Buffer.from(part)));
  assert.ok(joined.equals(whole));
});

test('only the owner in person exports and downloads, and only of the own organization', async () => {
  const business = await newBusiness();
  const { id } = await exported(business);
  const admin = await newMember(business, 'admin');
  assert.equal(codeOf(await admin.api.POST('/v1/organization/export')), 'owner_required');
  const refused = await admin.api.GET('/v1/organization/export/{id}/download', { params: { path: { id } } });
  assert.equal(codeOf(refused), 'owner_required');
  const viewer = await newMember(business, 'viewer');
  assert.equal(codeOf(await viewer.api.GET('/v1/organization/export')), 'forbidden');
  const other = await newBusiness();
  const foreign = await other.api.GET('/v1/organization/export/{id}/download', { params: { path: { id } } });
  assert.equal(codeOf(foreign), 'not_found');
});

/** An export whose job waits for nobody: the test runs it. */
const waiting = (business: Business) =>
  app.engine.within(business.id, (ctx) =>
    organizationExports.insert(ctx, { id: newId(), userId: business.owner.id, createdAt: ctx.now }),
  );

test('an organization has one export at a time', async () => {
  const business = await newBusiness();
  const { id } = await waiting(business);
  assert.equal(codeOf(await business.api.POST('/v1/organization/export')), 'organization_export_running');
  const early = await business.api.GET('/v1/organization/export/{id}/download', { params: { path: { id } } });
  assert.equal(codeOf(early), 'organization_export_unavailable');
  await runNow(makeExport, { id, organizationId: business.id });
  assert.equal((await exported(business)).status, 'done');
});

test('an export is deleted after seven days', async () => {
  const business = await newBusiness({ sandbox: true });
  const { id } = await exported(business);
  await app.engine.within(business.id, (ctx) =>
    organizationExports.updateAll(ctx, { id }, { expiresAt: ctx.now.subtract({ minutes: 1 }) }),
  );
  assert.equal(await app.engine.within(business.id, tickExports), null);
  const gone = await business.api.GET('/v1/organization/export/{id}/download', { params: { path: { id } } });
  assert.equal(codeOf(gone), 'organization_export_unavailable');
  const { data } = await business.api.GET('/v1/organization/export');
  assert.equal(data!.data[0]!.status, 'expired');
});

test('the owner is notified, and the events say who asked for an export', async () => {
  const business = await newBusiness();
  const { id } = await exported(business);
  const { data } = await business.api.GET('/v1/organization/user/notifications');
  assert.deepEqual(
    data!.data.map(({ kind, data: about }) => ({ kind, about })),
    [{ kind: 'organization-export', about: { exportId: id } }],
  );
  const { data: events } = await business.api.GET('/v1/organization/events', { params: { query: { cursor: '0' } } });
  const asked = events!.data.find(({ payload }) => (payload as { section?: string }).section === 'exports')!;
  assert.deepEqual(asked.payload, { section: 'exports', old: {}, new: { exportId: id }, userId: business.owner.id });
});

test('an export that fails is tried again, and after the last attempt it is failed and the owner is notified', async (t) => {
  const business = await newBusiness();
  const id = newId();
  await app.engine.within(business.id, (ctx) =>
    organizationExports.insert(ctx, { id, status: 'running', userId: business.owner.id, createdAt: ctx.now }),
  );
  t.mock.method(app.engine.storage, 'write', () => Promise.reject(new Error('The disk is full.')));
  const run = (attempt: number, lastAttempt: boolean) =>
    runNow(makeExport, { organizationId: business.id, id }, app, { attempt, lastAttempt });
  const statusOf = async () => (await business.api.GET('/v1/organization/export')).data!.data[0]!.status;
  await assert.rejects(run(1, false), /disk is full/);
  assert.equal(await statusOf(), 'running');
  assert.equal(codeOf(await business.api.POST('/v1/organization/export')), 'organization_export_running');
  await assert.rejects(run(2, true), /disk is full/);
  assert.equal(await statusOf(), 'failed');
  const { data: notices } = await business.api.GET('/v1/organization/user/notifications');
  assert.deepEqual(
    notices!.data.filter(({ kind }) => kind === 'organization-export').map(({ title }) => title),
    ['La exportación de su organización falló'],
  );
  assert.equal((await download(business, id)).status, 409);
  assert.equal((await business.api.POST('/v1/organization/export')).response.status, 202);
});
