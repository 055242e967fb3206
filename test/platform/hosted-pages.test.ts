import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { newDocument } from '#test/documents.ts';
import { baseUrl, newBusiness, startTestApp } from '#test/harness.ts';

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': 'en-US,en;q=0.9' };

async function shared() {
  const business = await newBusiness({ name: 'Colmado & Hijos' });
  const { id } = await newDocument(business.api);
  const { data } = await business.api.GET('/v1/record/pending/{pendingRecordId}/share', {
    params: { path: { pendingRecordId: id } },
  });
  return { ...business, url: data!.url };
}

test('a share link answers a page to a browser and JSON to a program', async () => {
  const { url } = await shared();
  const page = await fetch(url, { headers: browser });
  assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.equal(page.headers.get('content-language'), 'en');
  assert.match(page.headers.get('content-security-policy')!, /default-src 'none'/);
  const html = await page.text();
  assert.match(html, /<title>Invoice 1 · Colmado &#38; Hijos<\/title>/);
  assert.match(html, /Download PDF/);
  assert.doesNotMatch(html, /<script/);
  const inSpanish = await (await fetch(url, { headers: { ...browser, 'accept-language': 'es' } })).text();
  assert.match(inSpanish, /lang="es"[\s\S]+Descargar PDF/);
  const json = await fetch(url);
  assert.equal(json.headers.get('content-type'), 'application/json; charset=utf-8');
  assert.equal(((await json.json()) as { total: string }).total, '100.00');
});

test('a link that is not valid shows a person a page and a program a problem', async () => {
  const url = `${baseUrl}/v1/record/pending/prs_${'x'.repeat(30)}/data`;
  const page = await fetch(url, { headers: browser });
  assert.equal(page.status, 404);
  assert.match(await page.text(), /This page does not exist/);
  const problem = await fetch(url);
  assert.equal(problem.headers.get('content-type'), 'application/problem+json; charset=utf-8');
});

test('an address that does not exist shows a person a page and a program a problem', async () => {
  for (const path of ['/nothing', '/v1/nothing']) {
    const page = await fetch(`${baseUrl}${path}`, { headers: browser });
    assert.deepEqual([page.status, page.headers.get('content-type')], [404, 'text/html; charset=utf-8']);
    assert.match(await page.text(), /This page does not exist/);
    const problem = await fetch(`${baseUrl}${path}`);
    assert.equal(problem.headers.get('content-type'), 'application/problem+json; charset=utf-8');
  }
});

test('a form of a page that is refused shows a person a page with the way back, and a program a problem', async () => {
  const body = new FormData();
  body.append('action', 'dance');
  const send = (headers = {}) => fetch(`${baseUrl}/v1/marketplace/cart/form`, { method: 'POST', body, headers });
  const page = await send(browser);
  assert.equal(page.status, 400);
  const html = await page.text();
  assert.match(html, /It could not be done/);
  assert.match(html, /href="\/v1\/marketplace\/collection"/);
  const problem = await send();
  assert.equal(problem.headers.get('content-type'), 'application/problem+json; charset=utf-8');
});

test('a mailbox without letters says so, and so does the address of a letter that does not exist', async () => {
  const app = await startTestApp({ DATA_DIR: join(process.env.TEST_FOLDER!, `empty-${process.pid}`), ROLE: 'api' });
  const read = async (path: string) => {
    const answer = await fetch(`${app.publicUrl}${path}`, { headers: browser });
    return [answer.status, /<h1>(.+?)<\/h1>/.exec(await answer.text())?.[1]];
  };
  assert.deepEqual(await read('/mailbox'), [200, 'No e-mails yet.']);
  assert.deepEqual(await read('/mailbox/none'), [404, 'There is no such e-mail.']);
  await app.stop();
});

test('the stylesheet of pages is kept by browsers until it changes', async () => {
  const { url } = await shared();
  const html = await (await fetch(url, { headers: browser })).text();
  const href = /href="(\/pages\/style\.css\?v=[0-9a-f]{16})"/.exec(html)![1]!;
  const style = await fetch(baseUrl + href);
  assert.equal(style.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  assert.equal(style.headers.get('content-type'), 'text/css; charset=utf-8');
});

/** The bytes as they were sent: `fetch` would decompress them. */
async function raw(path: string, headers: Record<string, string>) {
  const { request } = await import('node:http');
  return new Promise<{ headers: Record<string, unknown>; status: number; bytes: Buffer }>((resolve, reject) => {
    request(baseUrl + path, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ headers: response.headers, status: response.statusCode!, bytes: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });
}

test('a large JSON answer is compressed as the caller accepts, and a small one is not', async () => {
  const { owner } = await newBusiness();
  const authorization = `Bearer ${owner.token}`;
  const path = '/v1/chart-of-accounts';
  const plain = await raw(path, { authorization });
  assert.equal(plain.headers['content-encoding'], undefined);
  assert.ok(plain.bytes.length > 5_000);
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync };
  for (const [encoding, decode] of Object.entries(decoders)) {
    const compressed = await raw(path, { authorization, 'accept-encoding': encoding });
    assert.equal(compressed.headers['content-encoding'], encoding);
    assert.match(String(compressed.headers.vary), /accept-encoding/);
    assert.ok(compressed.bytes.length < plain.bytes.length / 3, encoding);
    assert.deepEqual(decode(compressed.bytes), plain.bytes);
  }
  const small = await raw('/healthz', { 'accept-encoding': 'br' });
  assert.equal(small.headers['content-encoding'], undefined);
});

test('a GET is answered with 304 while its content stays the same', async () => {
  const { api, owner } = await newBusiness();
  const read = (etag?: string) =>
    raw('/v1/beneficiary', {
      authorization: `Bearer ${owner.token}`,
      ...(etag && { 'if-none-match': etag }),
    });
  const first = await read();
  const etag = String(first.headers.etag);
  const again = await read(etag);
  assert.deepEqual([again.status, again.bytes.length], [304, 0]);
  await api.POST('/v1/beneficiary', { body: { name: 'Juana Pérez' } });
  assert.equal((await read(etag)).status, 200);
});
