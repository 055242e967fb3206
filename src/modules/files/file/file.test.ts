import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createFolder, filesUsage, readObject, uploadFile } from '#test/files.ts';
import { newBusiness, newMember } from '#test/harness.ts';
import { asOwner } from '#test/walks/rows.ts';

test('a file comes back as it was sent, with the type of its bytes and its hash', async () => {
  const business = await newBusiness();
  const bytes = randomBytes(3 * 1024 * 1024);
  const file = await uploadFile(business, bytes, 'datos ñandú.bin');
  assert.deepEqual(
    [file.name, file.size, file.contentType],
    ['datos ñandú.bin', bytes.length, 'application/octet-stream'],
  );
  assert.equal(file.sha256, createHash('sha256').update(bytes).digest('hex'));
  const response = await readObject(business, file.key);
  assert.ok(bytes.equals(Buffer.from(await response.arrayBuffer())));
  assert.match(
    response.headers.get('content-disposition')!,
    /^attachment; filename="datos n_?andu_?.bin"; filename\*=UTF-8''datos%20%C3%B1and%C3%BA.bin$/,
  );
  const held = await readObject(business, file.key, { 'if-none-match': response.headers.get('etag')! });
  assert.equal(held.status, 304);
});

test('names are unique in a folder whatever their capitals and accents; an upload gets a number instead', async () => {
  const business = await newBusiness();
  const { api } = business;
  const inside = await createFolder(business, 'Contratos');
  const names = [];
  for (const name of ['Año.pdf', 'ano.pdf', 'AÑO.PDF'])
    names.push((await uploadFile(business, randomBytes(9), name, { folderId: inside })).name);
  assert.deepEqual(names, ['Año.pdf', 'ano (2).pdf', 'AÑO (3).PDF']);
  const taken = await api.POST('/v1/files/folder', { body: { name: 'CONTRATOS' } });
  assert.deepEqual([taken.response.status, taken.error!.errors[0]!.path], [409, 'body.name']);
  assert.equal(
    (await api.POST('/v1/files/folder', { body: { name: 'contratos', folderId: inside } })).response.status,
    201,
  );
  const many = await Promise.all(Array.from({ length: 8 }, () => uploadFile(business, randomBytes(9), 'igual.txt')));
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
    assert.equal((await uploadFile(business, randomBytes(5), given)).name, kept);
  const renamed = await business.api.POST('/v1/files/folder', { body: { name: 'a/b' } });
  assert.equal(renamed.response.status, 400);
});

test('a folder moves with its contents, never into itself, and two crossing moves form no circle', async () => {
  const business = await newBusiness();
  const { api } = business;
  const a = await createFolder(business, 'a');
  const b = await createFolder(business, 'b', a);
  const file = await uploadFile(business, 'x', 'x.txt', { folderId: b });
  const into = (id: string, folderId: string | null) => api.PATCH('/v1/files', { body: { id, folderId } });
  for (const folder of [b, a]) {
    const { error } = await into(a, folder);
    assert.deepEqual([error!.code, error!.errors[0]?.path], ['folder_inside_itself', 'body.folderId']);
  }
  const c = await createFolder(business, 'c');
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
  const [x, y] = [await createFolder(business, 'x'), await createFolder(business, 'y')];
  const crossed = await Promise.all([into(x, y), into(y, x)]);
  assert.equal(crossed.filter(({ response }) => response.status === 200).length, 1);
  assert.equal((await into(file.id, crypto.randomUUID())).error!.code, 'reference_not_found');
});

test('folders nest at most 32 deep, also when they are moved', async () => {
  const business = await newBusiness();
  let deepest: string | null = null;
  for (let level = 1; level <= 32; level++) deepest = await createFolder(business, `n${level}`, deepest);
  const deeper = await business.api.POST('/v1/files/folder', { body: { name: 'más', folderId: deepest } });
  assert.equal(deeper.error!.code, 'folders_too_deep');
  const other = await createFolder(business, 'otra');
  const moved = await business.api.PATCH('/v1/files', { body: { id: other, folderId: deepest } });
  assert.deepEqual([moved.error!.code, moved.error!.errors[0]?.path], ['folders_too_deep', 'body.folderId']);
});

