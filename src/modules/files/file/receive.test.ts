import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import {
  createFolder,
  fileHeaders,
  filesUsage,
  formOf,
  readObject,
  sendForm,
  type Uploaded,
  uploadFile,
} from '#test/files.ts';
import { app, type Business, baseUrl, newBusiness, startTestApp } from '#test/harness.ts';

test('base64 is decoded while it arrives, wherever the field is in the body', async () => {
  const business = await newBusiness();
  const bytes = randomBytes(500_001);
  const content = bytes.toString('base64');
  const bodies = [
    `{"name":"a.bin","content":"${content}"}`,
    `{ "content" : "${content.replaceAll('/', '\\/')}", "labels": ["content", "x"], "name": "b.bin" }`,
  ];
  for (const body of bodies) {
    const response = await fetch(`${baseUrl}/v1/files/base64`, {
      method: 'POST',
      body,
      headers: {
        ...fileHeaders(business),
        'content-type': 'application/json',
      },
    });
    const file = (await response.json()) as Uploaded;
    assert.equal(response.status, 201, JSON.stringify(file));
    assert.equal(file.sha256, createHash('sha256').update(bytes).digest('hex'));
  }
  const names = (await business.api.GET('/v1/files')).data!.data.map(({ name }) => name);
  assert.deepEqual(names, ['b.bin', 'a.bin']);
});

test('an upload that is not valid changes nothing and gives its room back', async () => {
  const business = await newBusiness();
  const headers = fileHeaders(business);
  const json = { ...headers, 'content-type': 'application/json' };
  const form = { ...headers, 'content-type': 'multipart/form-data; boundary=x' };
  const cases: [string, Record<string, string>, string, number, string?][] = [
    ['{"content":"aG9sYQ=="', json, 'malformed_body', 400],
    ['{"content":"a*b"}', json, 'malformed_body', 400, 'body.content'],
    ['{"content":"aGk', json, 'malformed_body', 400],
    ['{"name":"sin bytes"}', json, 'invalid_request', 400, 'body.content'],
    ['--x--', form, 'invalid_request', 400, 'body.file'],
    ['{"content":"aG9sYQ==","folder":"x"}', json, 'invalid_request', 400, 'body.folder'],
    [`{"content":"aG9sYQ==","folderId":"${crypto.randomUUID()}"}`, json, 'reference_not_found', 422, 'body.folderId'],
    ['--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nhola', form, 'malformed_body', 400],
    ['hola', { ...headers, 'content-type': 'text/plain' }, 'unsupported_media_type', 415],
  ];
  for (const [body, given, code, status, place] of cases) {
    const response = await fetch(`${baseUrl}/v1/files/base64`, { method: 'POST', body, headers: given });
    const problem = (await response.json()) as { code: string; errors: { path: string }[] };
    assert.deepEqual([response.status, problem.code, problem.errors[0]?.path], [status, code, place], body);
  }
  const usage = await filesUsage(business);
  assert.deepEqual([usage.usedBytes, usage.reservedBytes, usage.files], [0, 0, 0]);
});

test('equal bytes are stored once, and freed with the last of their names', async () => {
  const business = await newBusiness();
  const bytes = randomBytes(1000);
  const [first, second] = [await uploadFile(business, bytes, 'a.bin'), await uploadFile(business, bytes, 'b.bin')];
  assert.equal((await filesUsage(business)).usedBytes, 1000);
  await business.api.DELETE('/v1/files', { body: { id: first.id } });
  assert.equal((await readObject(business, second.key)).status, 200);
  await business.api.DELETE('/v1/files', { body: { id: second.id } });
  const usage = await filesUsage(business);
  assert.deepEqual([usage.usedBytes, usage.files], [0, 0]);
  assert.equal((await readObject(business, second.key)).status, 404);
});

test('of two uploads that fit into the quota only one by one, one succeeds; a deletion returns its bytes once', async () => {
  const small = await startTestApp(
    { FILES_QUOTA_BYTES: '1500', FILE_BYTES_MAX: '1000' },
    { databaseUrl: app.databaseUrl },
  );
  try {
    const business = await newBusiness();
    const upload = async (bytes: Buffer) => {
      const response = await fetch(`${small.publicUrl}/v1/files`, {
        method: 'POST',
        body: formOf(bytes, 'a.bin'),
        headers: fileHeaders(business),
      });
      return { status: response.status, body: (await response.json()) as { code?: string; data?: Uploaded[] } };
    };
    const answers = await Promise.all([upload(randomBytes(900)), upload(randomBytes(900))]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422]);
    assert.equal(answers.find(({ status }) => status === 422)!.body.code, 'quota_exceeded');
    const { id } = answers.find(({ status }) => status === 201)!.body.data![0]!;
    const deletions = await Promise.all([1, 2].map(() => business.api.DELETE('/v1/files', { body: { id } })));
    assert.deepEqual(deletions.map(({ response }) => response.status).sort(), [204, 404]);
    const usage = await filesUsage(business);
    assert.deepEqual([usage.usedBytes, usage.reservedBytes], [0, 0]);
    assert.equal((await upload(randomBytes(1001))).status, 413);
    assert.equal((await upload(randomBytes(900))).status, 201);
  } finally {
    await small.stop();
  }
});

