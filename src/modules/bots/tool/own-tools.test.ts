import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, ended, newBot, newBotLine, said, turnsOf } from '#test/bots.ts';
import { newResource } from '#test/catalog.ts';
import { control, customerWrites, messagesOf, newPhone } from '#test/chats.ts';
import { payloadsOf } from '#test/events.ts';
import { newForm, onePage, text } from '#test/forms.ts';
import { eventually } from '#test/harness.ts';
import { dayFromNow, newLink, registrationsOf } from '#test/schedules.ts';
import { asOwner } from '#test/walks/rows.ts';

const model = { provider: 'test', name: 'x' };

interface Offered {
  scheduleId: string;
  title: string;
  url: string;
  slots: { startsAt: string; date: string; time: string }[];
}

/** A line with a bot that has these tools, and a contact with the number of the customer. */
async function newToolLine(tools: string[]) {
  const set = await newBotLine({ model, tools });
  const { business, line, from } = set;
  const newContact = async (phone: string) => {
    const body = { name: 'Ana', contactData: [{ kind: 'phone', value: `+${phone}` }] };
    return (await business.api.POST('/v1/beneficiary', { body: body as never })).data!;
  };
  const contact = await newContact(from);
  /** The customer has a tool called; answers the event that announces the call. */
  const call = async (phone: string, name: string, args: object) => {
    const { id } = await customerWrites(line, phone, `!call ${name} ${JSON.stringify(args)}`);
    await ended(line, id, (await turnsOf(line, id)).length);
    const calls = await payloadsOf(business, 'conversation:function-call');
    return calls.findLast(({ conversationId }) => conversationId === id)!;
  };
  return { ...set, contact, newContact, call };
}

test('a bot whose conversation a person takes over runs no tool any more', async () => {
  const { business, line, from } = await newToolLine(['make_quote']);
  const { id: productId } = await newResource(business.api, { name: 'Arroz' });
  const args = JSON.stringify({ items: [{ productId, quantity: 1 }] });
  const { id } = await customerWrites(line, from, `!slow 1500\n!call make_quote ${args}`);
  await eventually(async () => (await turnsOf(line, id)).some(({ state }) => state === 'running'));
  await business.api.POST('/v1/chat/message', { body: { conversationId: id, text: 'Yo te atiendo' } as never });
  // The turn counts as ended at once, while the model still answers.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  assert.deepEqual(await payloadsOf(business, 'conversation:function-call'), []);
  assert.deepEqual(await said(line, from), ['Yo te atiendo']);
});

test('a customer is offered free times and books one, which nobody else can book again', async () => {
  const { business, from, contact, newContact, call } = await newToolLine(['free_slots', 'book_slot']);
  const { schedule } = await newLink(business.api, { title: 'Corte de pelo' });
  await newLink(business.api, { title: 'Manicura' });
  const day = dayFromNow(2);
  const { result } = await call(from, 'free_slots', { search: 'un corte', from: day, days: 1 });
  const [offer, ...others] = result as Offered[];
  assert.deepEqual([offer!.scheduleId, offer!.slots[0]!.date, others.length], [schedule.id, day, 0]);
  const { startsAt } = offer!.slots[0]!;
  const booked = await call(from, 'book_slot', { scheduleId: schedule.id, startsAt });
  assert.equal(booked.submited, true);
  const [registration, ...more] = await registrationsOf(business, schedule.id);
  assert.deepEqual(
    [registration!.contactId, registration!.source, registration!.name, registration!.state, more.length],
    [contact.id, 'chat', 'Ana', 'booked', 0],
  );
  const other = newPhone();
  await newContact(other);
  const late = await call(other, 'book_slot', { scheduleId: schedule.id, startsAt });
  assert.deepEqual([late.result, late.submited ?? false], [null, false]);
  assert.equal((await registrationsOf(business, schedule.id)).length, 1);
  const again = (await call(other, 'free_slots', { search: 'corte', from: day, days: 1 })).result as Offered[];
  assert.ok(!again[0]!.slots.some((slot) => slot.startsAt === startsAt));
});

test('events of other days and those that are over take no place among the offers of free times', async () => {
  const { business, from, call } = await newToolLine(['free_slots']);
  const event = { kind: 'event', weekly: undefined, durationMinutes: undefined };
  for (const title of ['Cata', 'Taller', 'Charla', 'Clase', 'Feria'])
    await newLink(business.api, { ...event, title, startsAt: '2031-03-05T14:00:00Z', endsAt: '2031-03-05T15:00:00Z' });
  await asOwner(
    `UPDATE schedules SET starts_at = starts_at - interval '10 years', ends_at = ends_at - interval '10 years'
     WHERE organization_id = $1 AND title IN ('Cata', 'Taller')`,
    [business.id],
  );
  await newLink(business.api, { title: 'Corte de pelo' });
  const titlesFor = async (search: string, days: object = {}) =>
    ((await call(from, 'free_slots', { search, ...days })).result as Offered[]).map(({ title }) => title);
  assert.deepEqual(await titlesFor('una cita'), ['Corte de pelo']);
  assert.deepEqual(await titlesFor('la charla'), ['Charla']);
  assert.deepEqual(await titlesFor('la cata', { from: '2031-03-05' }), ['Charla', 'Clase', 'Feria', 'Corte de pelo']);
});