test('a folder is deleted with everything inside, or not at all', async () => {
  const business = await newBusiness();
  const outer = await createFolder(business, 'fuera');
  const inner = await createFolder(business, 'dentro', outer);
  const file = await uploadFile(business, randomBytes(50), 'a.bin', { folderId: inner });
  const { data: invoice } = await business.api.POST('/v1/record/pending', {
    body: { elements: [{ description: 'Arroz', unitPrice: '100' }], attachments: [file.id], status: 'draft' },
  });
  const refused = await business.api.DELETE('/v1/files', { body: { id: outer } });
  assert.equal(refused.error!.code, 'file_in_use');
  assert.equal((await readObject(business, file.key)).status, 200);
  await business.api.PATCH('/v1/record/pending', { body: { id: invoice!.id, attachments: [] } });
  assert.equal((await business.api.DELETE('/v1/files', { body: { id: outer } })).response.status, 204);
  const usage = await filesUsage(business);
  assert.deepEqual([usage.usedBytes, usage.files, usage.folders], [0, 0, 0]);
  assert.equal((await business.api.GET('/v1/files', { params: { query: { search: 'a.bin' } } })).data!.total, 0);
});

test('the planner expects few files in a folder, however many one has: each deleted file is checked for files inside', async () => {
  const business = await newBusiness();
  await createFolder(business, 'dentro', await createFolder(business, 'fuera'));
  await asOwner('ANALYZE files');
  const found = await asOwner(
    `SELECT n_distinct::text AS share FROM pg_stats WHERE tablename = 'files' AND attname = 'folder_id'`,
  );
  assert.deepEqual(found, [{ share: '-0.1' }]);
});

test('files are attached to things that exist and listed with them', async () => {
  const business = await newBusiness();
  const { api } = business;
  const { data: project } = await api.POST('/v1/beneficiary', { body: { name: 'Ana Pérez' } });
  const entityId = project!.id;
  const attached = await uploadFile(business, 'x', 'cédula.txt', { entityKind: 'beneficiaryId', entityId });
  const later = await uploadFile(business, 'y', 'contrato.txt');
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
  const usage = await filesUsage(business);
  assert.deepEqual(
    usage.byEntityKind.map(({ entityKind, files }) => [entityKind, files]),
    [['beneficiaryId', 1]],
  );
});

test('a viewer reads files and changes none; another organization sees none', async () => {
  const business = await newBusiness();
  const file = await uploadFile(business, 'x');
  const viewer = await newMember(business);
  assert.equal((await viewer.api.GET('/v1/files')).data!.total, 1);
  assert.equal((await viewer.api.DELETE('/v1/files', { body: { id: file.id } })).error!.code, 'forbidden');
  const other = await newBusiness();
  assert.equal((await readObject(other, file.key)).status, 404);
  assert.equal((await other.api.DELETE('/v1/files', { body: { id: file.id } })).error!.code, 'not_found');
  assert.equal((await other.api.GET('/v1/files')).data!.total, 0);
});

test('the files of a contact are those of the contact that it is merged into', async () => {
  const business = await newBusiness();
  const { api } = business;
  const newContact = async (name: string) => (await api.POST('/v1/beneficiary', { body: { name } })).data!.id;
  const [into, from] = [await newContact('Ana Pérez'), await newContact('Ana Perez')];
  const both = await uploadFile(business, 'x', 'cédula.txt', { entityKind: 'beneficiaryId', entityId: from });
  const attachedTo = [into, from].map((entityId) => ({ entityKind: 'beneficiaryId', entityId }));
  await api.PATCH('/v1/files', { body: { id: both.id, attachedTo } });
  await uploadFile(business, 'y', 'contrato.txt', { entityKind: 'beneficiaryId', entityId: from });
  const merged = await api.PATCH('/v1/beneficiary/merge', { body: { id: into, fromIds: [from] } });
  assert.equal(merged.response.status, 200);
  const { data } = await api.GET('/v1/files/record/{id}', { params: { path: { id: into }, query: { sort: 'name' } } });
  assert.deepEqual(
    data!.data.map(({ name }) => name),
    ['cédula.txt', 'contrato.txt'],
  );
  const usage = await filesUsage(business);
  assert.deepEqual(
    usage.byEntityKind.map(({ entityKind, files }) => [entityKind, files]),
    [['beneficiaryId', 2]],
  );
});
