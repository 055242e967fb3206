import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page } from '#modules/receivables/payment-page/page-exchange.ts';
import { documentCharges } from '#modules/receivables/tables.ts';
import { balancesOf, cashOf } from '#test/accounts.ts';
import {
  anonymous,
  app,
  type Business,
  baseUrl,
  caughtUp,
  codeOf,
  eventually,
  freshEmail,
  letterTo,
  newBusiness,
  newMember,
} from '#test/harness.ts';
import { followUp, runNow } from '#test/jobs.ts';
import { moveClock } from '#test/sandbox-clock.ts';
import { dayFromNow, newLink, registrationsOf, slotsOf, submit, tokenIn } from '#test/schedules.ts';
import { givePlacesBack } from '../registration/place.ts';
import { bookings, schedules } from '../tables.ts';
import { refundOfExpired } from './refund.ts';
import { refundDeposit } from './release.ts';

/** A sandbox that is paid online, with a booking that asks for a deposit. */
async function held(
  terms: { depositRefundHours?: number; holdMinutes?: number; deposit?: string; capacity?: number } = {},
  link = {},
) {
  const business = await newBusiness({ sandbox: true });
  const { data } = await business.api.GET('/v1/organization/pay/create');
  await app.simulators.payproc.control.completeOnboarding(data!.accountId);
  // The second call reads the state of the account, as the return from the provider's page does.
  await business.api.GET('/v1/organization/pay/create');
  const { sharedId, schedule } = await newLink(business.api, { deposit: '500', holdMinutes: 30, ...terms }, link);
  const [slot] = await slotsOf(sharedId, { from: dayFromNow(3), to: dayFromNow(3) });
  const email = freshEmail();
  const { data: submitted, error } = await submit(sharedId, slot!, { email });
  assert.ok(submitted, String(error?.detail));
  return { business, sharedId, schedule, slot: slot!, email, submitted };
}

async function pay(business: Business, payUrl: string): Promise<void> {
  const opened = await fetch(payUrl, { redirect: 'manual' });
  await payAt(business, opened.headers.get('location')!);
}

/** Pays on the page of the provider. */
async function payAt(business: Business, url: string): Promise<void> {
  const body = new URLSearchParams({ action: 'pay', card: '4242424242424242' });
  await fetch(url, { method: 'POST', body, redirect: 'manual' });
  const [charge] = await app.engine.within(business.id, ({ tx }) =>
    tx.selectFrom('documentCharges').select('id').where('organizationId', '=', business.id).execute(),
  );
  await followUp(page, business.id, charge!.id);
}

const bookingOf = async (business: Business, scheduleId: string) => (await registrationsOf(business, scheduleId))[0]!;

test('a repeated submission gets the same booking and the same payment page', async () => {
  const { sharedId, business, schedule } = await held();
  const slot = (await slotsOf(sharedId, { from: dayFromNow(4), to: dayFromNow(4) }))[0]!;
  const given = { email: freshEmail(), submissionKey: 'page-0001' };
  const [first, second] = [await submit(sharedId, slot, given), await submit(sharedId, slot, given)];
  assert.equal(first.data?.state, 'held');
  assert.deepEqual(second.data, first.data);
  assert.equal((await registrationsOf(business, schedule.id)).length, 2);
});

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

/** Ends the hold as its tick does, before the job has voided the invoice. */
async function endHold(business: Business, scheduleId: string, bookingId?: string): Promise<void> {
  const id = bookingId ?? (await bookingOf(business, scheduleId)).id;
  await app.engine.within(business.id, async (ctx) => {
    const { sessionId } = await bookings.get(ctx, id);
    const over = { state: 'canceled', sessionId: null, holdExpiresAt: null } as const;
    await bookings.update(ctx, id, { ...over, canceledAt: ctx.now, canceledBy: 'expiry', updatedAt: ctx.now });
    await givePlacesBack(ctx, await schedules.get(ctx, scheduleId), sessionId!);
  });
}

