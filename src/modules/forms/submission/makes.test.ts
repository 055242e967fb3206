import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FormDefinition } from '#client';
import { newBoard, newTask, readTask, tasksIn, titlesIn } from '#test/boards.ts';
import { newResource } from '#test/catalog.ts';
import { eventsOf, payloadsOf } from '#test/events.ts';
import { field, newForm, onePage, submissionsOf, submit, text } from '#test/forms.ts';
import { type Business, newBusiness, newMember } from '#test/harness.ts';

const person: FormDefinition = {
  ...onePage(
    text('name', { required: true }),
    field('email', 'email'),
    field('phone', 'phone'),
    field('taxId', 'rnc'),
    field('address', 'home'),
  ),
  makes: {
    contact: { name: 'name', email: 'email', phone: 'phone', taxId: 'rnc', address: 'home', labels: ['web'] },
  },
};

const contactsOf = async ({ api }: Business) =>
  (await api.GET('/v1/beneficiary', { params: { query: { itemsPerPage: 50 } } })).data!.data;

const answers = {
  name: 'Ana Pérez',
  email: 'ana@example.com',
  phone: '809-555-1234',
  rnc: '1-01-85004-3',
  home: { line1: 'C/ El Conde 1', city: 'Santo Domingo' },
};

test('a submission makes a contact with everything that was answered, once for each e-mail address', async () => {
  const business = await newBusiness();
  const form = await newForm(business, person);
  const sent = await Promise.all(Array.from({ length: 4 }, () => submit(form.publicId, { answers })));
  for (const { response, error } of sent) assert.equal(response.status, 201, JSON.stringify(error));
  const [contact, ...others] = await contactsOf(business);
  assert.deepEqual(others, []);
  assert.deepEqual([contact!.name, contact!.taxId, contact!.labels], ['Ana Pérez', '101850043', ['web']]);
  assert.deepEqual(contact!.contactData.map(({ kind, normalised }) => `${kind} ${normalised}`).toSorted(), [
    'address c/ el conde 1, santo domingo',
    'email ana@example.com',
    'phone +18095551234',
  ]);
  const { data } = await submissionsOf(business, form.id);
  assert.deepEqual(new Set(data.map(({ made }) => made.beneficiaryId)), new Set([contact!.id]));
});

test('a stranger who types the address of a contact changes nothing of them; a signed link does', async () => {
  const business = await newBusiness();
  const { api } = business;
  const { data: contact } = await api.POST('/v1/beneficiary', {
    body: { name: 'Ana', contactData: [{ kind: 'email', value: 'ana@example.com' }] },
  });
  const form = await newForm(business, person);
  await submit(form.publicId, { answers });
  assert.deepEqual(
    (await contactsOf(business)).map(({ name, taxId, contactData }) => [name, taxId, contactData.length]),
    [['Ana', null, 1]],
  );
  const { data: link } = await api.POST('/v1/forms/{formId}/link', {
    params: { path: { formId: form.id } },
    body: { contactId: contact!.id },
  });
  await submit(form.publicId, { answers: { ...answers, email: 'otra@example.com' }, prefill: link!.token });
  const [changed] = await contactsOf(business);
  assert.deepEqual([changed!.id, changed!.taxId, changed!.contactData.length], [contact!.id, '101850043', 4]);
});

const shop = (resourceIds: string[], document: object): FormDefinition =>
  ({
    ...onePage(text('name', { required: true }), field('email', 'email'), field('product', 'items', { resourceIds })),
    makes: { contact: { name: 'name', email: 'email' }, document },
  }) as FormDefinition;

async function pricedService({ api }: Business): Promise<string> {
  const resource = await newResource(api, { name: 'Taller', kind: 'service' });
  await api.POST('/v1/resource/price', { body: { resourceId: resource.id, amount: '500.00' } as never });
  return resource.id;
}

