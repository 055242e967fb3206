import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import PDFDocument from 'pdfkit';
import { ask, newBot, readWhole, train } from '#test/bots.ts';
import { uploadFile } from '#test/files.ts';
import { codeOf, newBusiness } from '#test/harness.ts';
import { asOwner } from '#test/walks/rows.ts';

const delivery = { title: '¿Hacen entregas a domicilio?', content: 'Sí, gratis a partir de RD$ 500.' };

test('answers use an entry only after it was approved, and no longer after it was withdrawn or deleted', async () => {
  const business = await newBusiness();
  const { api } = business;
  const { id: botId } = await newBot(business);
  const { id } = await train(business, botId, { ...delivery, approved: false });
  const outcome = async () => (await ask(business, botId, 'hacen entregas a domicilio')).outcome;
  assert.equal(await outcome(), 'unknown');
  const query = { approved: false, search: 'domicilio' };
  const waiting = await api.GET('/v1/bot/training/{botId}', { params: { path: { botId }, query } });
  assert.equal(waiting.data!.data[0]!.id, id);
  await api.PATCH('/v1/bot/training', { body: { id, approved: true } });
  assert.equal(await outcome(), 'answered');
  await api.PATCH('/v1/bot/training', { body: { id, approved: false } });
  assert.equal(await outcome(), 'unknown');
  await api.PATCH('/v1/bot/training', { body: { id, approved: true } });
  assert.equal(await outcome(), 'answered');
  const path = { path: { botId, id } };
  assert.equal((await api.DELETE('/v1/bot/training/{botId}/{id}', { params: path })).response.status, 204);
  assert.equal(await outcome(), 'unknown');
});

test('a changed text is a new version: the approved one answers until the new one is approved', async () => {
  const business = await newBusiness();
  const { api } = business;
  const { id: botId } = await newBot(business);
  const { id } = await train(business, botId, delivery);
  const answer = async () => (await ask(business, botId, 'entregas a domicilio')).answer;
  const changed = await api.PATCH('/v1/bot/training', { body: { id, content: 'Sí, gratis a partir de RD$ 900.' } });
  assert.deepEqual([changed.data!.newestVersion, changed.data!.approvedVersion], [2, 1]);
  assert.match((await answer())!, /500/);
  await api.PATCH('/v1/bot/training', { body: { id, approved: true } });
  assert.match((await answer())!, /900/);
  await api.PATCH('/v1/bot/training', { body: { id, useVersion: 1, approved: true } });
  assert.match((await answer())!, /500/);
  const { data } = await api.GET('/v1/bot/training/{botId}/{id}', { params: { path: { botId, id } } });
  assert.deepEqual(
    data!.versions.map(({ number }) => number),
    [3, 2, 1],
  );
});

test('the database keeps no passage of a version that is not approved', async () => {
  const business = await newBusiness();
  const { id: botId } = await newBot(business);
  const { id } = await train(business, botId, { ...delivery, approved: false });
  await assert.rejects(
    asOwner(
      `INSERT INTO bot_passages (organization_id, id, bot_id, training_id, training_version, place, content)
       VALUES ($1, gen_random_uuid(), $2, $3, 1, 0, 'x')`,
      [business.id, botId, id],
    ),
    /foreign key/,
  );
});

function pdfOf(text: string): Promise<Buffer> {
  return new Promise((resolve) => {
    const document = new PDFDocument();
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.text(text).end();
  });
}