test('only a known customer books, within the rules of the booking link', async () => {
  const { business, line, from, call } = await newToolLine(['book_slot']);
  const { schedule } = await newLink(business.api, {}, { horizonDays: 3 });
  const closed = await newLink(business.api, { title: 'Privado' }, { open: false });
  const at = (days: number) => `${dayFromNow(days)}T14:00:00Z`;
  for (const args of [
    { scheduleId: schedule.id, startsAt: at(10) },
    { scheduleId: schedule.id, startsAt: `${dayFromNow(1)}T14:07:00Z` },
    { scheduleId: closed.schedule.id, startsAt: at(2) },
    { scheduleId: schedule.id, startsAt: at(-1) },
  ])
    assert.equal((await call(from, 'book_slot', args)).result, null, JSON.stringify(args));
  const stranger = newPhone();
  const args = JSON.stringify({ scheduleId: schedule.id, startsAt: at(2) });
  const { id } = await customerWrites(line, stranger, `!call book_slot ${args}`);
  await ended(line, id);
  assert.match((await said(line, stranger)).join(), /not known yet/);
  assert.equal((await registrationsOf(business, schedule.id)).length, 0);
  const { id: botId } = await newBot(business, { model, tools: ['book_slot'] });
  const tried = await ask(business, botId, `!call book_slot ${args}`);
  assert.equal(tried.toolCalls[0]!.error, 'Only in a conversation.');
});

test('a quote takes any quantity that a model writes, in millionths', async () => {
  const { business, from, call } = await newToolLine(['make_quote']);
  const { id: productId } = await newResource(business.api, { name: 'Queso', tracksStock: false });
  await business.api.POST('/v1/resource/price', { body: { resourceId: productId, amount: '300.00' } as never });
  const quoted = await call(from, 'make_quote', { items: [{ productId, quantity: 1 / 3 }] });
  assert.equal((quoted.result as { total: string }).total, '100.00');
  const small = await call(from, 'make_quote', { items: [{ productId, quantity: 0.00001 }] });
  assert.equal((small.result as { total: string }).total, '0.00');
});

test('a bot sends a document of this very customer as a PDF or as its page, and nobody else’s', async () => {
  const { business, line, from, contact, newContact, call } = await newToolLine(['send_document']);
  const other = await newContact(newPhone());
  const [own, theirs] = await Promise.all(
    [contact, other].map(async ({ id: contactId }) => {
      const body = { contactId, elements: [{ description: 'Arroz', unitPrice: '100' }] };
      return (await business.api.POST('/v1/record/pending', { body: body as never })).data!;
    }),
  );
  const pdf = await call(from, 'send_document', { invoiceId: own!.id, as: 'pdf' });
  assert.equal(pdf.submited, true);
  const sent = (await messagesOf(line, `+${from}`)).find(({ type }) => type === 'document')!;
  assert.deepEqual([sent.author, sent.media[0]!.contentType], ['bot', 'application/pdf']);
  await eventually(async () => (await control.sent(line.address)).some(({ type }) => type === 'document'));
  const stolen = await call(from, 'send_document', { invoiceId: theirs!.id, as: 'pdf' });
  assert.deepEqual([stolen.result, stolen.submited ?? false], [null, false]);
  await call(from, 'send_document', { invoiceId: own!.id, as: 'page' });
  assert.ok((await said(line, from)).some((words) => /\/v1\/record\/pending\//.test(words)));
  assert.equal((await messagesOf(line, `+${from}`)).filter(({ type }) => type === 'document').length, 1);
});

test('a schedule with questions is booked on its page, whose address the bot is given', async () => {
  const { business, from, call } = await newToolLine(['free_slots', 'book_slot']);
  const form = await newForm(business, onePage(text('allergies')));
  const { schedule } = await newLink(business.api, { title: 'Clase de cocina' }, { formId: form.id });
  const [offer] = (await call(from, 'free_slots', { search: 'cocina' })).result as Offered[];
  assert.match(offer!.url, /\/v1\/tasks\/schedule\/link\/sch_/);
  const booked = await call(from, 'book_slot', { scheduleId: schedule.id, startsAt: offer!.slots[0]!.startsAt });
  assert.equal(booked.result, null);
});
