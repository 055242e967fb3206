import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import pg from 'pg';
import { newBoard, newTask } from '#test/boards.ts';
import { app, baseUrl, eventually, newBusiness, ownerUrlOf } from '#test/harness.ts';

test('a locked row of one organization does not keep another from its data', { timeout: 120_000 }, async () => {
  const [blocked, other] = [await newBusiness(), await newBusiness()];
  const owner = new pg.Client({ connectionString: ownerUrlOf(app.databaseUrl) });
  await owner.connect();
  await owner.query('BEGIN');
  await owner.query('SELECT FROM organizations WHERE id = $1 FOR UPDATE', [blocked.id]);
  const waiting = Array.from({ length: app.config.DATABASE_POOL_SIZE * 3 }, (_, number) =>
    blocked.api.PATCH('/v1/organization', { body: { phone: `809-555-01${String(number).padStart(2, '0')}` } }),
  );
  for (let asked = 0; asked < 10; asked++)
    assert.equal((await other.api.GET('/v1/organization/users')).response.status, 200);
  await owner.query('COMMIT');
  await owner.end();
  for (const answer of await Promise.all(waiting)) assert.ok([200, 503].includes(answer.response.status));
});

test('an organization downloads a few files at once, further ones wait, and more are asked to come back', async () => {
  const business = await newBusiness();
  const answers = await Promise.all(
    Array.from({ length: 40 }, () =>
      fetch(`${baseUrl}/v1/beneficiary/export?format=csv`, {
        headers: { authorization: `Bearer ${business.owner.token}` },
      }),
    ),
  );
  const statuses = new Set(answers.map(({ status }) => status));
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  assert.ok(statuses.has(200) && statuses.has(503), [...statuses].join());
  assert.ok(answers.filter(({ status }) => status === 503).every(({ headers }) => headers.has('retry-after')));
});

test('answers that are not read take a bounded amount of memory, and further large ones wait', async () => {
  const { business, api, columns } = await newBoard();
  const items = Array.from({ length: 100 }, () => ({ text: 'x'.repeat(300) }));
  const checklists = Array.from({ length: 10 }, () => ({ name: 'Lista', items }));
  for (let count = 0; count < 20; count++) await newTask(api, columns[0]!.id, { checklists });
  const read = () => api.GET('/v1/tasks/board-task', { params: { query: { itemsPerPage: 20 } } });
  assert.equal((await read()).response.status, 200);
  const { hostname, port } = new URL(baseUrl);
  const askSilently = () => {
    const socket = connect(Number(port), hostname).pause();
    socket.write(
      `GET /v1/tasks/board-task?itemsPerPage=20 HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${business.owner.token}\r\n\r\n`,
    );
    return socket;
  };
  const silent: Socket[] = [];
  const status = async (wanted: number) => ((await read()).response.status === wanted ? true : null);
  // One more each time: a silent request is refused too while an answer that is read takes the room.
  await eventually(() => {
    silent.push(askSilently());
    return status(503);
  });
  assert.equal((await api.GET('/v1/organization')).response.status, 200);
  for (const socket of silent) socket.destroy();
  await eventually(() => status(200));
});