test('a payment after the hold has ended books the place if it is still free', async () => {
  const { business, schedule, email, submitted } = await held();
  await endHold(business, schedule.id);
  await pay(business, submitted.payUrl!);
  await eventually(async () => (await bookingOf(business, schedule.id)).state === 'booked');
  await letterTo(email, /confirmada/);
});

test('a late payment books its place also where the page has sent the same submission again', async () => {
  const { business, sharedId, schedule } = await held({ capacity: 2 });
  const [slot] = await slotsOf(sharedId, { from: dayFromNow(4), to: dayFromNow(4) });
  const given = { email: freshEmail(), submissionKey: 'page-0002' };
  const first = (await submit(sharedId, slot!, given)).data!;
  const { id } = (await registrationsOf(business, schedule.id)).at(-1)!;
  await endHold(business, schedule.id, id);
  const second = (await submit(sharedId, slot!, given)).data!;
  assert.notEqual(second.url, first.url);
  await pay(business, first.payUrl!);
  await eventually(async () => {
    const found = (await registrationsOf(business, schedule.id)).find((each) => each.id === id);
    return found!.state === 'booked';
  }, 20_000);
});

test('a payment after the hold has ended and the place was taken books nothing, and the owner is notified', async () => {
  const { business, sharedId, schedule, slot, submitted } = await held();
  await endHold(business, schedule.id);
  assert.equal((await submit(sharedId, slot)).response.status, 201);
  await pay(business, submitted.payUrl!);
  const notice = await eventually(async () => {
    const { data } = await business.api.GET('/v1/organization/user/notifications');
    return data!.data.find(({ kind }) => kind === 'booking-deposit-late');
  });
  const late = (await registrationsOf(business, schedule.id)).find(({ id }) => id === notice.data!.bookingId);
  assert.deepEqual([late!.state, late!.canceledBy, late!.invoiceId], ['canceled', 'expiry', notice.data!.invoiceId]);
  const states = (await registrationsOf(business, schedule.id)).map(({ state }) => state);
  assert.deepEqual(states.toSorted(), ['canceled', 'held'], 'Nobody is booked twice.');
});

test('the payment page of a deposit is closed when the hold has ended', async () => {
  const { business, schedule, submitted } = await held();
  const opened = (await fetch(submitted.payUrl!, { redirect: 'manual' })).headers.get('location')!;
  await moveClock(business, Temporal.Now.instant().add({ minutes: 31 }));
  await eventually(() =>
    app.engine.within(business.id, (ctx) => documentCharges.exists(ctx, { status: 'failed', channel: 'page' })),
  );
  await payAt(business, opened);
  const { contactId, state } = await bookingOf(business, schedule.id);
  const params = { path: { beneficiaryId: contactId! } };
  const { data: balance } = await business.api.GET('/v1/beneficiary/{beneficiaryId}/balance', { params });
  assert.deepEqual([balance!.balances[0]!.balance, state], ['0.00', 'canceled']);
});

