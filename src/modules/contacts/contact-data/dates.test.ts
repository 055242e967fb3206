import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventsOf, payloadsOf } from '#test/events.ts';
import { app, type Business, newBusiness } from '#test/harness.ts';
import { dueTicksDone, moveClock } from '#test/sandbox-clock.ts';

const moveTo = (business: Business, local: string) =>
  moveClock(business, Temporal.PlainDateTime.from(local).toZonedDateTime('America/Santo_Domingo').toInstant());

/** The local day on which each event came, with the name of its date. */
const daysTold = async (business: Business) =>
  (await eventsOf(business, 'contact:date')).map(({ payload, createdAt }) => {
    const day = Temporal.Instant.from(createdAt).toZonedDateTimeISO('America/Santo_Domingo').toPlainDate();
    return `${day} ${payload.contactType}`;
  });

async function remember(business: Business, value: string, label?: string) {
  const { data } = await business.api.POST('/v1/beneficiary', {
    body: { name: 'Juana', contactData: [{ kind: 'date', value, ...(label && { label }) }] },
  });
  return { id: data!.id, datumId: data!.contactData[0]!.id };
}

test('a date is announced once a year on its day, in the organization’s time zone, however often the clock ticks', async () => {
  const business = await newBusiness({ sandbox: true });
  await moveTo(business, '2027-01-10T12:00');
  const birthday = await remember(business, '1984-03-05', 'birthday');
  await remember(business, '2024-02-29', 'leap');
  // Close to midnight: in UTC the next day has begun long before.
  for (const local of ['2027-02-27T23:59:30', '2027-02-28T00:00:10', '2027-02-28T23:00', '2027-03-04T23:59:30']) {
    await moveTo(business, local);
  }
  assert.deepEqual(await daysTold(business), ['2027-02-28 leap']);
  await moveTo(business, '2027-03-05T00:00:10');
  await Promise.all(Array.from({ length: 5 }, () => app.clock.tickDue()));
  await moveTo(business, '2027-03-05T18:00');
  await moveTo(business, '2027-03-06T00:10');
  for (const local of ['2028-02-28T12:00', '2028-02-29T12:00', '2028-03-05T12:00', '2028-12-31T12:00']) {
    await moveTo(business, local);
  }
  await moveTo(business, '2029-02-28T12:00');
  assert.deepEqual(await daysTold(business), [
    '2027-02-28 leap',
    '2027-03-05 birthday',
    '2028-02-29 leap',
    '2028-03-05 birthday',
    '2029-02-28 leap',
  ]);
  const [, payload] = await payloadsOf(business, 'contact:date');
  assert.deepEqual(payload, {
    contactDataId: birthday.datumId,
    beneficiaryId: birthday.id,
    contactType: 'birthday',
    date: '1984-03-05',
    day: 5,
    month: 3,
  });
});

test('a date that falls on today is announced today, and not again when it changes back and forth', async () => {
  const business = await newBusiness({ sandbox: true });
  await moveTo(business, '2027-06-15T12:00');
  const { datumId } = await remember(business, '1990-06-15');
  await dueTicksDone(business);
  assert.deepEqual(await daysTold(business), ['2027-06-15 date']);
  for (const value of ['1990-07-01', '1990-06-15']) {
    await business.api.PATCH('/v1/beneficiary/contact', { body: { id: datumId, value } });
    await dueTicksDone(business);
  }
  assert.equal((await eventsOf(business, 'contact:date')).length, 1);
  await moveTo(business, '2028-06-15T12:00');
  assert.deepEqual(await daysTold(business), ['2027-06-15 date', '2028-06-15 date']);
});

test('a date that was missed during an outage is announced up to a week later', async () => {
  const business = await newBusiness({ sandbox: true });
  await moveTo(business, '2027-06-01T12:00');
  await remember(business, '1990-06-10', 'soon');
  await remember(business, '1990-12-29', 'turn of the year');
  await moveTo(business, '2027-06-14T12:00');
  assert.deepEqual(await daysTold(business), ['2027-06-14 soon']);
  await moveTo(business, '2028-01-02T12:00');
  await moveTo(business, '2028-09-01T12:00');
  await moveTo(business, '2028-12-29T12:00');
  assert.deepEqual(await daysTold(business), [
    '2027-06-14 soon',
    '2028-01-02 turn of the year',
    '2028-12-29 turn of the year',
  ]);
});

test('the dates of an archived beneficiary are not announced', async () => {
  const business = await newBusiness({ sandbox: true });
  await moveTo(business, '2027-06-01T12:00');
  const { id } = await remember(business, '1990-06-10');
  await business.api.PATCH('/v1/beneficiary/bulk/archive', { body: { ids: [id] } });
  await moveTo(business, '2027-06-10T12:00');
  await business.api.PATCH('/v1/beneficiary/bulk/archive', { body: { ids: [id], archived: false } });
  await moveTo(business, '2028-06-10T12:00');
  assert.deepEqual(await daysTold(business), ['2028-06-10 date']);
});
