import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import sharp from 'sharp';
import { app, type Business, baseUrl, newBusiness, newMember, startTestApp } from '#test/harness.ts';
import { runNow } from '#test/jobs.ts';
import { makePictures } from '../picture/make.ts';

interface Uploaded {
  id: string;
  name: string;
  key: string;
  contentType: string;
  sha256: string;
  size: number;
}

const headersOf = (business: Business) => ({
  authorization: `Bearer ${business.owner.token}`,
  'x-service-organization-id': business.id,
});

async function send(business: Business, form: FormData, headers: Record<string, string> = {}) {
  const response = await fetch(`${baseUrl}/v1/files`, {
    method: 'POST',
    body: form,
    headers: { ...headersOf(business), ...headers },
  });
  // biome-ignore lint/suspicious/noExplicitAny: answers of both kinds are looked into.
  return { status: response.status, headers: response.headers, body: (await response.json()) as any };
}

function formOf(bytes: string | Buffer, name: string, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([bytes as BlobPart]), name);
  return form;
}

async function put(business: Business, bytes: string | Buffer, name = 'a.txt', fields: Record<string, string> = {}) {
  const { status, body } = await send(business, formOf(bytes, name, fields));
  assert.equal(status, 201, JSON.stringify(body));
  return body.data[0] as Uploaded;
}

const folder = async ({ api }: Business, name: string, folderId: string | null = null) =>
  (await api.POST('/v1/files/folder', { body: { name, folderId } })).data!.id;

const read = (business: Business, key: string, headers: Record<string, string> = {}, query = '') =>
  fetch(`${baseUrl}/v1/files/object?key=${encodeURIComponent(key)}${query}`, {
    headers: { ...headersOf(business), ...headers },
  });

const usageOf = async ({ api }: Business) => (await api.GET('/v1/files/usage')).data!;

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

test('a file comes back as it was sent, with the type of its bytes and its hash', async () => {
  const business = await newBusiness();
  const bytes = randomBytes(3 * 1024 * 1024);
  const file = await put(business, bytes, 'datos ñandú.bin');
  assert.deepEqual(
    [file.name, file.size, file.contentType],
    ['datos ñandú.bin', bytes.length, 'application/octet-stream'],
  );
  assert.equal(file.sha256, createHash('sha256').update(bytes).digest('hex'));
  const response = await read(business, file.key);
  assert.ok(bytes.equals(Buffer.from(await response.arrayBuffer())));
  assert.match(
    response.headers.get('content-disposition')!,
    /^attachment; filename="datos n_?andu_?.bin"; filename\*=UTF-8''datos%20%C3%B1and%C3%BA.bin$/,
  );
  const held = await read(business, file.key, { 'if-none-match': response.headers.get('etag')! });
  assert.equal(held.status, 304);
});

test('a part of a file is read by Range, and one outside it is refused', async () => {
  const business = await newBusiness();
  const { key } = await put(business, '0123456789');
  const cases: [string, number, string][] = [
    ['bytes=2-4', 206, '234'],
    ['bytes=7-', 206, '789'],
    ['bytes=-3', 206, '789'],
    ['bytes=5-99', 206, '56789'],
    ['bytes=0-1,3-4', 200, '0123456789'],
  ];
  for (const [range, status, text] of cases) {
    const response = await read(business, key, { range });
    assert.deepEqual([response.status, await response.text()], [status, text], range);
  }
  const middle = await read(business, key, { range: 'bytes=2-4' });
  assert.deepEqual([middle.headers.get('content-range'), middle.headers.get('content-length')], ['bytes 2-4/10', '3']);
  const beyond = await read(business, key, { range: 'bytes=10-' });
  assert.deepEqual([beyond.status, beyond.headers.get('content-range')], [416, 'bytes */10']);
  const changed = await read(business, key, { range: 'bytes=2-4', 'if-range': '"other"' });
  assert.equal(changed.status, 200);
});

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
        ...headersOf(business),
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
  const headers = headersOf(business);
  const json = { ...headers, 'content-type': 'application/json' };
  const form = { ...headers, 'content-type': 'multipart/form-data; boundary=x' };
  const cases: [string, Record<string, string>, string, number][] = [
    ['{"content":"aG9sYQ=="', json, 'malformed_body', 400],
    ['{"content":"a*b"}', json, 'malformed_body', 400],
    ['{"content":"aGk', json, 'malformed_body', 400],
    ['{"name":"sin bytes"}', json, 'invalid_request', 400],
    ['{"content":"aG9sYQ==","folder":"x"}', json, 'invalid_request', 400],
    [`{"content":"aG9sYQ==","folderId":"${crypto.randomUUID()}"}`, json, 'reference_not_found', 422],
    ['--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nhola', form, 'malformed_body', 400],
    ['hola', { ...headers, 'content-type': 'text/plain' }, 'unsupported_media_type', 415],
  ];
  for (const [body, given, code, status] of cases) {
    const response = await fetch(`${baseUrl}/v1/files/base64`, { method: 'POST', body, headers: given });
    const problem = (await response.json()) as { code: string };
    assert.deepEqual([response.status, problem.code], [status, code], body);
  }
  const usage = await usageOf(business);
  assert.deepEqual([usage.usedBytes, usage.reservedBytes, usage.files], [0, 0, 0]);
});

