import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { app, newBusiness } from '#test/harness.ts';
import { voidRecord, writeRecord } from '../record/write-record.ts';
import { ledgerTail } from '../tables.ts';
import { postingRules } from './chart-seed.ts';
import { foldLedger } from './fold-ledger.ts';
import { foldTail, recountTotals, selectPostingRules, selectTotals, type Total } from './ledger.sql.ts';

const everything = { accountIds: null, divisionId: null, until: null };
const sorted = (totals: Total[]) => totals.toSorted((a, b) => a.accountId.localeCompare(b.accountId));

test('every new organization has the usual chart, and every posting rule points into it', async () => {
  const { id } = await newBusiness();
  const rules = await app.engine.within(id, (ctx) => selectPostingRules(ctx));
  assert.deepEqual([...rules.keys()].sort(), [...postingRules].sort());
});

test('the open tail is folded when the event stream passes a thousand, and not with every batch', async () => {
  const { id } = await newBusiness();
  const batch = (...seqs: bigint[]) =>
    seqs.map((seq) => ({ seq, id: '', type: 'test', payload: {}, createdAt: '2026-01-01T00:00:00.000Z' }));
  const tailAfter = (...seqs: bigint[]) =>
    app.engine.within(id, async (ctx) => {
      await foldLedger.handle(ctx, batch(...seqs));
      return (await ledgerTail.all(ctx, {})).length;
    });
  const totals = () => app.engine.within(id, async (ctx) => sorted(await selectTotals(ctx, everything)));
  await app.engine.within(id, async (ctx) => {
    const [debit, credit] = [...(await selectPostingRules(ctx)).values()];
    await writeRecord(ctx, journal('2026-01-01', { debit: debit!, credit: credit!, amount: 100n }));
  });
  const before = await totals();
  assert.equal(await tailAfter(1n, 2n), 2);
  assert.equal(await tailAfter(1_000n, 1_999n), 0, 'The thousandth event is in the batch.');
  assert.deepEqual(await totals(), before);
});

test('in any history of postings and reversals, the books balance and totals equal a recount', async () => {
  const { id } = await newBusiness();
  const rules = await app.engine.within(id, (ctx) => selectPostingRules(ctx));
  const accounts = [...rules.values()];
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('post' as const),
      debit: fc.nat(accounts.length - 1),
      credit: fc.nat(accounts.length - 1),
      amount: fc.bigInt(1n, 10n ** 12n),
      day: fc.nat(400),
    }),
    fc.record({ kind: fc.constant('reverse' as const), which: fc.nat(50) }),
    fc.record({ kind: fc.constant('fold' as const) }),
  );
  const current: string[] = [];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.nat(400), async (steps, lastDay) => {
      for (const given of steps) {
        await app.engine.within(id, async (ctx) => {
          const dayOne = Temporal.PlainDate.from('2026-01-01');
          if (given.kind === 'fold') await foldTail(ctx);
          if (given.kind === 'post' && given.debit !== given.credit) {
            const transfer = { debit: accounts[given.debit]!, credit: accounts[given.credit]!, amount: given.amount };
            const date = dayOne.add({ days: given.day }).toString();
            current.push((await writeRecord(ctx, journal(date, transfer))).id);
          }
          if (given.kind === 'reverse' && current.length > 0) {
            await voidRecord(ctx, current.splice(given.which % current.length, 1)[0]!);
          }
        });
      }
      const until = Temporal.PlainDate.from('2026-01-01').add({ days: lastDay }).toString();
      await app.engine.within(id, async (ctx) => {
        for (const filter of [everything, { ...everything, until }]) {
          const totals = await selectTotals(ctx, filter);
          assert.deepEqual(sorted(totals), sorted(await recountTotals(ctx, filter)));
          assert.equal(
            totals.reduce((sum, total) => sum + total.debit - total.credit, 0n),
            0n,
          );
        }
      });
    }),
    { numRuns: 15 },
  );
});

test('a record is voided once under concurrent requests', async () => {
  const { id } = await newBusiness();
  const recordId = await app.engine.within(id, async (ctx) => {
    const rules = await selectPostingRules(ctx);
    const transfer = { debit: rules.get('cash')!, credit: rules.get('sales')!, amount: 11_800n };
    return (await writeRecord(ctx, journal(ctx.today.toString(), transfer))).id;
  });
  const tries = await Promise.allSettled(
    Array.from({ length: 8 }, () => app.engine.within(id, (ctx) => voidRecord(ctx, recordId))),
  );
  assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1);
});

test('an organization counts in another currency only while nothing is posted', async () => {
  const { api, id } = await newBusiness();
  assert.equal((await api.PATCH('/v1/organization', { body: { currency: 'USD' } })).data?.currency, 'USD');
  await app.engine.within(id, async (ctx) => {
    const rules = await selectPostingRules(ctx);
    const transfer = { debit: rules.get('cash')!, credit: rules.get('sales')!, amount: 100n };
    await writeRecord(ctx, { ...journal(ctx.today.toString(), transfer), currency: 'USD' });
  });
  const refused = await api.PATCH('/v1/organization', { body: { currency: 'DOP' } });
  assert.equal(refused.error?.code, 'currency_in_use');
});

const journal = (date: string, transfer: { debit: string; credit: string; amount: bigint }) => ({
  kind: 'journal',
  date,
  amount: transfer.amount,
  currency: 'DOP',
  baseAmount: transfer.amount,
  transfers: [{ ...transfer, purpose: 'net' }],
});
