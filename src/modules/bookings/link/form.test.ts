import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newBoard, tasksIn } from '#test/boards.ts';
import { field, newForm, onePage, submissionsOf, submit as submitForm, text } from '#test/forms.ts';
import { codeOf, freshEmail, newBusiness } from '#test/harness.ts';
import { dayFromNow, newLink, newSchedule, registrationsOf, slotsOf, submit } from '#test/schedules.ts';

test('a link with a form checks its answers by the published version and keeps them as a submission', async () => {
  const business = await newBusiness();
  const form = await newForm(business, onePage(text('color', { required: true })));
  const { sharedId, schedule } = await newLink(business.api, {}, { formId: form.id });
  const [slot] = await slotsOf(sharedId, { from: dayFromNow(3), to: dayFromNow(3) });
  const formData = { name: 'Ana', email: freshEmail() };
  const missing = await submit(sharedId, slot!, { formData });
  const problem = missing.error as unknown as { code: string; success: boolean; errors: { path: string }[] };
  assert.deepEqual(
    [problem.code, problem.success, problem.errors[0]!.path],
    ['answers_invalid', false, 'body.formData.answers.color'],
  );
  assert.equal((await registrationsOf(business, schedule.id)).length, 0);
  const booked = await submit(sharedId, slot!, { formData: { ...formData, answers: { color: 'Rojo' } } });
  assert.equal(booked.response.status, 201);
  assert.deepEqual((await registrationsOf(business, schedule.id))[0]!.answers, { color: 'Rojo' });
  assert.equal((await submissionsOf(business, form.id)).total, 1);
});

test('a visitor reads in their language which question is wrong, and that a closed form takes no booking', async () => {
  const business = await newBusiness();
  const form = await newForm(business, onePage(field('number', 'age', { label: 'Edad', min: '18' })));
  const { sharedId, schedule } = await newLink(business.api, {}, { formId: form.id });
  const [slot] = await slotsOf(sharedId, { from: dayFromNow(3), to: dayFromNow(3) });
  const refusedWith = async (answers: object) => {
    const { error } = await submit(sharedId, slot!, { formData: { name: 'Ana', email: freshEmail(), answers } });
    return [error!.code, (error as unknown as { message: string }).message];
  };
  assert.deepEqual(await refusedWith({ age: '7' }), [
    'answers_invalid',
    'Edad: La respuesta está fuera de los límites: mínimo 18.',
  ]);
  const params = { path: { formId: form.id } };
  await business.api.PATCH('/v1/forms/{formId}', { params, body: { closesAt: '2020-01-01T00:00:00Z' } });
  assert.deepEqual(await refusedWith({ age: '27' }), [
    'form_closed',
    'Por ahora no se puede reservar con este enlace. Comunícate con el negocio.',
  ]);
  assert.equal((await registrationsOf(business, schedule.id)).length, 0);
});

test('a link takes only a published form of the organization', async () => {
  const [business, other] = [await newBusiness(), await newBusiness()];
  const foreign = await newForm(other, onePage(text('color')));
  const draft = await newForm(business, onePage(text('color')), { publish: false });
  const { schedule, sharedId } = await newLink(business.api);
  for (const formId of [foreign.id, draft.id, crypto.randomUUID()]) {
    const body = { scheduleId: schedule.id, formId };
    assert.equal(codeOf(await business.api.POST('/v1/tasks/schedule/link', { body })), 'reference_not_found');
  }
  const [slot] = await slotsOf(sharedId);
  const formData = { name: 'Ana', email: freshEmail(), answers: { color: 'Rojo' } };
  assert.equal(codeOf(await submit(sharedId, slot!, { formData })), 'booking_form_invalid');
});

test('a submission of a form books the time that was chosen, or is refused with that answer', async () => {
  const business = await newBusiness();
  const { id: scheduleId } = await newSchedule(business.api);
  const form = await newForm(business, {
    ...onePage(text('name', { required: true }), field('email', 'email'), field('date', 'day'), field('time', 'hour')),
    makes: { contact: { name: 'name', email: 'email' }, booking: { scheduleId, date: 'day', time: 'hour' } },
  } as never);
  const answers = { name: 'Ana', email: freshEmail(), day: dayFromNow(3), hour: '10:00' };
  const first = await submitForm(form.publicId, { answers });
  assert.equal(first.response.status, 201, JSON.stringify(first.error));
  const taken = await submitForm(form.publicId, { answers: { ...answers, email: freshEmail() } });
  assert.equal(taken.error!.errors[0]!.path, 'body.answers.hour');
  const [booking] = await registrationsOf(business, scheduleId);
  assert.deepEqual([booking!.name, booking!.source, booking!.email], ['Ana', 'form', answers.email]);
  assert.equal((await submissionsOf(business, form.id)).total, 1);
});

test('a link that was sent to a contact who was merged afterwards books and makes tasks for the one that remains', async () => {
  const { business, api, board, columns } = await newBoard();
  const { id: scheduleId } = await newSchedule(api);
  const form = await newForm(business, {
    ...onePage(text('what'), field('date', 'day'), field('time', 'hour')),
    makes: { booking: { scheduleId, date: 'day', time: 'hour' }, task: { boardId: board.id, title: 'what' } },
  } as never);
  const [merged, kept] = await Promise.all(
    ['Ana', 'Ana Pérez'].map(async (name) => (await api.POST('/v1/beneficiary', { body: { name } })).data!.id),
  );
  const { data: link } = await api.POST('/v1/forms/{formId}/link', {
    params: { path: { formId: form.id } },
    body: { contactId: merged! },
  });
  await api.PATCH('/v1/beneficiary/merge', { body: { id: kept!, fromIds: [merged!] } });
  const answers = { what: 'Llamar', day: dayFromNow(3), hour: '10:00' };
  const sent = await submitForm(form.publicId, { answers, prefill: link!.token });
  assert.equal(sent.response.status, 201, JSON.stringify(sent.error));
  const query = { contactId: kept! };
  const { data } = await api.GET('/v1/tasks/schedule/reservations', { params: { query } });
  assert.deepEqual(
    data!.data.map(({ contactId, name }) => [contactId, name]),
    [[kept, 'Ana Pérez']],
  );
  const [task] = await tasksIn(api, columns[0]!.id);
  assert.deepEqual(task!.links, [{ entityKind: 'beneficiaryId', entityId: kept }]);
});
