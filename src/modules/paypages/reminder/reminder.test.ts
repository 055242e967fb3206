import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TenantContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { takeLetters } from '#platform/mail/quota.ts';
import { newInvoice } from '#test/documents.ts';
import { app, type Business, codeOf, letterTo, newBusiness } from '#test/harness.ts';
import { runNow } from '#test/jobs.ts';
import { giveEmail, newPage, readPage } from '#test/paypages.ts';
import { asOwner } from '#test/walks/rows.ts';
import { autoCharges, paymentReminderRuns } from '../tables.ts';
import { sendReminder, tickReminders } from './plan.ts';

/** A day in the time zone of the business, so many days from today. */
const day = (away: number) => Temporal.Now.plainDateISO('America/Santo_Domingo').add({ days: away }).toString();
const tick = ({ id }: Business) => app.engine.within(id, tickReminders);

/** A business with a plan of reminders: three days before, and one and seven days after the due date. */
async function newPlan(value: object = {}) {
  const business = await newBusiness();
  const { error } = await business.api.PATCH('/v1/organization/settings', {
    body: { section: 'paymentReminders', value: { enabled: true, days: [-3, 1, 7], ...value } },
  });
  assert.equal(error, undefined);
  return business;
}

async function newDebtor(business: Business, dueOn: string[], details: object = {}) {
  const { data } = await business.api.POST('/v1/beneficiary', { body: { name: 'Ana', ...details } });
  const email = await giveEmail(business, data!.id);
  for (const due of dueOn) await newInvoice(business, '1250.50', { contactId: data!.id, date: day(-40), dueOn: due });
  return { contactId: data!.id, email };
}

async function sentTo({ api }: Business, contactId: string) {
  const { data } = await api.GET('/v1/beneficiary/reminder', { params: { query: { contactId: [contactId] } } });
  return data!.data;
}

test('a contact gets one letter about all that is due when an invoice reaches a day of the plan', async () => {
  const business = await newPlan({ message: 'Aceptamos transferencias.' });
  const { contactId, email } = await newDebtor(business, [day(-1), day(-20), day(3), day(9)]);
  await tick(business);
  const { subject, text } = await letterTo(email);
  assert.equal(subject, 'Tienes pagos vencidos con Colmado La Esquina');
  assert.match(text, /^Hola, Ana:\n\nTienes RD\$ 3,751\.50 pendientes de pago con Colmado La Esquina:/);
  assert.equal(text.match(/venció el/g)!.length, 2);
  assert.equal(text.match(/vence el/g)!.length, 1);
  assert.match(text, /\n\nAceptamos transferencias\.\n\n/);
  const page = await readPage(/shared\/(\S+)/.exec(text)![1]!);
  assert.equal(page.data!.due, '5002.00');
  const [reminder, ...others] = await sentTo(business, contactId);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [reminder!.amount, reminder!.overdue, reminder!.pendingRecordIds.length, reminder!.sentBy],
    ['3751.50', '2501.00', 3, null],
  );
});

/** Runs the job that the plan makes for a contact. */
const remindAsPlanned = ({ id: organizationId }: Business, contactId: string, reminderId = newId(), until = day(3)) =>
  runNow(sendReminder, { organizationId, reminderId, contactId, currency: 'DOP', until });

/** Whom the plan reminds now. The letters are not sent. */
async function plannedFor({ id }: Business, contactsAtOnce?: number): Promise<string[]> {
  const planned: string[] = [];
  const enqueue = (_: unknown, { contactId }: { contactId: string }) => void planned.push(contactId);
  await app.engine.within(id, (ctx) =>
    tickReminders({ ...ctx, enqueue: enqueue as TenantContext['enqueue'] }, contactsAtOnce),
  );
  return planned;
}

test('the plan chooses contacts on its days only, once a day', async () => {
  const business = await newPlan();
  await newDebtor(business, [day(-2), day(-8), day(2)]);
  const reminded = await newDebtor(business, [day(-7), day(-1), day(3)]);
  assert.deepEqual(await plannedFor(business), [reminded.contactId]);
  assert.deepEqual(await plannedFor(business), []);
});

test('a day with many contacts is planned in several turns, and leaves nobody out', async () => {
  const business = await newPlan();
  const debtors = [];
  for (const due of [-1, 3, -7, -1, -1]) debtors.push((await newDebtor(business, [day(due)])).contactId);
  const planned = [];
  for (const _ of debtors) planned.push(await plannedFor(business, 2));
  assert.deepEqual(
    planned.map(({ length }) => length),
    [2, 2, 1, 0, 0],
  );
  assert.deepEqual(planned.flat().sort(), debtors.sort());
});

