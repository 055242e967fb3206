import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newBoard, newTask } from '#test/boards.ts';
import { createFolder, readObject, uploadFile } from '#test/files.ts';
import { type Business, codeOf, newMember, type Person } from '#test/harness.ts';
import { inviteAs } from '#test/members.ts';

/** A task of a board with one viewer, and a seller of the same organization who takes no part in it. */
async function hiddenTask() {
  const { business, api, board, columns } = await newBoard();
  const [viewer, stranger] = [await newMember(business, 'seller'), await newMember(business, 'seller')];
  const members = [
    { userId: business.owner.id, role: 'admin' as const },
    { userId: viewer.id, role: 'viewer' as const },
  ];
  await api.PATCH('/v1/tasks/board', { body: { id: board.id, members } });
  return { business, api, board, viewer, stranger, task: await newTask(api, columns[0]!.id) };
}

test('comments on a task are hidden with its board, and nobody outside it adds one', async () => {
  const { api, viewer, stranger, task } = await hiddenTask();
  const taskId = task.id;
  await api.POST('/v1/organization/comment', { body: { taskId, message: 'Solo para nosotros' } });
  const listed = async (reader: typeof api) =>
    (await reader.GET('/v1/organization/comment', { params: { query: { taskId } } })).data!.total;
  assert.deepEqual([await listed(api), await listed(viewer.api), await listed(stranger.api)], [1, 1, 0]);
  const added = await stranger.api.POST('/v1/organization/comment', { body: { taskId, message: 'Hola' } });
  assert.deepEqual([added.error?.code, added.error?.errors[0]?.path], ['reference_not_found', 'body.taskId']);
});

test('files of a task are hidden with its board, by every way to them', async () => {
  const { business, api, board, viewer, stranger, task } = await hiddenTask();
  const held = await uploadFile(business, 'acta', 'acta.txt');
  await api.PATCH('/v1/tasks/board-task', { body: { id: task.id, attachments: [held.id] } });
  const attached = await uploadFile(business, 'plan', 'plan.txt', { entityKind: 'taskId', entityId: task.id });
  const open = await uploadFile(business, 'menú', 'menu.txt');

  const namesOf = async (reader: typeof api) =>
    (await reader.GET('/v1/files')).data!.data.map(({ name }) => name).toSorted();
  assert.deepEqual(await namesOf(viewer.api), ['acta.txt', 'menu.txt', 'plan.txt']);
  assert.deepEqual(await namesOf(stranger.api), ['menu.txt']);
  const ofTask = async (reader: typeof api) =>
    (await reader.GET('/v1/files/record/{id}', { params: { path: { id: task.id } } })).data!.total;
  assert.deepEqual([await ofTask(viewer.api), await ofTask(stranger.api)], [2, 0]);

  for (const { id } of [held, attached]) {
    const read = ({ token }: { token: string }) => readObject({ ...business, owner: { ...business.owner, token } }, id);
    assert.deepEqual([(await read(viewer)).status, (await read(stranger)).status], [200, 404]);
    assert.equal(codeOf(await stranger.api.POST('/v1/files/link', { body: { key: id } })), 'not_found');
    assert.equal(codeOf(await stranger.api.PATCH('/v1/files', { body: { id, name: 'mío.txt' } })), 'not_found');
    assert.equal(codeOf(await stranger.api.DELETE('/v1/files', { body: { id } })), 'not_found');
    const elements = [{ description: 'Arroz', unitPrice: '100' }];
    const invoice = await stranger.api.POST('/v1/record/pending', { body: { elements, attachments: [id] } });
    assert.equal(invoice.error?.errors[0]?.path, 'body.attachments[0]', 'Attaching it elsewhere would show it.');
  }
  const attachTo = { attachedTo: [{ entityKind: 'taskId', entityId: task.id }] };
  const into = await stranger.api.PATCH('/v1/files', { body: { id: open.id, ...attachTo } });
  assert.equal(into.error?.errors[0]?.path, 'body.attachedTo[0].entityId');

  const ofBoard = await uploadFile(business, 'norma', 'norma.txt', { entityKind: 'boardId', entityId: board.id });
  assert.ok((await namesOf(viewer.api)).includes('norma.txt'));
  assert.ok(!(await namesOf(stranger.api)).includes('norma.txt'), 'A file of the board itself is hidden, too.');
  await api.DELETE('/v1/files', { body: { id: ofBoard.id } });

  // A file that is also attached to something public is not hidden with the board.
  const { data: contact } = await api.POST('/v1/beneficiary', { body: { name: 'Ana' } });
  const both = [...attachTo.attachedTo, { entityKind: 'beneficiaryId', entityId: contact!.id }];
  await api.PATCH('/v1/files', { body: { id: attached.id, attachedTo: both } });
  assert.deepEqual(await namesOf(stranger.api), ['menu.txt', 'plan.txt']);
});

test('nobody deletes a folder with files that are hidden from them', async () => {
  const { business, api, viewer, stranger, task } = await hiddenTask();
  const folderId = await createFolder(business, 'Obra');
  const inner = await createFolder(business, 'Planos', folderId);
  const plan = await uploadFile(business, 'plano', 'plano.txt', {
    folderId: inner,
    entityKind: 'taskId',
    entityId: task.id,
  });
  const remove = (by: { api: typeof api }) => by.api.DELETE('/v1/files', { body: { id: folderId } });
  assert.equal(codeOf(await remove(stranger)), 'folder_has_hidden_files');
  assert.equal((await readObject(business, plan.id)).status, 200);
  assert.equal((await remove(viewer)).response.status, 204);
  assert.equal((await readObject(business, plan.id)).status, 404);
});

test('a member who was removed and is invited again is on no board until somebody adds them, and keeps their tasks', async () => {
  const removals = {
    leaves: ({ api }: Person) => api.POST('/v1/organization/leave'),
    deactivated: ({ id }: Person, { api }: Business) =>
      api.PATCH('/v1/organization/user/toggle', { body: { userId: id, active: false } }),
  };
  for (const remove of Object.values(removals)) {
    const { api, business, board, columns } = await newBoard();
    const member = await newMember(business, 'agent');
    const on = (userId: string, role: 'admin' | 'editor') => ({ userId, role });
    const members = [on(business.owner.id, 'admin'), on(member.id, 'editor')];
    await api.PATCH('/v1/tasks/board', { body: { id: board.id, members } });
    const { id } = await newTask(api, columns[0]!.id, { assigneeIds: [member.id] });
    const seen = async () =>
      (await member.api.GET('/v1/tasks/board-task/{taskId}', { params: { path: { taskId: id } } })).response.status;
    assert.equal(await seen(), 200);
    await remove(member, business);
    const { token } = await inviteAs(api, member.email, 'agent');
    await member.api.PATCH('/v1/organization/invite', { body: { action: 'accept', token } });
    assert.equal(await seen(), 404);
    const kept = await api.PATCH('/v1/tasks/board-task', { body: { id, assigneeIds: [member.id], title: 'Otra' } });
    assert.deepEqual(
      kept.data?.assignees.map((each) => each.id),
      [member.id],
    );
    await api.PATCH('/v1/tasks/board', { body: { id: board.id, members } });
    assert.equal(await seen(), 200);
  }
});
