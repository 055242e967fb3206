import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TransferPlaces } from '#platform/http/limits/places.ts';
import { Refusal } from '#platform/refusal.ts';

const stays = (): void => {};
const isBusy = (error: unknown): boolean => error instanceof Refusal && error.headers['retry-after'] === '2';
const takeAll = (places: TransferPlaces, owner: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => places.take('download', owner, stays)));

test('the fifth download of an organization waits until another one ends', async () => {
  const places = new TransferPlaces();
  const [first] = await takeAll(places, 'a', 4);
  const order: string[] = [];
  const fifth = places.take('download', 'a', stays).then((release) => {
    order.push('fifth');
    return release;
  });
  const other = await places.take('download', 'b', stays);
  order.push('other');
  first!();
  const release = await fifth;
  assert.deepEqual(order, ['other', 'fifth']);
  for (const end of [other, release]) end();
});

test('uploads that wait are served in turn, so that a long line delays only its organization', async () => {
  const places = new TransferPlaces();
  const held = await Promise.all(
    ['a', 'b', 'c'].flatMap((owner) => Array.from({ length: 8 }, () => places.take('upload', owner, stays))),
  );
  const order: string[] = [];
  const wait = (owner: string) =>
    places.take('upload', owner, stays).then((release) => {
      order.push(owner);
      release();
    });
  const waiting = ['a', 'a', 'a', 'd'].map(wait);
  held[0]!();
  await Promise.all(waiting);
  assert.deepEqual(order, ['a', 'd', 'a', 'a']);
});

test('a download that waits too long, or in too long a line, is asked to come back', async () => {
  const places = new TransferPlaces(1);
  await takeAll(places, 'a', 4);
  await assert.rejects(places.take('download', 'a', stays), isBusy);
  const patient = new TransferPlaces();
  const held = await takeAll(patient, 'a', 4);
  const line = Array.from({ length: 8 }, async () => (await patient.take('download', 'a', stays))());
  await assert.rejects(patient.take('download', 'a', stays), isBusy);
  for (const release of held) release();
  await Promise.all(line);
});

test('a client that leaves while it waits takes no place', async () => {
  const places = new TransferPlaces();
  const [first] = await takeAll(places, 'a', 4);
  const gone = places.take('download', 'a', (then) => setImmediate(then));
  await assert.rejects(gone, isBusy);
  const next = places.take('download', 'a', stays);
  first!();
  (await next)();
});