test('equal bytes are stored once, and freed with the last of their names', async () => {
  const business = await newBusiness();
  const bytes = randomBytes(1000);
  const [first, second] = [await put(business, bytes, 'a.bin'), await put(business, bytes, 'b.bin')];
  assert.equal((await usageOf(business)).usedBytes, 1000);
  await business.api.DELETE('/v1/files', { body: { id: first.id } });
  assert.equal((await read(business, second.key)).status, 200);
  await business.api.DELETE('/v1/files', { body: { id: second.id } });
  const usage = await usageOf(business);
  assert.deepEqual([usage.usedBytes, usage.files], [0, 0]);
  assert.equal((await read(business, second.key)).status, 404);
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
        headers: headersOf(business),
      });
      return { status: response.status, body: (await response.json()) as { code?: string; data?: Uploaded[] } };
    };
    const answers = await Promise.all([upload(randomBytes(900)), upload(randomBytes(900))]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422]);
    assert.equal(answers.find(({ status }) => status === 422)!.body.code, 'quota_exceeded');
    const { id } = answers.find(({ status }) => status === 201)!.body.data![0]!;
    const deletions = await Promise.all([1, 2].map(() => business.api.DELETE('/v1/files', { body: { id } })));
    assert.deepEqual(deletions.map(({ response }) => response.status).sort(), [204, 404]);
    const usage = await usageOf(business);
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
      ...headersOf(business),
      'content-type': 'multipart/form-data; boundary=x',
    },
  } as RequestInit);
  await assert.rejects(sent);
  for (let tries = 0; (await usageOf(business)).reservedBytes !== 0; tries++) {
    assert.ok(tries < 100, 'The reservation is given back.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.equal((await usageOf(business)).files, 0);
});

test('names are unique in a folder whatever their capitals and accents; an upload gets a number instead', async () => {
  const business = await newBusiness();
  const { api } = business;
  const inside = await folder(business, 'Contratos');
  const names = [];
  for (const name of ['Año.pdf', 'ano.pdf', 'AÑO.PDF'])
    names.push((await put(business, randomBytes(9), name, { folderId: inside })).name);
  assert.deepEqual(names, ['Año.pdf', 'ano (2).pdf', 'AÑO (3).PDF']);
  const taken = await api.POST('/v1/files/folder', { body: { name: 'CONTRATOS' } });
  assert.deepEqual([taken.response.status, taken.error!.errors[0]!.path], [409, 'body.name']);
  assert.equal(
    (await api.POST('/v1/files/folder', { body: { name: 'contratos', folderId: inside } })).response.status,
    201,
  );
  const many = await Promise.all(Array.from({ length: 8 }, () => put(business, randomBytes(9), 'igual.txt')));
  assert.equal(new Set(many.map(({ name }) => name)).size, 8);
});

test('a name is never a path', async () => {
  const business = await newBusiness();
  for (const [given, kept] of [
    ['../../etc/passwd', 'passwd'],
    ['C:\\temp\\nota.txt', 'nota.txt'],
    ['..', 'archivo'],
    ['a\u202Egpj.exe', 'agpj.exe'],
  ] as const)
    assert.equal((await put(business, randomBytes(5), given)).name, kept);
  const renamed = await business.api.POST('/v1/files/folder', { body: { name: 'a/b' } });
  assert.equal(renamed.response.status, 400);
});

