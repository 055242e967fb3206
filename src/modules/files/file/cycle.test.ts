import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFolder } from '#test/files.ts';
import { newBusiness } from '#test/harness.ts';
import { inParallel } from '#test/two-connections.ts';

test('two folders that move into each other at the same time make no cycle, in the service and in the database', async () => {
  const business = await newBusiness();
  for (let round = 0; round < 5; round++) {
    const [a, b] = [await createFolder(business, `A${round}`), await createFolder(business, `B${round}`)];
    const move = (id: string, folderId: string) => business.api.PATCH('/v1/files', { body: { id, folderId } });
    const answers = await Promise.all([move(a, b), move(b, a)]);
    assert.deepEqual(answers.map(({ response }) => response.status).toSorted(), [200, 422]);

    const [c, d] = [await createFolder(business, `C${round}`), await createFolder(business, `D${round}`)];
    const into = 'UPDATE files SET folder_id = $2, folder_depth = 0 WHERE organization_id = $3 AND id = $1';
    const outcomes = await inParallel(business.id, [
      [into, [c, d, business.id]],
      [into, [d, c, business.id]],
    ]);
    assert.ok(
      outcomes.some((code) => code !== null),
      'The database refused at least one of them.',
    );
  }
});