test('a submission makes a draft order of the chosen products for its contact', async () => {
  const business = await newBusiness();
  const resourceId = await pricedService(business);
  const form = await newForm(business, shop([resourceId], { kind: 'order', status: 'draft' }));
  const sent = await submit(form.publicId, {
    answers: { name: 'Ana', email: 'a@example.com', items: [{ resourceId, quantity: 3 }] },
  });
  assert.equal(sent.response.status, 201, JSON.stringify(sent.error));
  const [kept] = (await submissionsOf(business, form.id)).data;
  const { data: orders } = await business.api.GET('/v1/record/pending/all', {});
  assert.deepEqual(
    orders!.data.map(({ id, kind, state, contactId, total }) => ({ id, kind, state, contactId, total })),
    [
      {
        id: kept!.made.invoiceId,
        kind: 'order',
        state: 'draft',
        contactId: kept!.made.beneficiaryId,
        total: '1500.00',
      },
    ],
  );
});

test('what cannot be made refuses the whole submission and names the answer', async () => {
  const business = await newBusiness();
  const goods = await newResource(business.api, { name: 'Caja' });
  await business.api.POST('/v1/resource/price', { body: { resourceId: goods.id, amount: '50.00' } as never });
  const form = await newForm(business, shop([goods.id], { kind: 'invoice', status: 'issued' }));
  const sent = await submit(form.publicId, {
    answers: { name: 'Ana', email: 'a@example.com', items: { [goods.id]: '2' } },
  });
  assert.deepEqual(
    [sent.response.status, sent.error!.code, sent.error!.errors[0]!.path],
    [422, 'submission_refused', 'body.answers.items'],
  );
  assert.deepEqual(await contactsOf(business), []);
  assert.equal((await submissionsOf(business, form.id)).total, 0);
  assert.deepEqual(await eventsOf(business, 'form:submitted'), []);
});

test('a name that is too long for a contact refuses the submission and is named', async () => {
  const business = await newBusiness();
  const form = await newForm(business, {
    ...onePage(text('name', { maxLength: 1000 })),
    makes: { contact: { name: 'name' } },
  });
  const { error } = await submit(form.publicId, { answers: { name: 'x'.repeat(201) } });
  assert.deepEqual([error?.code, error?.errors[0]?.path], ['submission_refused', 'body.answers.name']);
});

test('a payment question makes an issued invoice of the amount, and says where it is paid', async () => {
  const business = await newBusiness();
  const form = await newForm(business, {
    ...onePage(text('name'), field('payment', 'fee', { amount: '750', label: 'Cuota' }), field('payment', 'gift')),
    makes: { contact: { name: 'name' }, document: { kind: 'invoice', status: 'issued' } },
  });
  const sent = await submit(form.publicId, { answers: { name: 'Ana', fee: '1', gift: '20.5' } });
  assert.equal(sent.response.status, 201, JSON.stringify(sent.error));
  const [kept] = (await submissionsOf(business, form.id)).data;
  assert.deepEqual([kept!.answers.fee, kept!.answers.gift], ['750.00', '20.50']);
  const { data } = await business.api.GET('/v1/record/pending', {});
  assert.deepEqual(
    data!.data.map(({ total, state }) => [total, state]),
    [['770.50', 'open']],
  );
});

test('a product that is archived later is no longer an answer', async () => {
  const business = await newBusiness();
  const resourceId = await pricedService(business);
  const form = await newForm(business, shop([resourceId], { kind: 'order', status: 'draft' }));
  await business.api.PATCH('/v1/resource', { body: { id: resourceId, archived: true } as never });
  const sent = await submit(form.publicId, { answers: { name: 'Ana', items: [{ resourceId, quantity: 1 }] } });
  assert.deepEqual([sent.response.status, sent.error!.errors[0]!.path], [422, 'body.answers.items']);
});

const request: FormDefinition = onePage(
  text('what', { required: true, maxLength: 2000 }),
  text('details', { multiline: true }),
  field('date', 'day'),
  field('choice', 'zone', { options: [{ key: 'n', label: 'Naco' }] }),
  field('email', 'email'),
);

