import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newContact } from '#test/books.ts';
import { changeDocument, newDocument, readDocument } from '#test/documents.ts';
import { eventsOf } from '#test/events.ts';
import { type Business, newBusiness } from '#test/harness.ts';
import { moveClock } from '#test/sandbox-clock.ts';

const pastDue = async (business: Business) =>
  (await eventsOf(business)).filter(({ type }) => type === 'invoice:past-due').map(({ payload }) => payload.invoiceId);

const until = (business: Business, time: string) => moveClock(business, Temporal.Instant.from(time));

test('an invoice is past due once, on the day after it was due in the organization’s zone', async () => {
  const business = await newBusiness({ sandbox: true });
  const { api } = business;
  await until(business, '2026-12-01T12:00:00Z');
  const { id } = await newDocument(api, { dueOn: '2026-12-10' });
  await newDocument(api, { kind: 'quote', dueOn: '2026-12-10' });
  await newDocument(api, { status: 'draft', dueOn: '2026-12-10' });
  // Midnight in Santo Domingo is four in the morning of UTC.
  await until(business, '2026-12-11T03:59:00Z');
  assert.deepEqual(await pastDue(business), []);
  assert.equal((await readDocument(api, id)).state, 'open');
  await until(business, '2026-12-11T04:00:01Z');
  assert.deepEqual(await pastDue(business), [id]);
  assert.equal((await readDocument(api, id)).state, 'past-due');
  await until(business, '2026-12-20T12:00:00Z');
  assert.deepEqual(await pastDue(business), [id]);
  const { data } = await changeDocument(api, { id, dueOn: '2026-12-25' });
  assert.deepEqual([data!.state, data!.pastDueAt], ['open', null]);
  await until(business, '2026-12-26T12:00:00Z');
  assert.deepEqual(await pastDue(business), [id, id], 'A new due date is announced again.');
});

test('documents follow a merge of their contact, unless a receipt would exist twice', async () => {
  const business = await newBusiness();
  const { api } = business;
  const [from, into] = [await newContact(business, 'Ana'), await newContact(business, 'Berta')];
  const bought = { direction: 'purchase', fiscalNumber: 'B0100000005' };
  const first = await newDocument(api, { ...bought, contactId: from });
  const second = await newDocument(api, { ...bought, contactId: into });
  const merge = () => api.PATCH('/v1/beneficiary/merge', { body: { id: into, fromIds: [from] } });
  const refused = await merge();
  assert.equal(refused.error!.code, 'merge_refused');
  assert.match(refused.error!.detail!, /B0100000005/);
  await api.DELETE('/v1/record/pending', { body: { id: second.id } });
  assert.equal((await merge()).response.status, 200);
  const after = await readDocument(api, first.id);
  assert.deepEqual([after.contactId, after.contactName], [into, 'Ana']);
  const { data } = await api.GET('/v2/record/pending', { params: { query: { contactId: from } } });
  assert.equal(data!.data.length, 2);
});
