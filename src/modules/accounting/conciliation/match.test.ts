import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sum } from '#platform/decimal.ts';
import { type Line, type Movement, matchLines } from './match.ts';

const line = (id: string, amount: bigint, more: Partial<Line> = {}): Line => ({
  id,
  amount,
  date: '2026-10-15',
  description: '',
  reference: null,
  ...more,
});
const movement = (recordId: string, amount: bigint, more: Partial<Movement> = {}): Movement => ({
  recordId,
  amount,
  date: '2026-10-15',
  description: '',
  reference: null,
  ...more,
});

test('among records of the same amount, one of the same day and text ranks first, with reasons', () => {
  const found = matchLines(
    [line('l', -125_000n, { description: 'PAGO EDESUR 0098', reference: '77' })],
    [
      movement('far', -125_000n, { date: '2026-10-10' }),
      movement('same', -125_000n, { description: 'Luz, Edesur', reference: '77' }),
      movement('other amount', -125_001n),
      movement('too far', -125_000n, { date: '2026-09-01' }),
      movement('other way', 125_000n),
    ],
  ).get('l')!;
  assert.deepEqual(
    found.map(({ recordIds, suggested }) => [recordIds, suggested]),
    [
      [['same'], true],
      [['far'], false],
    ],
  );
  assert.equal(found[0]?.reason, 'the same amount, on the same day, with the reference 77, both say edesur');
  assert.equal(found[1]?.reason, 'the same amount, 5 days apart');
});

test('any split of a line into up to six records is found among any other records', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt(1n, 10n ** 9n), { minLength: 2, maxLength: 6 }),
      fc.array(fc.bigInt(1n, 10n ** 9n), { maxLength: 3 }),
      fc.constantFrom(1n, -1n),
      (parts, others, sign) => {
        const total = parts.reduce((sum, part) => sum + part, 0n) * sign;
        const records = [...parts, ...others].map((amount, index) => movement(`r${index}`, amount * sign));
        const found = matchLines([line('l', total)], records).get('l')!;
        const wanted = parts.map((_, index) => `r${index}`).join();
        // With others around there may be likelier ways to the same sum; alone there is only this one.
        if (others.length === 0) assert.ok(found.some(({ recordIds }) => recordIds.join() === wanted));
        assert.ok(found.length > 0);
      },
    ),
  );
});

test('lines that together are a record are suggested for it, each with the others', () => {
  const [first, second] = [line('a', 300n, { date: '2026-10-14' }), line('b', 200n, { description: 'Pérez' })];
  const found = matchLines([first, second, line('c', 77n)], [movement('r', 500n, { description: 'Pago de Pérez' })]);
  for (const id of ['a', 'b']) {
    const [candidate, ...others] = found.get(id)!;
    assert.deepEqual([candidate!.lineIds, candidate!.recordIds, candidate!.suggested], [['a', 'b'], ['r'], true]);
    assert.equal(candidate!.reason, '2 lines with the same amount together, 1 day apart, both say perez');
    assert.deepEqual(others, []);
  }
  assert.deepEqual(found.get('c'), []);
});

test('a record that is a line by itself is not joined from others', () => {
  const found = matchLines([line('a', 300n), line('b', 200n), line('c', 500n)], [movement('r', 500n)]);
  assert.deepEqual(
    ['a', 'b', 'c'].map((id) => found.get(id)!.length),
    [0, 0, 1],
  );
});

test('every candidate has the same sum on both sides, none is suggested twice, and input order has no effect', () => {
  const day = fc.integer({ min: 1, max: 28 }).map((n) => `2026-10-${String(n).padStart(2, '0')}`);
  const amount = fc
    .integer({ min: -6, max: 6 })
    .map(BigInt)
    .filter((n) => n !== 0n);
  const item = fc.record({ date: day, amount, description: fc.constantFrom('', 'luz', 'agua clara', 'pago de luz') });
  fc.assert(
    fc.property(fc.array(item, { maxLength: 8 }), fc.array(item, { maxLength: 14 }), fc.gen(), (given, booked, gen) => {
      const lines = given.map((each, index) => line(`l${index}`, each.amount, each));
      const records = booked.map((each, index) => movement(`r${index}`, each.amount, each));
      const amounts = new Map(records.map((record) => [record.recordId, record.amount]));
      const found = matchLines(lines, records);
      const ofLines = new Map(lines.map(({ id, amount }) => [id, amount]));
      const candidates = [...new Set([...found.values()].flat())];
      for (const { lineIds, recordIds, score } of candidates) {
        assert.equal(sum(recordIds.map((id) => amounts.get(id)!)), sum(lineIds.map((id) => ofLines.get(id)!)));
        assert.ok(score >= 0 && score <= 100);
      }
      for (const { id } of lines) for (const { lineIds } of found.get(id)!) assert.ok(lineIds.includes(id));
      const suggested = candidates.filter((candidate) => candidate.suggested);
      const taken = suggested.flatMap(({ lineIds, recordIds }) => [...lineIds, ...recordIds]);
      assert.equal(new Set(taken).size, taken.length);
      const shuffled = <T>(items: T[]): T[] => gen(fc.shuffledSubarray, items, { minLength: items.length });
      const again = matchLines(shuffled(lines), shuffled(records));
      for (const { id } of lines) assert.deepEqual(again.get(id), found.get(id));
    }),
  );
});

test('thousands of records of one day do not stop the search', () => {
  const records = Array.from({ length: 3_000 }, (_, n) => movement(`r${n}`, BigInt(n % 7) * 2n + 2n));
  const lines = Array.from({ length: 100 }, (_, n) => line(`l${n}`, 1_001n));
  assert.equal(matchLines(lines, records).size, 100);
  const small = Array.from({ length: 200 }, (_, n) => line(`l${n}`, 1n));
  assert.equal(matchLines(small, records).get('l0')!.length, 5);
});
