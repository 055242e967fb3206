import assert from 'node:assert/strict';
import type { ColmadoClient } from '#client';
import { type Business, newBusiness } from '#test/harness.ts';

/** A business with a board of three columns. */
export async function newBoard(board: object = {}, business?: Business) {
  const owner = business ?? (await newBusiness());
  const { data, error } = await owner.api.POST('/v1/tasks/board', { body: { name: 'Pedidos', ...board } });
  assert.equal(error, undefined);
  return { business: owner, api: owner.api, board: data!, columns: data!.columns };
}

export async function newTask(api: ColmadoClient, columnId: string, task: object = {}) {
  const { data, error } = await api.POST('/v1/tasks/board-task', { body: { title: 'Tarea', columnId, ...task } });
  assert.equal(error, undefined);
  return data!;
}

/** The tasks of a column in its order. */
export async function tasksIn(api: ColmadoClient, columnId: string) {
  const { data } = await api.GET('/v1/tasks/board-task', {
    params: { query: { columnId, sort: 'position', itemsPerPage: 200 } },
  });
  return data!.data;
}

export const titlesIn = async (api: ColmadoClient, columnId: string): Promise<string[]> =>
  (await tasksIn(api, columnId)).map(({ title }) => title);

export const readTask = async (api: ColmadoClient, taskId: string) =>
  (await api.GET('/v1/tasks/board-task/{taskId}', { params: { path: { taskId } } })).data!;
