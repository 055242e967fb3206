import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import pg from 'pg';
import { newId } from '#platform/id.ts';
import { app, type Business, eventually, newBusiness, ownerUrlOf } from '#test/harness.ts';
import { foldTail, recountTotals, selectTotals, type Total } from '../ledger/ledger.sql.ts';
import { rewriteRecord, voidRecord, writeRecord } from '../record/write-record.ts';
import { selectChart } from './chart.sql.ts';
import { recountBooks } from './verification.sql.ts';
import { verifyLedger, verifyLedgers } from './verification.ts';

const owner = new pg.Client({ connectionString: ownerUrlOf(app.databaseUrl) });
await owner.connect();
after(() => owner.end());

const published = async (business: Business) => (await business.api.GET('/v1/chart-of-accounts')).data!;
const verify = (business: Business) =>
  app.engine.run({}, async (ctx) => ctx.enqueue(verifyLedger, { organizationId: business.id }));

const journal = (debit: string, credit: string, amount: bigint, date = '2026-10-05') => ({
  kind: 'journal',
  date,
  amount,
  currency: 'DOP',
  baseAmount: amount,
  transfers: [{ debit, credit, amount, purpose: 'net' }],
});

async function postSomething(business: Business): Promise<void> {
  await app.engine.within(business.id, async (ctx) => {
    const chart = await selectChart(ctx);
    const id = (code: string) => chart.find((account) => account.code === code)!.id;
    await writeRecord(ctx, journal(id('1101'), id('4101'), 10_000n));
    while (await foldTail(ctx));
  });
}

test('the nightly recount reaches every organization and publishes when its books were verified', async () => {
  // Ids follow time: the organizations of earlier tests are left out.
  const { id: after } = await newBusiness();
  const businesses = [await newBusiness(), await newBusiness()];
  for (const business of businesses) await postSomething(business);
  await app.engine.run({}, async (ctx) => ctx.enqueue(verifyLedgers, { after }));
  for (const business of businesses) {
    const chart = await eventually(async () => {
      const found = await published(business);
      return found.verifiedAt !== null && found;
    });
    assert.deepEqual([chart.checkedAt, chart.differences], [chart.verifiedAt, 0]);
  }
});

test('a total that differs from its transfers is found, and the owner is notified once', async () => {
  const business = await newBusiness();
  await postSomething(business);
  await verify(business);
  const { verifiedAt } = await eventually(async () => {
    const found = await published(business);
    return found.verifiedAt !== null && found;
  });
  // Only a look behind the service's back can do this.
  await owner.query('UPDATE ledger_months SET debit = debit + 1 WHERE organization_id = $1 AND debit > 0', [
    business.id,
  ]);
  const checkAgain = async () => {
    const before = (await published(business)).checkedAt;
    await verify(business);
    return eventually(async () => {
      const found = await published(business);
      return found.checkedAt !== before && found;
    });
  };
  const chart = await checkAgain();
  assert.deepEqual([chart.verifiedAt, chart.differences], [verifiedAt, 1]);
  await checkAgain();
  const { data: notifications } = await business.api.GET('/v1/organization/user/notifications', {
    params: { query: {} },
  });
  assert.deepEqual(
    notifications!.data.map(({ kind, title }) => [kind, title]),
    [['books', 'Encontramos una diferencia en tus libros']],
  );
  await owner.query('UPDATE ledger_months SET debit = debit - 1 WHERE organization_id = $1 AND debit > 0', [
    business.id,
  ]);
  const healed = await checkAgain();
  assert.deepEqual([healed.verifiedAt, healed.differences], [healed.checkedAt, 0]);
});

test('after any operations the totals equal a recount, per account, division, day and moment of knowledge', async () => {
  const business = await newBusiness({ sandbox: true });
  const { id } = business;
  const divisions = [newId(), newId(), null];
  const accounts = await app.engine.within(id, async (ctx) => {
    for (const division of divisions.slice(0, 2)) {
      const row = { organizationId: id, id: division!, name: 'Sucursal', createdAt: ctx.now };
      await ctx.tx.insertInto('divisions').values(row).execute();
    }
    const chart = await selectChart(ctx);
    return chart.filter(({ postable }) => postable).map((account) => account.id);
  });
  const dayOne = Temporal.PlainDate.from('2026-01-15');
  const content = fc
    .record({
      debit: fc.nat(5),
      apart: fc.integer({ min: 1, max: 5 }),
      amount: fc.bigInt(1n, 10n ** 12n),
      day: fc.nat(70),
      division: fc.nat(2),
    })
    .map(({ debit, apart, amount, day, division }) => ({
      ...journal(accounts[debit]!, accounts[(debit + apart) % 6]!, amount, dayOne.add({ days: day }).toString()),
      divisionId: divisions[division] ?? null,
    }));
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('post' as const), content }) },
    fc.record({ kind: fc.constant('change' as const), which: fc.nat(), content }),
    fc.record({ kind: fc.constant('takeBack' as const), which: fc.nat() }),
    fc.record({ kind: fc.constant('fold' as const) }),
  );
  const current: string[] = [];
  let hours = 0;
  const perform = (given: typeof step extends fc.Arbitrary<infer S> ? S : never) =>
    app.engine.within(id, async (ctx) => {
      if (given.kind === 'fold') return void (await foldTail(ctx));
      if (given.kind === 'post') return void current.push((await writeRecord(ctx, given.content)).id);
      if (current.length === 0) return;
      const place = given.which % current.length;
      if (given.kind === 'change') await rewriteRecord(ctx, current[place]!, undefined, async () => given.content);
      else await voidRecord(ctx, current.splice(place, 1)[0]!);
    });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 10 }), fc.nat(70), fc.nat(1), async (steps, lastDay, division) => {
      const known = await app.engine.within(id, async (ctx) => {
        const books = { accountIds: null, divisionId: null, until: null };
        return { at: ctx.now.toString({ fractionalSecondDigits: 3 }), totals: await selectTotals(ctx, books) };
      });
      await app.clock.move(id, Temporal.Now.instant().add({ hours: ++hours }));
      for (const given of steps) await perform(given);
      const until = dayOne.add({ days: lastDay }).toString();
      await app.engine.within(id, async (ctx) => {
        const books = { accountIds: null, divisionId: null, until: null, knownAt: null };
        for (const filter of [
          books,
          { ...books, until },
          { ...books, until, divisionId: divisions[division]! },
          { ...books, accountIds: accounts.slice(0, 2), until },
          { ...books, until, knownAt: known.at },
        ]) {
          assert.deepEqual(sorted(await selectTotals(ctx, filter)), sorted(await recountTotals(ctx, filter)));
        }
        const then = await selectTotals(ctx, { ...books, knownAt: known.at });
        assert.deepEqual(sorted(then), sorted(known.totals));
        assert.deepEqual((await recountBooks(ctx)).differences, []);
      });
    }),
    { numRuns: 12 },
  );
});

/** Accounts that hold nothing need not be named. */
const sorted = (totals: Total[]) =>
  totals
    .filter(({ debit, credit }) => debit !== 0n || credit !== 0n)
    .toSorted((a, b) => a.accountId.localeCompare(b.accountId));
