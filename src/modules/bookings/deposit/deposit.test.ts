import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page } from '#modules/receivables/pay/page-exchange.ts';
import { anonymous, app, type Business, codeOf, eventually, freshEmail, letterTo, newBusiness } from '#test/harness.ts';
import { followUp } from '#test/jobs.ts';
import { moveClock } from '#test/sandbox-clock.ts';
import { dayFromNow, newLink, registrationsOf, slotsOf, submit } from '#test/schedules.ts';

/** A sandbox that is paid online, with a booking that asks for a deposit. */
async function held() {
  const business = await newBusiness({ sandbox: true });
  const { data } = await business.api.GET('/v1/organization/pay/create');
  await app.simulators.payproc.control.completeOnboarding(data!.accountId);
  // The second call reads the state of the account, as the return from the provider's page does.
  await business.api.GET('/v1/organization/pay/create');
  const { sharedId, schedule } = await newLink(business.api, { deposit: '500', holdMinutes: 30 });
  const [slot] = await slotsOf(sharedId, { from: dayFromNow(3), to: dayFromNow(3) });
  const email = freshEmail();
  const { data: submitted, error } = await submit(sharedId, slot!, { email });
  assert.ok(submitted, String(error?.detail));
  return { business, sharedId, schedule, slot: slot!, email, submitted };
}

async function pay(business: Business, payUrl: string): Promise<void> {
  const opened = await fetch(payUrl, { redirect: 'manual' });
  const body = new URLSearchParams({ action: 'pay', card: '4242424242424242' });
  await fetch(opened.headers.get('location')!, { method: 'POST', body, redirect: 'manual' });
  const [charge] = await app.engine.within(business.id, ({ tx }) =>
    tx.selectFrom('documentCharges').select('id').where('organizationId', '=', business.id).execute(),
  );
  await followUp(page, business.id, charge!.id);
}

const bookingOf = async (business: Business, scheduleId: string) => (await registrationsOf(business, scheduleId))[0]!;

test('a deposit holds the slot, and its payment confirms the booking', async () => {
  const { business, sharedId, schedule, slot, email, submitted } = await held();
  assert.equal(submitted.state, 'held');
  assert.ok((await letterTo(email, /depósito/)).text.includes(submitted.payUrl!));
  assert.equal((await submit(sharedId, slot)).response.status, 409);
  await pay(business, submitted.payUrl!);
  const booked = await eventually(async () => {
    const booking = await bookingOf(business, schedule.id);
    return booking.state === 'booked' && booking;
  });
  await letterTo(email, /confirmada/);
  const { data: invoice } = await business.api.GET('/v1/record/pending/{pendingRecordId}', {
    params: { path: { pendingRecordId: booked.invoiceId! } },
  });
  assert.deepEqual([invoice!.paid, invoice!.state, invoice!.fiscalNumber], ['500.00', 'paid', null]);
});

test('a deposit that is not paid in time frees the slot and voids its invoice', async () => {
  const { business, sharedId, schedule, slot, email } = await held();
  await moveClock(business, Temporal.Now.instant().add({ minutes: 31 }));
  const { state, canceledBy, invoiceId } = await bookingOf(business, schedule.id);
  assert.deepEqual([state, canceledBy], ['canceled', 'expiry']);
  await letterTo(email, /venció/);
  await eventually(async () => {
    const path = { pendingRecordId: invoiceId! };
    const { data } = await business.api.GET('/v1/record/pending/{pendingRecordId}', { params: { path } });
    return data!.status === 'void';
  });
  assert.equal((await submit(sharedId, slot)).response.status, 201);
});

test('a deposit that cannot be paid online books nothing', async () => {
  const business = await newBusiness();
  const { sharedId, schedule } = await newLink(business.api, { deposit: '500' });
  const [slot] = await slotsOf(sharedId);
  assert.equal(codeOf(await submit(sharedId, slot!)), 'deposit_not_payable');
  assert.equal((await registrationsOf(business, schedule.id)).length, 0);
  const { data } = await anonymous.GET('/v1/tasks/schedule/link/{sharedId}', { params: { path: { sharedId } } });
  assert.equal(data!.deposit!.amount, '500.00');
});