/** An invoice over 1200.00 that is paid in weekly instalments of 100.00 since a day. */
async function newInstalments(business: Business, contactId: string, startsOn: string): Promise<void> {
  const invoice = await newInvoice(business, '1200', { contactId, date: startsOn });
  const plan = { instalments: 12, method: 'constant-capital', annualRate: '0', frequency: 'weekly', startsOn };
  const { error } = await business.api.POST('/v1/record/pending/credit', {
    body: { pendingRecordId: invoice.id, plan } as never,
  });
  assert.equal(error, undefined);
}

test('every unpaid instalment is on the plan, also after one that was missed', async () => {
  const business = await newPlan();
  const { contactId } = await newDebtor(business, []);
  await newInstalments(business, contactId, day(-15));
  assert.deepEqual(await plannedFor(business), [contactId]);
});

test('instalments are mentioned before they fall due, also if invoices are charged to a saved card', async () => {
  const business = await newPlan();
  const { contactId } = await newDebtor(business, [day(2)]);
  await newInstalments(business, contactId, day(-5));
  const page = await newPage(business, { kind: 'contact', contactId });
  await app.engine.within(business.id, (ctx) =>
    autoCharges.insert(ctx, { contactId, methodId: contactId, pageId: page.pageId, startedAt: ctx.now }),
  );
  await remindAsPlanned(business, contactId);
  assert.deepEqual(
    (await sentTo(business, contactId)).map(({ amount }) => amount),
    ['100.00'],
  );
});

test('what was paid in advance is mentioned, and nobody is reminded as planned of what it covers', async () => {
  const business = await newPlan();
  const { data: accounts } = await business.api.GET('/v1/account');
  const remindAfter = async (amount: string) => {
    const debtor = await newDebtor(business, [day(-1)]);
    await business.api.POST('/v1/beneficiary/balance/topup', {
      body: { beneficiaryId: debtor.contactId, accountId: accounts!.data[0]!.id, amount },
    });
    await remindAsPlanned(business, debtor.contactId);
    return debtor;
  };
  const { text } = await letterTo((await remindAfter('1250.49')).email);
  assert.match(text, /Tienes RD\$ 1,250\.49 a tu favor por pagos adelantados/);
  assert.deepEqual(await sentTo(business, (await remindAfter('1250.50')).contactId), []);
});

test('a planned letter that had to wait is left out if the contact got another one today', async () => {
  const business = await newPlan();
  const { contactId } = await newDebtor(business, [day(-1)]);
  await remindAsPlanned(business, contactId);
  await remindAsPlanned(business, contactId);
  assert.equal((await sentTo(business, contactId)).length, 1);
});

test('a planned letter is sent once, and not to those who want none, have no address or pay by saved card', async () => {
  const business = await newPlan();
  const unwilling = await newDebtor(business, [day(-1)], { paymentReminders: false });
  const charged = await newDebtor(business, [day(3)]);
  const willing = await newDebtor(business, [day(3)]);
  const { data: stranger } = await business.api.POST('/v1/beneficiary', { body: { name: 'Sin correo' } });
  await newInvoice(business, '10', { contactId: stranger!.id, date: day(-40), dueOn: day(-1) });
  const page = await newPage(business, { kind: 'contact', contactId: charged.contactId });
  await app.engine.within(business.id, (ctx) => {
    const agreed = { contactId: charged.contactId, methodId: charged.contactId, pageId: page.pageId };
    return autoCharges.insert(ctx, { ...agreed, startedAt: ctx.now });
  });
  const remind = (contactId: string, reminderId?: string) => remindAsPlanned(business, contactId, reminderId);
  for (const contactId of [unwilling.contactId, charged.contactId, stranger!.id]) await remind(contactId);
  const once = newId();
  await remind(willing.contactId, once);
  await remind(willing.contactId, once);
  const { data } = await business.api.GET('/v1/beneficiary/reminder');
  assert.deepEqual(
    data!.data.map(({ id }) => id),
    [once],
  );
  assert.equal((await letterTo(willing.email)).subject, 'Recordatorio de pago de Colmado La Esquina');
});

