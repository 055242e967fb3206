import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newBoard, newTask } from '#test/boards.ts';
import { besideService, inParallel } from '#test/two-connections.ts';

const INSERT = 'INSERT INTO task_dependencies (organization_id, task_id, depends_on_id) VALUES ($1, $2, $3)';
const CHECK_VIOLATION = '23514';

async function twoTasks() {
  const { api, business, columns } = await newBoard();
  const [a, b] = [await newTask(api, columns[0]!.id), await newTask(api, columns[0]!.id)];
  return { organizationId: business.id, a: a.id, b: b.id };
}

test('the database refuses a cycle of dependencies that two transactions close together', async () => {
  for (let round = 0; round < 5; round++) {
    const { organizationId, a, b } = await twoTasks();
    const outcomes = await inParallel(organizationId, [
      [INSERT, [organizationId, a, b]],
      [INSERT, [organizationId, b, a]],
    ]);
    assert.deepEqual(outcomes.toSorted(), [CHECK_VIOLATION, null].toSorted());
  }
});

test('the database waits for a transaction with the other half of a cycle to commit', async () => {
  const { organizationId, a, b } = await twoTasks();
  await besideService(organizationId, async ([first, second]) => {
    await first!.query(INSERT, [organizationId, a, b]);
    await second!.query(INSERT, [organizationId, b, a]);
    // Both see no cycle. The check of the second one runs when it commits.
    await first!.query('COMMIT');
    await assert.rejects(second!.query('COMMIT'), { code: CHECK_VIOLATION, constraint: 'task_dependencies_acyclic' });
  });
});