const wordOf = (text: string): Buffer =>
  Buffer.from(
    zipSync({
      '[Content_Types].xml': strToU8(
        '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      ),
      'word/document.xml': strToU8(
        `<w:document><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
      ),
    }),
  );

test('the text of PDF, Word and plain files is read and approved when that was wanted', async () => {
  const business = await newBusiness();
  const { id: botId } = await newBot(business);
  const text = 'La garantia de los abanicos dura doce meses.';
  const files: [string, Buffer | string][] = [
    ['garantia.pdf', await pdfOf(text)],
    ['garantia.docx', wordOf(text)],
    ['garantia.txt', text],
  ];
  for (const [name, bytes] of files) {
    const file = await uploadFile(business, bytes, name);
    const entry = await train(business, botId, { kind: 'document', title: `Garantía ${name}`, fileId: file.id });
    const read = await readWhole(business, entry);
    assert.deepEqual([read.state, read.error, read.approvedVersion], ['ready', null, 1], name);
    assert.match(read.content, /doce meses/);
    const found = await ask(business, botId, '¿Cuánto dura la garantía de un abanico?');
    assert.match(found.answer!, /doce meses/);
    assert.equal(found.sources[0]!.fileId, file.id);
    const held = await business.api.DELETE('/v1/files', { body: { id: file.id } });
    assert.equal(codeOf(held), 'file_in_use');
    await business.api.DELETE('/v1/bot/training/{botId}/{id}', { params: { path: { botId, id: entry.id } } });
  }
});

test('a file without text fails with its reason and cannot be approved', async () => {
  const business = await newBusiness();
  const { id: botId } = await newBot(business);
  const file = await uploadFile(business, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]), 'x.png');
  const entry = await train(business, botId, { kind: 'document', title: 'Foto', fileId: file.id });
  const read = await readWhole(business, entry);
  assert.deepEqual([read.state, read.approvedVersion], ['failed', null]);
  assert.match(read.error!, /cannot be read/);
  const { error } = await business.api.PATCH('/v1/bot/training', { body: { id: entry.id, approved: true } });
  assert.equal(error?.code, 'nothing_to_approve');
});

interface Served {
  status?: number;
  headers?: Record<string, string>;
  html?: string | Buffer;
}

async function site(routes: Record<string, Served>): Promise<string> {
  const server = createServer((request, response) => {
    const { status = 200, headers = {}, html = '' } = routes[request.url!] ?? { status: 404 };
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(html);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a web page is read without its scripts, also after a redirect', async () => {
  const business = await newBusiness();
  const { id: botId } = await newBot(business);
  const html = '<h1>Parqueo</h1><script>steal()</script><p>El parqueo es <b>gratis</b> para clientes &amp; amigos.</p>';
  const url = await site({ '/a': { status: 302, headers: { location: '/b' } }, '/b': { html } });
  const read = await readWhole(
    business,
    await train(business, botId, { kind: 'page', title: 'Parqueo', url: `${url}/a` }),
  );
  assert.equal(read.content, 'Parqueo\n\nEl parqueo es gratis para clientes & amigos.');
  const gone = await readWhole(business, await train(business, botId, { kind: 'page', title: 'x', url: `${url}/c` }));
  assert.deepEqual([gone.state, gone.error], ['failed', 'The page answered 404.']);
});

test('pages in an old encoding are read, and compressed ones are not', async () => {
  const business = await newBusiness();
  const { id: botId } = await newBot(business);
  const html = '<p>Abrimos a las 8 de la mañana, también el día de Reyes.</p>';
  const long = `${html}${'<p>Ñame y piña.</p>'.repeat(200_000)}`;
  const url = await site({
    '/old': { html: Buffer.from(html, 'latin1'), headers: { 'content-type': 'text/html; charset=iso-8859-1' } },
    '/gzip': { html: gzipSync(html), headers: { 'content-encoding': 'gzip' } },
    '/cut': { html: long },
    '/cut-later': { html: `x${long}` },
  });
  const read = async (path: string) =>
    readWhole(business, await train(business, botId, { kind: 'page', title: path, url: `${url}${path}` }));
  assert.equal((await read('/old')).content, 'Abrimos a las 8 de la mañana, también el día de Reyes.');
  const compressed = await read('/gzip');
  assert.deepEqual([compressed.state, compressed.content], ['failed', '']);
  for (const path of ['/cut', '/cut-later']) assert.match((await read(path)).content, /mañana, también/);
});

test('a live source is added once, and an address that is no web page is refused', async () => {
  const business = await newBusiness();
  const { id: botId } = await newBot(business);
  await train(business, botId, { kind: 'live', source: 'catalog' });
  const again = await business.api.POST('/v1/bot/training', { body: { kind: 'live', source: 'catalog', botId } });
  assert.equal(codeOf(again), 'live_source_taken');
  const body = { kind: 'page', title: 'x', url: 'ftp://example.com/', botId } as const;
  const { error } = await business.api.POST('/v1/bot/training', { body });
  assert.deepEqual([error?.code, error?.errors?.[0]?.path], ['page_not_allowed', 'body.url']);
});