test('a submission makes a task by the rules of the board, linked to its contact', async () => {
  const boardFields = [{ key: 'zona', name: 'Zona', type: 'choice', options: ['Gazcue', 'Naco'] }];
  const { business, api, board, columns } = await newBoard({ fields: boardFields });
  const form = await newForm(business, {
    ...request,
    makes: {
      contact: { name: 'what', email: 'email' },
      task: {
        boardId: board.id,
        columnId: columns[1]!.id,
        title: 'what',
        description: 'details',
        dueOn: 'day',
        fields: { zona: 'zone' },
        priority: 'high',
        labels: ['web'],
        assigneeIds: [business.owner.id],
      },
    },
  });
  const answered = { what: 'Nevera rota', details: 'No enfría', day: '2027-03-01', zone: 'n', email: 'a@example.com' };
  const sent = await submit(form.publicId, { answers: answered });
  assert.equal(sent.response.status, 201, JSON.stringify(sent.error));
  const [kept] = (await submissionsOf(business, form.id)).data;
  const task = await readTask(api, kept!.made.taskId!);
  assert.deepEqual(
    [task.title, task.description, task.dueAt, task.fields, task.priority, task.labels, task.columnId],
    ['Nevera rota', 'No enfría', '2027-03-02T03:59:00.000Z', { zona: 'Naco' }, 'high', ['web'], columns[1]!.id],
  );
  assert.deepEqual(task.links, [{ entityKind: 'beneficiaryId', entityId: kept!.made.beneficiaryId }]);
  assert.deepEqual(task.assignees, [{ id: business.owner.id, name: 'Dueña' }]);
  assert.equal((await payloadsOf(business, 'task:created'))[0]!.taskId, task.id);
});

test('a task that its board refuses refuses the whole submission and names the answer', async () => {
  const { business, api, board, columns } = await newBoard({ columns: [{ name: 'Nuevas', limit: 1 }] });
  const task = { boardId: board.id, title: 'what' };
  const form = await newForm(business, { ...request, makes: { contact: { name: 'what' }, task } });
  const refusedAt = async (answered: object) => {
    const { response, error } = await submit(form.publicId, { answers: { ...answered } });
    return [response.status, error?.code, error?.errors[0]?.path, error?.errors[0]?.code];
  };
  const long = await refusedAt({ what: 'x'.repeat(301) });
  assert.deepEqual(long, [422, 'submission_refused', 'body.answers.what', 'invalid_request']);
  assert.equal((await submit(form.publicId, { answers: { what: 'Primera' } })).response.status, 201);
  const full = await refusedAt({ what: 'Segunda' });
  assert.deepEqual(full, [422, 'submission_refused', 'body.answers.what', 'column_full']);
  assert.deepEqual(await titlesIn(api, columns[0]!.id), ['Primera']);
  assert.deepEqual(
    (await contactsOf(business)).map(({ name }) => name),
    ['Primera'],
  );
  assert.equal((await submissionsOf(business, form.id)).total, 1);
});

test('a submission makes its task without the column, people and fields that the board no longer has', async () => {
  const { business, api, board, columns } = await newBoard({ fields: [{ key: 'zona', name: 'Zona', type: 'text' }] });
  const seller = await newMember(business, 'seller');
  const members = [
    { userId: business.owner.id, role: 'admin' as const },
    { userId: seller.id, role: 'editor' as const },
  ];
  await api.PATCH('/v1/tasks/board', { body: { id: board.id, members } });
  const assigneeIds = [business.owner.id, seller.id];
  const task = { boardId: board.id, columnId: columns[1]!.id, title: 'what', fields: { zona: 'details' }, assigneeIds };
  const form = await newForm(business, { ...request, makes: { task } });
  await api.DELETE('/v1/tasks/board-column/{columnId}', { params: { path: { columnId: columns[1]!.id } } });
  await api.PATCH('/v1/tasks/board', { body: { id: board.id, fields: [], members: members.slice(0, 1) } });
  const sent = await submit(form.publicId, { answers: { what: 'Nevera rota', details: 'Gazcue' } });
  assert.equal(sent.response.status, 201, JSON.stringify(sent.error));
  const [made] = await tasksIn(api, columns[0]!.id);
  assert.deepEqual(
    [made!.title, made!.fields, made!.assignees.map(({ id }) => id)],
    ['Nevera rota', {}, [business.owner.id]],
  );
});

