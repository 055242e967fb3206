import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tenantTables } from '#platform/db/columns.ts';
import { snakeCase } from '#platform/db/snake-case.ts';
import { CompiledQuery } from '#platform/db/transaction.ts';
import { createFolder, uploadFile } from '#test/files.ts';
import { app, type Business, codeOf, eventually, letterTo, newBusiness, newMember } from '#test/harness.ts';
import { runNow } from '#test/jobs.ts';
import { furnish } from '#test/walks/fixtures.ts';
import { globalColumns, globalLeftOut } from '../export/exported.ts';
import { deleteSome, selectReferences } from './erase.sql.ts';
import { eraseDue, eraseOrganization } from './erase.ts';
import { erasureOrder } from './order.ts';

const NAME = 'Colmado La Esquina';
const globals = [...Object.keys(globalColumns), ...Object.keys(globalLeftOut)].map(snakeCase);

/** The number of rows of an organization in each table. */
const countsOf = (organizationId: string): Promise<Record<string, number>> =>
  app.engine.within(organizationId, async ({ tx }) => {
    const counts: Record<string, number> = {};
    for (const table of [...tenantTables.map(snakeCase), ...globals]) {
      const text = `SELECT count(*)::int AS rows FROM ${table} WHERE organization_id = $1`;
      const { rows } = await tx.executeQuery<{ rows: number }>(CompiledQuery.raw(text, [organizationId]));
      if (rows[0]!.rows > 0) counts[table] = rows[0]!.rows;
    }
    return counts;
  });

/** A business with a row in every table. */
async function fullBusiness(): Promise<Business> {
  const business = await newBusiness();
  await furnish(business);
  return business;
}

async function closeSince(business: Business, days: number): Promise<void> {
  await business.api.POST('/v1/organization/close', { body: { name: NAME } });
  const closedAt = Temporal.Now.instant().subtract({ hours: days * 24 });
  await app.engine.run({}, ({ tx }) =>
    tx.updateTable('organizations').set({ closedAt }).where('id', '=', business.id).execute(),
  );
}

const erase = ({ id }: Business) => runNow(eraseOrganization, { organizationId: id });
const found = (id: string) =>
  app.engine.run({}, ({ tx }) =>
    tx.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );

test('an organization that stayed closed is erased from every table, and no other is touched', async () => {
  const business = await fullBusiness();
  const other = await fullBusiness();
  const before = await countsOf(other.id);
  assert.ok(Object.keys(before).length > 200);
  await closeSince(business, 31);
  await erase(business);
  assert.deepEqual(await countsOf(business.id), {});
  const after = await countsOf(other.id);
  // The background may write more rows.
  const lost = tenantTables.map(snakeCase).filter((table) => (after[table] ?? 0) < (before[table] ?? 0));
  assert.deepEqual(lost, []);
  const { result } = await found(business.id);
  const { name, taxId, email, erasedAt } = result;
  assert.deepEqual({ name, taxId, email }, { name: '-', taxId: null, email: null });
  assert.ok(erasedAt);
  assert.match((await letterTo(business.owner.email, /Borramos/)).text, /Tu cuenta sigue igual/);
});

test('an organization is not erased before its time, nor when it was reopened', async () => {
  const business = await newBusiness();
  await closeSince(business, 29);
  const before = await countsOf(business.id);
  await erase(business);
  assert.deepEqual(await countsOf(business.id), before);
  await closeSince(business, 31);
  await business.api.POST('/v1/organization/reopen');
  await erase(business);
  assert.equal((await business.api.POST('/v1/beneficiary', { body: { name: 'Ana' } })).response.status, 201);
});

test('members of an erased organization keep their accounts and their other organizations', async () => {
  const business = await newBusiness();
  const member = await newMember(business, 'admin');
  await closeSince(business, 31);
  await erase(business);
  assert.equal(codeOf(await member.api.GET('/v1/beneficiary')), 'organization_required');
  const { data } = await member.api.GET('/v1/organization');
  assert.deepEqual(data!.data, []);
  assert.equal((await member.api.POST('/v1/organization', { body: { name: 'Otro' } })).response.status, 201);
});

test('the files of an erased organization are released', async () => {
  const business = await newBusiness();
  await uploadFile(business, 'un contrato', 'contrato.txt');
  const keys = await app.engine.within(business.id, async (ctx) => {
    const pages = await Promise.all(ctx.storedKinds.map((kind) => kind.page(ctx, null)));
    return pages.flatMap(({ files }) => files.map(({ key }) => key));
  });
  assert.equal(keys.length, 1);
  await closeSince(business, 31);
  await erase(business);
  const { result } = await app.engine.run({}, ({ tx }) =>
    tx.selectFrom('looseFiles').select('key').where('key', 'in', keys).execute(),
  );
  assert.equal(result.length, 1);
});

test('rows that refer to others of their table are deleted before them, however small the batches', async () => {
  const business = await newBusiness();
  const outer = await createFolder(business, 'Contratos');
  const inner = await createFolder(business, 'Alquileres', outer);
  await createFolder(business, 'Antiguos', inner);
  const deleted = await app.engine.within(business.id, async (ctx) => {
    const files = erasureOrder(['files'], await selectReferences(ctx.tx, ['files']))[0]!;
    const counts: number[] = [];
    do counts.push(await deleteSome(ctx, files, 1));
    while (counts.at(-1)! > 0);
    return counts;
  });
  assert.deepEqual(deleted, [1, 1, 1, 0]);
});

test('the hourly job erases the organizations whose time is over', async () => {
  const business = await newBusiness();
  await closeSince(business, 31);
  await runNow(eraseDue, {});
  await eventually(async () => (await found(business.id)).result.name === '-' || undefined);
});

test('raw notices of providers about an erased organization are deleted, and no others', async () => {
  const [business, other] = [await newBusiness(), await newBusiness()];
  const [body, receivedAt] = [Buffer.from('{}'), Temporal.Now.instant()];
  const notice = { adapter: 'test', subject: 'charge', objectId: 'ch', body, receivedAt };
  await app.engine.run({}, async ({ tx }) => {
    for (const { id } of [business, other]) {
      const names = { adapter: 'test', organizationId: id };
      await tx
        .insertInto('merchantOwners')
        .values({ ...names, providerAccountId: `acct_${id}` })
        .execute();
      await tx
        .insertInto('billingCustomers')
        .values({ ...names, customerId: `cus_${id}` })
        .execute();
      const about = { ...notice, eventId: `evt_${id}` };
      await tx
        .insertInto('paymentNotices')
        .values({ ...about, merchantId: `acct_${id}`, occurredAt: receivedAt })
        .execute();
      await tx
        .insertInto('billingNotices')
        .values({ ...about, customerId: `cus_${id}` })
        .execute();
    }
  });
  await closeSince(business, 31);
  await erase(business);
  const { result } = await app.engine.run({}, async ({ tx }) => {
    const ids = [business, other].map(({ id }) => `evt_${id}`);
    const payment = await tx.selectFrom('paymentNotices').select('eventId').where('eventId', 'in', ids).execute();
    const billing = await tx.selectFrom('billingNotices').select('eventId').where('eventId', 'in', ids).execute();
    return [payment, billing];
  });
  assert.deepEqual(result, [[{ eventId: `evt_${other.id}` }], [{ eventId: `evt_${other.id}` }]]);
});
