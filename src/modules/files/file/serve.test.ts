import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zipSync } from 'fflate';
import sharp from 'sharp';
import { realNow } from '#platform/date.ts';
import { filesUsage, readObject, uploadFile } from '#test/files.ts';
import { app, baseUrl, newBusiness } from '#test/harness.ts';
import { createLink } from './serve.ts';

test('a part of a file is read by Range, and one outside it is refused', async () => {
  const business = await newBusiness();
  const { key } = await uploadFile(business, '0123456789');
  const cases: [string, number, string][] = [
    ['bytes=2-4', 206, '234'],
    ['bytes=7-', 206, '789'],
    ['bytes=-3', 206, '789'],
    ['bytes=5-99', 206, '56789'],
    ['bytes=0-1,3-4', 200, '0123456789'],
  ];
  for (const [range, status, text] of cases) {
    const response = await readObject(business, key, { range });
    assert.deepEqual([response.status, await response.text()], [status, text], range);
  }
  const middle = await readObject(business, key, { range: 'bytes=2-4' });
  assert.deepEqual([middle.headers.get('content-range'), middle.headers.get('content-length')], ['bytes 2-4/10', '3']);
  const beyond = await readObject(business, key, { range: 'bytes=10-' });
  assert.deepEqual([beyond.status, beyond.headers.get('content-range')], [416, 'bytes */10']);
  const changed = await readObject(business, key, { range: 'bytes=2-4', 'if-range': '"other"' });
  assert.equal(changed.status, 200);
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
    const file = await uploadFile(business, bytes, name);
    assert.equal(file.contentType, type, name);
    const response = await readObject(business, file.key);
    assert.match(response.headers.get('content-disposition')!, new RegExp(`^${kind};`), name);
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    assert.match(response.headers.get('content-security-policy')!, /sandbox/);
  }
});

test('no name breaks out of the header of a download', async () => {
  const business = await newBusiness();
  for (const name of ['a"; filename="b.exe', "x'y%0d%0aset-cookie: a=b", '日本語 😀.txt']) {
    const file = await uploadFile(business, 'x', name);
    const value = (await readObject(business, file.key)).headers.get('content-disposition')!;
    assert.match(value, /^inline; filename="[ -!#-$&-[\]-~]*"; filename\*=UTF-8''[A-Za-z0-9%._~!-]+$/);
    assert.equal(decodeURIComponent(value.split("UTF-8''")[1]!), file.name);
  }
});

test('a link opens one file until it expires, and nothing else', async () => {
  const business = await newBusiness();
  const [file, other] = [
    await uploadFile(business, 'abierto', 'a.txt'),
    await uploadFile(business, 'cerrado', 'b.txt'),
  ];
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
  const notAscii = `${facts}.${'é'.repeat(signature.length)}`;
  assert.equal((await fetch(`${baseUrl}/v1/files/object/public?token=${encodeURIComponent(notAscii)}`)).status, 404);
  const expired = await app.engine.within(business.id, (ctx) =>
    createLink(ctx, file.key, realNow().subtract({ seconds: 1 })),
  );
  assert.equal((await fetch(expired)).status, 410);
  const inBrowser = await fetch(expired, { headers: { accept: 'text/html', 'accept-language': 'es' } });
  assert.match(await inBrowser.text(), /El enlace está incompleto o ya no es válido/);
  const foreign = await newBusiness();
  assert.equal((await foreign.api.POST('/v1/files/link', { body: { key: file.key } })).response.status, 404);
  await business.api.DELETE('/v1/files', { body: { id: file.id } });
  assert.equal((await fetch(link!.url)).status, 404);
});

test('an archive that unpacks to far more is stored as it is, and never unpacked', async () => {
  const business = await newBusiness();
  const zeros = new Uint8Array(64 * 1024 * 1024);
  // Readers of office files open this entry first to identify the archive.
  const bomb = Buffer.from(zipSync({ '[Content_Types].xml': zeros, 'word/document.xml': zeros }, { level: 9 }));
  assert.ok(bomb.length < 200_000);
  const file = await uploadFile(business, bomb, 'factura.docx');
  assert.deepEqual([file.size, (await filesUsage(business)).usedBytes], [bomb.length, bomb.length]);
  assert.match(file.contentType, /^application\/(zip|vnd\.)/);
  const response = await readObject(business, file.key);
  assert.match(response.headers.get('content-disposition')!, /^attachment;/);
  assert.ok(bomb.equals(Buffer.from(await response.arrayBuffer())));
});