test('a folder moves with its contents, never into itself, and two crossing moves form no circle', async () => {
  const business = await newBusiness();
  const { api } = business;
  const a = await folder(business, 'a');
  const b = await folder(business, 'b', a);
  const file = await put(business, 'x', 'x.txt', { folderId: b });
  const into = (id: string, folderId: string | null) => api.PATCH('/v1/files', { body: { id, folderId } });
  assert.equal((await into(a, b)).error!.code, 'folder_inside_itself');
  assert.equal((await into(a, a)).error!.code, 'folder_inside_itself');
  const c = await folder(business, 'c');
  const moved = await into(a, c);
  assert.deepEqual(
    moved.data!.path.map(({ name }) => name),
    ['c'],
  );
  const { data } = await api.GET('/v1/files', { params: { query: { search: 'x.txt' } } });
  assert.deepEqual(
    data!.data[0]!.path.map(({ name }) => name),
    ['c', 'a', 'b'],
  );
  const [x, y] = [await folder(business, 'x'), await folder(business, 'y')];
  const crossed = await Promise.all([into(x, y), into(y, x)]);
  assert.equal(crossed.filter(({ response }) => response.status === 200).length, 1);
  assert.equal((await into(file.id, crypto.randomUUID())).error!.code, 'reference_not_found');
});

test('folders nest at most 32 deep, however they get there', async () => {
  const business = await newBusiness();
  let deepest: string | null = null;
  for (let level = 1; level <= 32; level++) deepest = await folder(business, `n${level}`, deepest);
  const deeper = await business.api.POST('/v1/files/folder', { body: { name: 'más', folderId: deepest } });
  assert.equal(deeper.error!.code, 'folders_too_deep');
  const other = await folder(business, 'otra');
  const moved = await business.api.PATCH('/v1/files', { body: { id: other, folderId: deepest } });
  assert.equal(moved.error!.code, 'folders_too_deep');
});

test('a folder is deleted with everything inside, or not at all', async () => {
  const business = await newBusiness();
  const outer = await folder(business, 'fuera');
  const inner = await folder(business, 'dentro', outer);
  const file = await put(business, randomBytes(50), 'a.bin', { folderId: inner });
  const entityId = crypto.randomUUID();
  const hold = (held: boolean) =>
    app.engine.run({}, async (ctx) => {
      const { tx } = await ctx.enter(business.id);
      await (held
        ? sql`INSERT INTO file_links (organization_id, file_id, entity_kind, entity_id, field, created_at)
              VALUES (${business.id}, ${file.id}, 'invoiceId', ${entityId}, 'attachments', now())`
        : sql`DELETE FROM file_links WHERE organization_id = ${business.id}`
      ).execute(tx);
    });
  await hold(true);
  const refused = await business.api.DELETE('/v1/files', { body: { id: outer } });
  assert.equal(refused.error!.code, 'file_in_use');
  assert.equal((await read(business, file.key)).status, 200);
  await hold(false);
  assert.equal((await business.api.DELETE('/v1/files', { body: { id: outer } })).response.status, 204);
  const usage = await usageOf(business);
  assert.deepEqual([usage.usedBytes, usage.files, usage.folders], [0, 0, 0]);
  assert.equal((await business.api.GET('/v1/files', { params: { query: { search: 'a.bin' } } })).data!.total, 0);
});

test('files are attached to things that exist and listed with them', async () => {
  const business = await newBusiness();
  const { api } = business;
  const { data: project } = await api.POST('/v1/beneficiary', { body: { name: 'Ana Pérez' } });
  const entityId = project!.id;
  const attached = await put(business, 'x', 'cédula.txt', { entityKind: 'beneficiaryId', entityId });
  const later = await put(business, 'y', 'contrato.txt');
  await api.PATCH('/v1/files', {
    body: { id: later.id, attachedTo: [{ entityKind: 'beneficiaryId', entityId }], labels: ['firmado'] },
  });
  const list = async () =>
    (await api.GET('/v1/files/record/{id}', { params: { path: { id: entityId }, query: { sort: 'name' } } })).data!
      .data;
  assert.deepEqual(
    (await list()).map(({ name }) => name),
    ['cédula.txt', 'contrato.txt'],
  );
  const unknown = { entityKind: 'beneficiaryId', entityId: crypto.randomUUID() };
  const refused = await api.PATCH('/v1/files', { body: { id: later.id, attachedTo: [unknown] } });
  assert.deepEqual(
    [refused.error!.code, refused.error!.errors[0]!.path],
    ['reference_not_found', 'body.attachedTo[0].entityId'],
  );
  await api.PATCH('/v1/files', { body: { id: attached.id, attachedTo: [] } });
  assert.deepEqual(
    (await list()).map(({ name }) => name),
    ['contrato.txt'],
  );
  const labelled = await api.GET('/v1/files', { params: { query: { label: 'firmado' } } });
  assert.equal(labelled.data!.data[0]!.id, later.id);
  const usage = await usageOf(business);
  assert.deepEqual(
    usage.byEntityKind.map(({ entityKind, files }) => [entityKind, files]),
    [
      ['beneficiaryId', 1],
      [null, 1],
    ],
  );
});