test('an upload that is cut off leaves no file and gives its room back', async () => {
  const business = await newBusiness();
  async function* cut() {
    yield Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n');
    yield randomBytes(200_000);
    throw new Error('the sender is gone');
  }
  const sent = fetch(`${baseUrl}/v1/files`, {
    method: 'POST',
    body: cut() as unknown as BodyInit,
    duplex: 'half',
    headers: {
      ...fileHeaders(business),
      'content-type': 'multipart/form-data; boundary=x',
    },
  } as RequestInit);
  await assert.rejects(sent);
  for (let tries = 0; (await filesUsage(business)).reservedBytes !== 0; tries++) {
    assert.ok(tries < 100, 'The reservation is given back.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.equal((await filesUsage(business)).files, 0);
});

test('the same upload with the same key is stored once and answered alike', async () => {
  const business = await newBusiness();
  const headers = { 'idempotency-key': 'una-vez' };
  const first = await sendForm(business, formOf('hola', 'a.txt'), headers);
  const again = await sendForm(business, formOf('hola', 'a.txt'), headers);
  assert.deepEqual(
    [again.body.data[0]!.id, again.headers.get('idempotent-replayed')],
    [first.body.data[0]!.id, 'true'],
  );
  const other = await sendForm(business, formOf('otra', 'a.txt'), headers);
  assert.equal(other.body.code, 'idempotency_key_reused');
  const usage = await filesUsage(business);
  assert.deepEqual([usage.files, usage.usedBytes, usage.reservedBytes], [1, 4, 0]);
});

test('after any history the usage equals a recount', async () => {
  const business = await newBusiness();
  const contents = Array.from({ length: 4 }, (_, index) => randomBytes(10 * (index + 1)));
  const step = fc.oneof(
    fc.record({ do: fc.constant('put' as const), content: fc.nat(3), folder: fc.nat(2) }),
    fc.record({ do: fc.constant('delete' as const), which: fc.nat(9) }),
    fc.record({ do: fc.constant('move' as const), which: fc.nat(9), folder: fc.nat(2) }),
    fc.record({ do: fc.constant('attach' as const), which: fc.nat(9), things: fc.nat(2) }),
    fc.record({ do: fc.constant('hold' as const), which: fc.nat(9) }),
    fc.record({ do: fc.constant('deleteFolder' as const), folder: fc.integer({ min: 1, max: 2 }) }),
  );
  type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
  const things: { entityKind: string; entityId: string }[] = [];
  for (const name of ['Ana', 'Eva']) {
    const { data } = await business.api.POST('/v1/beneficiary', { body: { name } });
    things.push({ entityKind: 'beneficiaryId', entityId: data!.id });
  }
  const elements = [{ description: 'Arroz', unitPrice: '100' }];
  const { data: invoice } = await business.api.POST('/v1/record/pending', { body: { elements, status: 'draft' } });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const folders = [
        null,
        await createFolder(business, crypto.randomUUID()),
        await createFolder(business, crypto.randomUUID()),
      ];
      const ids: string[] = [];
      const change = (id: string, fields: object) => business.api.PATCH('/v1/files', { body: { id, ...fields } });
      const actions: { [K in Step['do']]: (given: Extract<Step, { do: K }>, id: string) => Promise<unknown> } = {
        put: async ({ content, folder }) => {
          const fields: Record<string, string> = folders[folder] ? { folderId: folders[folder]! } : {};
          ids.push((await uploadFile(business, contents[content]!, 'a.bin', fields)).id);
        },
        delete: async (_given, id) => {
          await business.api.DELETE('/v1/files', { body: { id } });
          ids.splice(ids.indexOf(id), 1);
        },
        move: ({ folder }, id) => change(id, { folderId: folders[folder]!, name: crypto.randomUUID() }),
        attach: ({ things: count }, id) => change(id, { attachedTo: things.slice(0, count) }),
        hold: (_given, id) =>
          business.api.PATCH('/v1/record/pending', { body: { id: invoice!.id, attachments: [id] } }),
        deleteFolder: async ({ folder }) => {
          if (!folders[folder]) return;
          const { response } = await business.api.DELETE('/v1/files', { body: { id: folders[folder]! } });
          // A folder with a file that the invoice holds stays.
          if (response.status === 204) folders[folder] = null;
        },
      };
      for (const each of steps) {
        const id = 'which' in each ? ids[each.which % Math.max(ids.length, 1)] : '';
        if (id !== undefined) await actions[each.do](each as never, id);
      }
      const usage = await filesUsage(business);
      assert.deepEqual([usage.usedBytes, usage.reservedBytes], [await recount(business), 0]);
      assert.deepEqual(await tallies(business), await recountTallies(business));
    }),
    { numRuns: 5 },
  );
});