test('a submission is kept without a task where its board was deleted', async () => {
  const { business, api, board } = await newBoard();
  const form = await newForm(business, { ...request, makes: { task: { boardId: board.id, title: 'what' } } });
  await api.DELETE('/v1/tasks/board/{boardId}', { params: { path: { boardId: board.id } } });
  const sent = await submit(form.publicId, { answers: { what: 'Nevera rota' } });
  assert.equal(sent.response.status, 201, JSON.stringify(sent.error));
  const { data } = await submissionsOf(business, form.id);
  assert.deepEqual(
    data.map(({ answers: kept, made }) => [kept, made]),
    [[{ what: 'Nevera rota' }, {}]],
  );
});

test('a signed link with a task changes that task, and leaves what was not answered', async () => {
  const { business, api, board, columns } = await newBoard();
  const task = await newTask(api, columns[0]!.id, { title: 'Llamar', description: 'Pedir fotos', priority: 'urgent' });
  const makes = { task: { boardId: board.id, title: 'what', description: 'details', dueOn: 'day' } };
  const form = await newForm(business, { ...request, makes });
  const { data: link } = await api.POST('/v1/forms/{formId}/link', {
    params: { path: { formId: form.id } },
    body: { taskId: task.id },
  });
  const sent = await submit(form.publicId, { answers: { what: 'Llamar a Ana' }, prefill: link!.token });
  assert.equal(sent.response.status, 201, JSON.stringify(sent.error));
  const changed = await readTask(api, task.id);
  assert.deepEqual(
    [changed.title, changed.description, changed.priority, changed.dueAt],
    ['Llamar a Ana', 'Pedir fotos', 'urgent', null],
  );
  assert.deepEqual(await titlesIn(api, columns[0]!.id), ['Llamar a Ana']);
  const [update] = await payloadsOf(business, 'task:updated');
  assert.deepEqual([update!.old, update!.new], [{ title: 'Llamar' }, { title: 'Llamar a Ana' }]);
});

test('a signed link to a task that was deleted keeps the submission', async () => {
  const { business, api, board, columns } = await newBoard();
  const { id: taskId } = await newTask(api, columns[0]!.id);
  const form = await newForm(business, { ...request, makes: { task: { boardId: board.id, title: 'what' } } });
  const params = { path: { formId: form.id } };
  const { data: link } = await api.POST('/v1/forms/{formId}/link', { params, body: { taskId } });
  await api.DELETE('/v1/tasks/board-task/{taskId}', { params: { path: { taskId } } });
  const sent = await submit(form.publicId, { answers: { what: 'Nevera rota' }, prefill: link!.token });
  assert.equal(sent.response.status, 201, JSON.stringify(sent.error));
  assert.deepEqual((await submissionsOf(business, form.id)).data[0]!.made, {});
});

test('only an editor of the board saves a form that makes its tasks, or a link that changes them', async () => {
  const { business, board, columns, api } = await newBoard();
  const seller = await newMember(business, 'seller');
  const task = { boardId: board.id, title: 'what' };
  const body = { definition: { ...request, makes: { task } }, publish: true };
  const hidden = await seller.api.POST('/v1/forms', { body });
  assert.deepEqual(
    [hidden.error?.code, hidden.error?.errors[0]?.path],
    ['reference_not_found', 'body.definition.makes.task.boardId'],
  );
  const assigned = { ...body.definition, makes: { task: { ...task, assigneeIds: [seller.id] } } };
  const stranger = await api.POST('/v1/forms', { body: { definition: assigned } });
  assert.equal(stranger.error?.errors[0]?.path, 'body.definition.makes.task.assigneeIds[0]');
  const form = await newForm(business, body.definition);
  const { id: taskId } = await newTask(api, columns[0]!.id);
  const params = { path: { formId: form.id } };
  const link = await seller.api.POST('/v1/forms/{formId}/link', { params, body: { taskId } });
  assert.deepEqual([link.error?.code, link.error?.errors[0]?.path], ['reference_not_found', 'body.taskId']);
  const other = await newForm(business, request);
  const useless = await api.POST('/v1/forms/{formId}/link', {
    params: { path: { formId: other.id } },
    body: { taskId },
  });
  assert.deepEqual([useless.error?.code, useless.error?.errors[0]?.path], ['answers_invalid', 'body.taskId']);
});