test('a place is given back also where the deposit of the next in line cannot be paid online', async () => {
  const { business, sharedId, schedule, slot, submitted } = await held();
  await business.api.PATCH('/v1/tasks/schedule/{scheduleId}', {
    params: { path: { scheduleId: schedule.id } },
    body: { waitingList: true },
  });
  assert.equal((await submit(sharedId, slot, { waitingList: true })).data!.state, 'waiting');
  await business.api.PATCH('/v1/organization/settings', {
    body: { section: 'invoicing', value: { onlinePayment: false } },
  });
  const canceled = await anonymous.POST('/v1/tasks/schedule/booking/{bookingToken}', {
    params: { path: { bookingToken: tokenIn(submitted.url) } },
    body: { action: 'cancel' },
  });
  assert.equal(codeOf(canceled), undefined);
  const states = (await registrationsOf(business, schedule.id)).map(({ state }) => state);
  assert.deepEqual(states.toSorted(), ['canceled', 'waiting']);
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

test('who made a schedule learns once a day that visitors cannot book it because of its deposit', async () => {
  const business = await newBusiness();
  const { sharedId, schedule } = await newLink(business.api, { deposit: '500' });
  const [slot] = await slotsOf(sharedId);
  const refused = await Promise.all([submit(sharedId, slot!), submit(sharedId, slot!), submit(sharedId, slot!)]);
  assert.deepEqual(refused.map(codeOf), Array(3).fill('deposit_not_payable'));
  assert.equal((refused[0]!.error as unknown as { success: boolean }).success, false);
  const { data } = await business.api.GET('/v1/organization/user/notifications');
  assert.deepEqual(
    data!.data.map(({ kind, title }) => [kind, title]),
    [['booking-deposit-not-payable', `Nadie puede reservar ${schedule.title}`]],
  );
  assert.equal((await registrationsOf(business, schedule.id)).length, 0);
  assert.equal((await business.api.GET('/v1/beneficiary', { params: { query: { search: 'juana' } } })).data!.total, 0);
});

const cancelLink = (url: string) =>
  anonymous.POST('/v1/tasks/schedule/booking/{bookingToken}', {
    params: { path: { bookingToken: tokenIn(url) } },
    body: { action: 'cancel' },
  });

/** A booking with its paid deposit. */
async function booked(terms: { depositRefundHours?: number } = {}) {
  const shop = await held(terms);
  await pay(shop.business, shop.submitted.payUrl!);
  const booking = await eventually(async () => {
    const found = await bookingOf(shop.business, shop.schedule.id);
    return found.state === 'booked' && found;
  });
  return { ...shop, booking };
}

const pageOf = async (url: string) => (await fetch(url, { headers: { accept: 'text/html' } })).text();

const returnsOf = async ({ api }: Business, pendingRecordId: string) =>
  (await api.GET('/v1/resource/return', { params: { query: { pendingRecordId } } })).data!.data;

test('a visitor who cancels in time gets the deposit back on the card, and the page says so before', async () => {
  const { business, sharedId, submitted, booking, email } = await booked({ depositRefundHours: 24 });
  const [free] = await slotsOf(sharedId, { from: dayFromNow(4), to: dayFromNow(4) });
  const chosen = new URLSearchParams({ date: free!.date, startTime: free!.startTime });
  assert.match(await pageOf(`${baseUrl}/v1/tasks/schedule/link/${sharedId}?${chosen}`), /hasta 24 h antes/);
  assert.match(await pageOf(submitted.url), /Te devolveremos el depósito a la tarjeta/);
  assert.equal((await cancelLink(submitted.url)).data?.state, 'canceled');
  assert.match((await letterTo(email, /cancelada/)).text, /Te devolveremos el depósito a la tarjeta/);
  const [back] = await eventually(async () => {
    const found = await returnsOf(business, booking.invoiceId!);
    return found.length > 0 && found;
  });
  const done = await eventually(async () => {
    const { data } = await business.api.GET('/v1/resource/return/{returnId}', {
      params: { path: { returnId: back!.id } },
    });
    return data!.cardRefunds[0]?.status === 'settled' && data!;
  });
  assert.deepEqual([done.refunded, done.cardRefunds[0]!.amount], ['500.00', '500.00']);
  assert.equal((await balancesOf(business))['Procesador de pagos DOP'], '0.00');
  // The job may run again.
  await runNow(refundDeposit, { organizationId: business.id, invoiceId: booking.invoiceId! });
  assert.equal((await returnsOf(business, booking.invoiceId!)).length, 1);
});

test('the deposit is kept after the time for a free cancellation, and where the schedule has none', async () => {
  for (const terms of [{ depositRefundHours: 24 * 30 }, {}]) {
    const { business, submitted, booking, email } = await booked(terms);
    assert.match(await pageOf(submitted.url), /el depósito no se devuelve/);
    assert.equal((await cancelLink(submitted.url)).data?.state, 'canceled');
    assert.doesNotMatch((await letterTo(email, /cancelada/)).text, /depósito/);
    assert.deepEqual(await returnsOf(business, booking.invoiceId!), []);
    assert.equal((await balancesOf(business))['Procesador de pagos DOP'], '500.00');
  }
});

test('a deposit that was paid in cash becomes balance of the contact', async () => {
  const { business, schedule, submitted } = await held({ depositRefundHours: 0 });
  const { invoiceId, contactId } = await bookingOf(business, schedule.id);
  const payments = [{ accountId: await cashOf(business) }];
  await business.api.PATCH('/v1/record/pending/pay', { body: { id: invoiceId!, payments } });
  await eventually(async () => (await bookingOf(business, schedule.id)).state === 'booked');
  assert.equal((await cancelLink(submitted.url)).data?.state, 'canceled');
  await eventually(async () => {
    const params = { path: { beneficiaryId: contactId! } };
    const { data } = await business.api.GET('/v1/beneficiary/{beneficiaryId}/balance', { params });
    return data!.balances[0]!.balance === '500.00';
  });
});

test('a deposit that was paid in part is given back when the hold ends, which books nothing', async () => {
  const { business, schedule } = await held();
  const { invoiceId } = await bookingOf(business, schedule.id);
  const payments = [{ accountId: await cashOf(business), amount: '200' }];
  await business.api.PATCH('/v1/record/pending/pay', { body: { id: invoiceId!, payments } });
  await moveClock(business, Temporal.Now.instant().add({ minutes: 31 }));
  const [back] = await eventually(async () => {
    const found = await returnsOf(business, invoiceId!);
    return found.length > 0 && found;
  });
  assert.deepEqual([back!.settled, back!.refunded], ['300.00', '200.00']);
  await caughtUp(business.id, 'bookings/confirm-paid');
  const { state, canceledBy } = await bookingOf(business, schedule.id);
  assert.deepEqual([state, canceledBy], ['canceled', 'expiry']);
});

const cancelByStaff = ({ api }: Pick<Business, 'api'>, scheduleId: string, registrationId: string, query = {}) =>
  api.DELETE('/v1/tasks/schedule/{scheduleId}/registrations/{registrationId}', {
    params: { path: { scheduleId, registrationId }, query },
  });

test('a booking that staff cancel refunds its deposit to the card at any time, once, and the letter says so', async () => {
  const { business, schedule, booking, email } = await booked();
  const host = await newMember(business, 'seller');
  const canceled = await cancelByStaff(host, schedule.id, booking.id);
  assert.deepEqual([canceled.data?.state, canceled.data?.canceledBy], ['canceled', 'staff']);
  assert.match((await letterTo(email, /cancelada/)).text, /Te devolveremos el depósito a la tarjeta/);
  await eventually(async () => (await balancesOf(business))['Procesador de pagos DOP'] === '0.00');
  assert.equal(codeOf(await cancelByStaff(business, schedule.id, booking.id)), 'booking_canceled');
  await runNow(refundDeposit, { organizationId: business.id, invoiceId: booking.invoiceId! });
  assert.deepEqual(
    (await returnsOf(business, booking.invoiceId!)).map(({ status, refunded }) => [status, refunded]),
    [['issued', '500.00']],
  );
});

test('staff may keep the deposit, and keep it by default of a booking that was missed', async () => {
  const kept = await booked({ depositRefundHours: 24 });
  const { data } = await cancelByStaff(kept.business, kept.schedule.id, kept.booking.id, { refundDeposit: false });
  assert.equal(data?.state, 'canceled');
  const inPart = await held();
  const { id: heldId, invoiceId: heldInvoiceId } = await bookingOf(inPart.business, inPart.schedule.id);
  const payments = [{ accountId: await cashOf(inPart.business), amount: '200' }];
  await inPart.business.api.PATCH('/v1/record/pending/pay', { body: { id: heldInvoiceId!, payments } });
  await cancelByStaff(inPart.business, inPart.schedule.id, heldId, { refundDeposit: false });
  assert.doesNotMatch((await letterTo(inPart.email, /cancelada/)).text, /depósito/);
  const missed = await booked();
  await missed.business.api.PATCH('/v1/tasks/schedule/{scheduleId}/registrations/{registrationId}', {
    params: { path: { scheduleId: missed.schedule.id, registrationId: missed.booking.id } },
    body: { state: 'no_show' },
  });
  assert.equal((await cancelByStaff(missed.business, missed.schedule.id, missed.booking.id)).data?.state, 'canceled');
  for (const { business, booking, email } of [kept, missed]) {
    assert.doesNotMatch((await letterTo(email, /cancelada/)).text, /depósito/);
    assert.deepEqual(await returnsOf(business, booking.invoiceId!), []);
  }
});

test('the unpaid rest of a deposit that staff keep is credited, and the paid part stays income', async () => {
  for (const [deposit, paid] of [
    ['500', '200'],
    ['70000', '12345.67'],
  ] as const) {
    const { business, schedule } = await held({ deposit });
    const { id, invoiceId, contactId } = await bookingOf(business, schedule.id);
    const payments = [{ accountId: await cashOf(business), amount: paid }];
    await business.api.PATCH('/v1/record/pending/pay', { body: { id: invoiceId!, payments } });
    await cancelByStaff(business, schedule.id, id, { refundDeposit: false });
    await eventually(async () => (await invoiceOf(business, invoiceId!)).balance === '0.00');
    assert.equal((await invoiceOf(business, invoiceId!)).status, 'issued');
    const params = { path: { beneficiaryId: contactId! } };
    const { data } = await business.api.GET('/v1/beneficiary/{beneficiaryId}/balance', { params });
    assert.equal(data!.balances[0]!.balance, '0.00');
    const query = { type: 'profit-and-loss' } as const;
    const { data: report } = await business.api.GET('/v1/chart-of-accounts/report', { params: { query } });
    assert.equal(report!.type === 'profit-and-loss' && report!.result, Number(paid).toFixed(2));
  }
});

test('a canceled schedule refunds the deposits of its bookings; one paid in cash becomes balance, as the letter says', async () => {
  const { business, schedule, email } = await held();
  const { invoiceId, contactId } = await bookingOf(business, schedule.id);
  const payments = [{ accountId: await cashOf(business) }];
  await business.api.PATCH('/v1/record/pending/pay', { body: { id: invoiceId!, payments } });
  await eventually(async () => (await bookingOf(business, schedule.id)).state === 'booked');
  await business.api.DELETE('/v1/tasks/schedule/{scheduleId}', { params: { path: { scheduleId: schedule.id } } });
  assert.match((await letterTo(email, /cancelada/)).text, /queda como saldo a tu favor/);
  await eventually(async () => {
    const params = { path: { beneficiaryId: contactId! } };
    const { data } = await business.api.GET('/v1/beneficiary/{beneficiaryId}/balance', { params });
    return data!.balances[0]!.balance === '500.00';
  });
});

const invoiceOf = async ({ api }: Business, pendingRecordId: string) =>
  (await api.GET('/v1/record/pending/{pendingRecordId}', { params: { path: { pendingRecordId } } })).data!;

const moveLink = (url: string, { date, startTime }: { date: string; startTime: string }) =>
  anonymous.POST('/v1/tasks/schedule/booking/{bookingToken}', {
    params: { path: { bookingToken: tokenIn(url) } },
    body: { action: 'move', date, startTime },
  });

test('a held booking that moves earlier is held until its new start, and the letter asks for the deposit again', async () => {
  const { sharedId, submitted, email } = await held({ holdMinutes: 7 * 1440 });
  const [sooner] = await slotsOf(sharedId, { from: dayFromNow(2), to: dayFromNow(2) });
  const { data: moved } = await moveLink(submitted.url, sooner!);
  assert.deepEqual([moved!.state, moved!.startsAt, moved!.holdExpiresAt], ['held', sooner!.startsAt, sooner!.startsAt]);
  const { text, attachments = [] } = await letterTo(email, /cambiada/);
  assert.match(text, /Paga el depósito de RD\$ 500\.00 antes del \p{L}+, /u);
  assert.ok(text.includes(submitted.payUrl!));
  assert.deepEqual(attachments, [], 'A place that is only held enters no calendar.');
  assert.match(
    await pageOf(submitted.url),
    /Te guardamos el lugar hasta el [^<]*[ap]\. m\.<[\s\S]*Pagar el depósito: RD\$ 500\.00/,
  );
});

test('a booking that its person moves too late does not get its deposit back at the new time', async () => {
  const { business, sharedId, submitted, booking } = await booked({ depositRefundHours: 24 * 8 });
  const [later] = await slotsOf(sharedId, { from: dayFromNow(12), to: dayFromNow(20) });
  assert.equal((await moveLink(submitted.url, later!)).data?.depositIfCanceled, 'kept');
  assert.equal((await cancelLink(submitted.url)).data?.state, 'canceled');
  assert.deepEqual(await returnsOf(business, booking.invoiceId!), []);
});

test('the unpaid deposit of a booking that staff confirmed is void when they cancel it', async () => {
  const { business, schedule } = await held();
  const { id: registrationId, invoiceId } = await bookingOf(business, schedule.id);
  const path = { scheduleId: schedule.id, registrationId };
  await business.api.PATCH('/v1/tasks/schedule/{scheduleId}/registrations/{registrationId}', {
    params: { path },
    body: { state: 'booked' },
  });
  assert.equal((await cancelByStaff(business, schedule.id, registrationId)).data?.state, 'canceled');
  await eventually(async () => (await invoiceOf(business, invoiceId!)).status === 'void');
});

test('a deposit that was paid in part is returned when the hold ends or the visitor cancels', async () => {
  const ends = {
    expiry: ({ business }: Awaited<ReturnType<typeof held>>) =>
      moveClock(business, Temporal.Now.instant().add({ minutes: 31 })),
    visitor: ({ submitted }: Awaited<ReturnType<typeof held>>) => cancelLink(submitted.url),
  };
  for (const [by, end] of Object.entries(ends)) {
    const shop = await held();
    const { business, schedule, email } = shop;
    const { invoiceId, contactId } = await bookingOf(business, schedule.id);
    const payments = [{ accountId: await cashOf(business), amount: '200' }];
    await business.api.PATCH('/v1/record/pending/pay', { body: { id: invoiceId!, payments } });
    await end(shop);
    assert.equal((await bookingOf(business, schedule.id)).canceledBy, by);
    assert.match((await letterTo(email, /cancelada|venció/)).text, /queda como saldo a tu favor/);
    await eventually(async () => {
      const params = { path: { beneficiaryId: contactId! } };
      const { data } = await business.api.GET('/v1/beneficiary/{beneficiaryId}/balance', { params });
      return data!.balances[0]!.balance === '200.00' && (await invoiceOf(business, invoiceId!)).balance === '0.00';
    });
  }
});

test('a deposit that was paid in cash without a contact is refunded by hand, and the owner is notified', async () => {
  const { business, schedule, submitted, email } = await held({ depositRefundHours: 0 }, { savesContacts: false });
  const { invoiceId, contactId } = await bookingOf(business, schedule.id);
  assert.equal(contactId, null);
  const payments = [{ accountId: await cashOf(business) }];
  await business.api.PATCH('/v1/record/pending/pay', { body: { id: invoiceId!, payments } });
  await eventually(async () => (await bookingOf(business, schedule.id)).state === 'booked');
  assert.equal((await cancelLink(submitted.url)).data?.state, 'canceled');
  assert.match((await letterTo(email, /cancelada/)).text, /Te devolveremos el depósito que pagaste\./);
  const notice = await eventually(async () => {
    const { data } = await business.api.GET('/v1/organization/user/notifications');
    return data!.data.find(({ kind }) => kind === 'booking-deposit-refund');
  });
  assert.equal(notice.data!.invoiceId, invoiceId);
});

test('a letter about a hold that ended promises back a deposit that was paid in part, and none that was paid whole', async () => {
  const { business, schedule } = await held();
  const { id, invoiceId } = await bookingOf(business, schedule.id);
  const refund = () => app.engine.within(business.id, async (ctx) => refundOfExpired(ctx, await bookings.get(ctx, id)));
  const accountId = await cashOf(business);
  const promised = [];
  for (const amount of ['200', '300']) {
    await business.api.PATCH('/v1/record/pending/pay', { body: { id: invoiceId!, payments: [{ accountId, amount }] } });
    promised.push(await refund());
  }
  assert.deepEqual(promised, ['balance', null]);
});