const inOrganization = async <R>(business: Business, query: ReturnType<typeof sql<R>>): Promise<R[]> => {
  const { result } = await app.engine.run({}, async (ctx) => {
    const { tx } = await ctx.enter(business.id);
    return (await query.execute(tx)).rows;
  });
  return result;
};

interface Tally {
  kind: string;
  key: string;
  files: number;
  bytes: number;
}

const tallies = (business: Business) =>
  inOrganization(
    business,
    sql<Tally>`SELECT kind, key, files, bytes::int AS bytes FROM file_tallies
      WHERE organization_id = ${business.id} AND files > 0 ORDER BY kind, key`,
  );

/** The same, counted from the rows. */
const recountTallies = (business: Business) =>
  inOrganization(
    business,
    sql<Tally>`
      SELECT counted.kind, counted.key COLLATE "C" AS key, count(*)::int AS files, sum(counted.bytes)::int AS bytes
      FROM (SELECT f.*, c.content_type, coalesce(c.bytes, 0) AS bytes FROM files f
            LEFT JOIN file_contents c USING (organization_id, sha256) WHERE f.organization_id = ${business.id}) f,
        LATERAL (
          SELECT 'all' AS kind, f.kind AS key, f.bytes
          UNION ALL SELECT 'folder', coalesce(f.folder_id::text, 'root'), f.bytes WHERE f.kind = 'file'
          UNION ALL SELECT 'type', f.content_type, f.bytes WHERE f.kind = 'file'
          UNION ALL SELECT 'entityKind', l.entity_kind, f.bytes FROM file_links l
            WHERE l.organization_id = ${business.id} AND l.file_id = f.id) counted
      GROUP BY counted.kind, counted.key ORDER BY 1, 2`,
  );

/** The bytes that are really stored, counted from the rows. */
async function recount(business: Business): Promise<number> {
  const { result } = await app.engine.run({}, async (ctx) => {
    const { tx } = await ctx.enter(business.id);
    const { rows } = await sql<{ bytes: number; wrong: number }>`
      SELECT coalesce(sum(c.bytes), 0)::int AS bytes,
             count(*) FILTER (WHERE c.files <> (SELECT count(*) FROM files f
               WHERE f.organization_id = c.organization_id AND f.sha256 = c.sha256))::int AS wrong
      FROM file_contents c WHERE c.organization_id = ${business.id}`.execute(tx);
    assert.equal(rows[0]!.wrong, 0, 'Each content counts its files.');
    return rows[0]!.bytes;
  });
  return result;
}

test('an organization uploads a few files at once, and then is asked to wait', async () => {
  const business = await newBusiness();
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  async function* slow() {
    yield Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nhola');
    await finished;
    yield Buffer.from('\r\n--x--\r\n');
  }
  const upload = () =>
    fetch(`${baseUrl}/v1/files`, {
      method: 'POST',
      body: slow() as unknown as BodyInit,
      duplex: 'half',
      headers: { ...fileHeaders(business), 'content-type': 'multipart/form-data; boundary=x' },
    } as RequestInit);
  const running = Array.from({ length: 8 }, upload);
  const FILE_BYTES_MAX = 50 * 1024 * 1024;
  for (let tries = 0; (await filesUsage(business)).reservedBytes < 8 * FILE_BYTES_MAX; tries++) {
    assert.ok(tries < 200, 'All of them have begun.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const excess = await sendForm(business, formOf('hola', 'b.txt'));
  assert.deepEqual([excess.status, excess.body.code], [503, 'busy']);
  assert.ok(excess.headers.has('retry-after'));
  const other = await newBusiness();
  await uploadFile(other, 'hola');
  finish();
  for (const answer of await Promise.all(running)) assert.equal(answer.status, 201);
});