test('pages and drawings with scripts are downloads, whatever their name says', async () => {
  const business = await newBusiness();
  const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const html = '<!doctype html><html><script>alert(1)</script></html>';
  const polyglot = Buffer.concat([
    await sharp({ create: { width: 2, height: 2, channels: 3, background: '#fff' } })
      .gif()
      .toBuffer(),
    Buffer.from(html),
  ]);
  const cases: [string | Buffer, string, string, string][] = [
    [svg, 'foto.png', 'image/svg+xml', 'attachment'],
    [html, 'nota.txt', 'text/html', 'attachment'],
    [`\n  <p onclick="x">`, 'nota.csv', 'text/html', 'attachment'],
    [polyglot, 'foto.html', 'image/gif', 'inline'],
    ['a,b\n1,2\n', 'datos.csv', 'text/csv', 'inline'],
    ['PK\u0003\u0004zip', 'a.zip', 'application/zip', 'attachment'],
  ];
  for (const [bytes, name, type, kind] of cases) {
    const file = await put(business, bytes, name);
    assert.equal(file.contentType, type, name);
    const response = await read(business, file.key);
    assert.match(response.headers.get('content-disposition')!, new RegExp(`^${kind};`), name);
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    assert.match(response.headers.get('content-security-policy')!, /sandbox/);
  }
});

test('no name breaks out of the header of a download', async () => {
  const business = await newBusiness();
  for (const name of ['a"; filename="b.exe', "x'y%0d%0aset-cookie: a=b", '日本語 😀.txt']) {
    const file = await put(business, 'x', name);
    const value = (await read(business, file.key)).headers.get('content-disposition')!;
    assert.match(value, /^inline; filename="[ -!#-$&-[\]-~]*"; filename\*=UTF-8''[A-Za-z0-9%._~!-]+$/);
    assert.equal(decodeURIComponent(value.split("UTF-8''")[1]!), file.name);
  }
});

test('a link opens one file until it expires, and nothing else', async () => {
  const business = await newBusiness();
  const [file, other] = [await put(business, 'abierto', 'a.txt'), await put(business, 'cerrado', 'b.txt')];
  const { data: link } = await business.api.POST('/v1/files/link', { body: { key: file.key } });
  const opened = await fetch(link!.url);
  assert.deepEqual([opened.status, await opened.text()], [200, 'abierto']);
  const token = new URL(link!.url).searchParams.get('token')!;
  const [facts, signature] = token.split('.') as [string, string];
  const forged = JSON.parse(Buffer.from(facts, 'base64url').toString()) as [string, string, number];
  const withFacts = (changed: unknown[]) =>
    fetch(
      `${baseUrl}/v1/files/object/public?token=${Buffer.from(JSON.stringify(changed)).toString('base64url')}.${signature}`,
    );
  for (const changed of [[forged[0], other.key, forged[2]], [forged[0], file.key, forged[2] + 9], [], null])
    assert.equal((await withFacts(changed as unknown[])).status, 404);
  const foreign = await newBusiness();
  assert.equal((await foreign.api.POST('/v1/files/link', { body: { key: file.key } })).response.status, 404);
  await business.api.DELETE('/v1/files', { body: { id: file.id } });
  assert.equal((await fetch(link!.url)).status, 404);
});

test('pictures are made once in a few sizes, without the data of the camera', async () => {
  const business = await newBusiness();
  const photo = await sharp({ create: { width: 2000, height: 1000, channels: 3, background: '#c81e1e' } })
    .withExif({ IFD0: { Copyright: 'secreto', Make: 'Camara' } })
    .jpeg()
    .toBuffer();
  const file = await put(business, photo, 'foto.jpg');
  await picturesMade(business);
  const { data } = await business.api.GET('/v1/files', { params: { query: { search: 'foto' } } });
  const described = data!.data[0]!;
  assert.deepEqual([described.width, described.height], [2000, 1000]);
  assert.deepEqual(
    described.pictures.map(({ size }) => size),
    [128, 512, 1600],
  );
  const small = Buffer.from(await (await read(business, described.pictures[0]!.key)).arrayBuffer());
  const { width, height, format, exif } = await sharp(small).metadata();
  assert.deepEqual([width, height, format, exif], [128, 64, 'webp', undefined]);
  assert.equal((await read(business, `${file.id}/999`)).status, 404);
});

