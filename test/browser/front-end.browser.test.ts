import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { after } from 'node:test';
import { freePort } from '#test/free-port.ts';
import { app, freshEmail, letterTo, startTestApp } from '#test/harness.ts';
import { browserTest } from './chromium.ts';

/** The page of the documentation, served by another origin. */
const markdown = await readFile('docs/front-end.md', 'utf8');
const html = /```html\n([\s\S]+?)```/.exec(markdown)![1]!;
const front = createServer((_request, response) =>
  response.setHeader('content-type', 'text/html; charset=utf-8').end(html),
);
const port = await freePort();
await new Promise<void>((resolve) => front.listen(port, 'localhost', resolve));
const origin = `http://localhost:${port}`;
const service = await startTestApp({ CORS_ORIGINS: origin }, { databaseUrl: app.databaseUrl });
after(async () => {
  front.close();
  await service.stop();
});

browserTest('the page of the front-end guide signs in and works from another origin', async (page) => {
  const email = freshEmail();
  await page.goto(`${origin}/?service=${encodeURIComponent(service.publicUrl)}`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send a code' }).click();
  const pin = /\d{6}/.exec((await letterTo(email)).subject)![0];
  await page.getByLabel('Code').fill(pin);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Name').fill('Panadería Ñame');
  await page.getByRole('button', { name: 'Add contact' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Panadería Ñame' }).waitFor();
  assert.equal(await page.getByRole('alert').textContent(), '');
});

browserTest('the same page gets nothing from a service that does not list its origin', async (page) => {
  await page.goto(`${origin}/?service=${encodeURIComponent(app.publicUrl)}`);
  await page.getByLabel('E-mail').fill(freshEmail());
  await page.getByRole('button', { name: 'Send a code' }).click();
  await page.getByRole('alert').filter({ hasText: 'Failed to fetch' }).waitFor();
});