test('days on which the service did not run are made up for, and a plan that is switched off stops', async () => {
  const business = await newPlan();
  const missed = await newDebtor(business, [day(-3)]);
  await app.engine.within(business.id, (ctx) => paymentReminderRuns.insert(ctx, { ranOn: day(-4) }));
  assert.ok(await tick(business));
  await letterTo(missed.email);
  await business.api.PATCH('/v1/organization/settings', {
    body: { section: 'paymentReminders', value: { enabled: false } },
  });
  assert.equal(await tick(business), null);
});

test('a person reminds a contact of everything that is open, with a message', async () => {
  const business = await newBusiness();
  const { contactId, email } = await newDebtor(business, [day(30)]);
  const remind = (beneficiaryId: string, body = {}) =>
    business.api.POST('/v1/beneficiary/{beneficiaryId}/reminder', { params: { path: { beneficiaryId } }, body });
  const { data } = await remind(contactId, { message: 'Te esperamos.' });
  assert.deepEqual([data!.amount, data!.overdue, data!.sentBy], ['1250.50', '0.00', business.owner.id]);
  const { text } = await letterTo(email);
  assert.match(text, /Te esperamos\./);
  assert.equal(codeOf(await remind(contactId, { currency: 'USD' })), 'nothing_due');
  const { data: silent } = await business.api.POST('/v1/beneficiary', { body: { name: 'Sin correo' } });
  await newInvoice(business, '10', { contactId: silent!.id });
  assert.equal(codeOf(await remind(silent!.id)), 'no_address');
  await remind(contactId);
  const pages = await business.api.GET('/v1/shared', { params: { query: { contactId: [contactId] } } });
  assert.equal(pages.data!.total, 1, 'all letters have the same link');
});

/** Sends as many letters to an address as a day allows. */
async function useUpQuota({ id }: Business, email: string): Promise<void> {
  const isFull = () =>
    app.engine
      .within(id, (ctx) => takeLetters(ctx, [email]))
      .then(
        () => false,
        () => true,
      );
  while (!(await isFull())) {}
}

test('beyond the quota of letters a planned one waits, and nothing is noted as sent', async () => {
  const business = await newPlan();
  const { contactId, email } = await newDebtor(business, [day(-1)]);
  await useUpQuota(business, email);
  await remindAsPlanned(business, contactId);
  assert.deepEqual(await sentTo(business, contactId), []);
  const waiting = await asOwner(
    `SELECT FROM pgboss.job
     WHERE data -> 'payload' ->> 'contactId' = $1 AND start_after > now() + interval '50 minutes'`,
    [contactId],
  );
  assert.equal(waiting.length, 1);
});

test('the owner is notified once of the reminders that were given up because of the quota', async () => {
  const business = await newPlan();
  await tick(business);
  const debtors = [await newDebtor(business, [day(-1)]), await newDebtor(business, [day(-1)])];
  for (const { contactId, email } of debtors) {
    await useUpQuota(business, email);
    await remindAsPlanned(business, contactId, newId(), day(-1));
  }
  await tick(business);
  await tick(business);
  const { data } = await business.api.GET('/v1/organization/user/notifications');
  const titles = data!.data.flatMap(({ kind, title }) => (kind === 'payment-reminders-unsent' ? [title] : []));
  assert.deepEqual(titles, ['No se enviaron 2 recordatorios de pago']);
});

test('of a document in instalments the letter asks for what is due, with the link of its own page', async () => {
  const business = await newPlan();
  const { contactId, email } = await newDebtor(business, []);
  const invoice = await newInvoice(business, '1200', { contactId, date: day(-62) });
  const plan = { instalments: 12, method: 'constant-capital', annualRate: '0', startsOn: day(-62) };
  const { data, error } = await business.api.POST('/v1/record/pending/credit', {
    body: { pendingRecordId: invoice.id, plan } as never,
  });
  assert.ok(data, JSON.stringify(error));
  const due = data.table.rows.filter(({ dueOn }) => dueOn <= day(0)).length;
  await remindAsPlanned(business, contactId);
  const { text } = await letterTo(email);
  assert.match(
    text,
    new RegExp(`- ${due} cuotas de la factura 1, la primera venció el \\S+: RD\\$ ${due}00\\.00\\n  https?://`),
  );
  const page = await readPage(/shared\/(\S+)/.exec(text)![1]!);
  assert.deepEqual(
    page.data!.paymentData.choices.map(({ what, amount }) => [what, amount]),
    [
      ['instalment', `${due}00.00`],
      ['whole', '1200.00'],
    ],
  );
});