test('a picture that decodes into a huge one, or is none, stays a file without pictures', async () => {
  const business = await newBusiness();
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const bomb = Buffer.from(png);
  bomb.writeUInt32BE(60_000, 16);
  bomb.writeUInt32BE(60_000, 20);
  await put(business, bomb, 'bomba.png');
  await put(business, png.subarray(0, 60), 'cortada.png');
  await put(business, Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(500)]), 'roto.pdf');
  await picturesMade(business);
  const { data } = await business.api.GET('/v1/files');
  assert.deepEqual(
    data!.data.map(({ pictures, width }) => [pictures.length, width]),
    [
      [0, null],
      [0, null],
      [0, null],
    ],
  );
});

test('a PDF has its page count and a picture of its first page', async () => {
  const business = await newBusiness();
  await put(business, pdfOf(3), 'contrato.pdf');
  await picturesMade(business);
  const { data } = await business.api.GET('/v1/files');
  const [file] = data!.data;
  assert.deepEqual(
    [file!.pages, file!.contentType, file!.pictures.map(({ size }) => size)],
    [3, 'application/pdf', [128, 512, 1600]],
  );
});

test('the same upload with the same key is stored once and answered alike', async () => {
  const business = await newBusiness();
  const headers = { 'idempotency-key': 'una-vez' };
  const first = await send(business, formOf('hola', 'a.txt'), headers);
  const again = await send(business, formOf('hola', 'a.txt'), headers);
  assert.deepEqual([again.body.data[0].id, again.headers.get('idempotent-replayed')], [first.body.data[0].id, 'true']);
  const other = await send(business, formOf('otra', 'a.txt'), headers);
  assert.equal(other.body.code, 'idempotency_key_reused');
  const usage = await usageOf(business);
  assert.deepEqual([usage.files, usage.usedBytes, usage.reservedBytes], [1, 4, 0]);
});

test('a viewer reads files and changes none; another organization sees none', async () => {
  const business = await newBusiness();
  const file = await put(business, 'x');
  const viewer = await newMember(business);
  assert.equal((await viewer.api.GET('/v1/files')).data!.total, 1);
  assert.equal((await viewer.api.DELETE('/v1/files', { body: { id: file.id } })).error!.code, 'forbidden');
  const other = await newBusiness();
  assert.equal((await read(other, file.key)).status, 404);
  assert.equal((await other.api.DELETE('/v1/files', { body: { id: file.id } })).error!.code, 'not_found');
  assert.equal((await other.api.GET('/v1/files')).data!.total, 0);
});

test('after any history the usage equals a recount', async () => {
  const business = await newBusiness();
  const contents = Array.from({ length: 4 }, (_, index) => randomBytes(10 * (index + 1)));
  const step = fc.oneof(
    fc.record({ do: fc.constant('put' as const), content: fc.nat(3), folder: fc.nat(2) }),
    fc.record({ do: fc.constant('delete' as const), which: fc.nat(9) }),
    fc.record({ do: fc.constant('move' as const), which: fc.nat(9), folder: fc.nat(2) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const folders = [null, await folder(business, crypto.randomUUID()), await folder(business, crypto.randomUUID())];
      const ids: string[] = [];
      for (const each of steps) {
        const id = 'which' in each ? ids[each.which % Math.max(ids.length, 1)] : undefined;
        if (each.do === 'put') {
          const fields: Record<string, string> = folders[each.folder] ? { folderId: folders[each.folder]! } : {};
          ids.push((await put(business, contents[each.content]!, 'a.bin', fields)).id);
        } else if (id && each.do === 'delete') {
          await business.api.DELETE('/v1/files', { body: { id } });
          ids.splice(ids.indexOf(id), 1);
        } else if (id && each.do === 'move')
          await business.api.PATCH('/v1/files', {
            body: { id, folderId: folders[each.folder]!, name: crypto.randomUUID() },
          });
      }
      const usage = await usageOf(business);
      assert.deepEqual([usage.usedBytes, usage.reservedBytes], [await recount(business), 0]);
    }),
    { numRuns: 5 },
  );
});

/** Makes the pictures that wait for a worker. */
async function picturesMade(business: Business): Promise<void> {
  for (const sha256 of (await business.api.GET('/v1/files')).data!.data.flatMap((file) => file.sha256 ?? []))
    await runNow(makePictures, { organizationId: business.id, sha256 });
}

/** A small valid PDF of some empty pages. */
function pdfOf(pages: number): string {
  const kids = Array.from({ length: pages }, (_, index) => `${index + 3} 0 R`).join(' ');
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${pages}>>`,
    ...Array.from({ length: pages }, () => '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>'),
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj${object}endobj\n`).join('');
  return `%PDF-1.7\n${body}trailer<</Root 1 0 R/Size ${objects.length + 1}>>\n%%EOF`;
}
