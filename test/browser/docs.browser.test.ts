import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { anonymous, baseUrl, letterTo } from '#test/harness.ts';
import { browserTest } from './chromium.ts';

/** Records a page's requests to other hosts and its console errors. */
function watch(page: Page) {
  const seen = { elsewhere: [] as string[], complaints: [] as string[] };
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^(https?|wss?):$/.test(url.protocol) && url.origin !== baseUrl) seen.elsewhere.push(request.url());
  });
  page.on('console', (message) => {
    if (message.type() === 'error') seen.complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => seen.complaints.push(String(error)));
  return seen;
}

browserTest(
  'the reference shows the endpoints, loads nothing from elsewhere and complains of nothing',
  async (page) => {
    const seen = watch(page);
    await page.goto(`${baseUrl}/docs`, { waitUntil: 'networkidle' });
    await page.getByText('Sign in with a password').first().waitFor();
    await page.getByRole('button', { name: 'Open Group - Passkeys' }).click();
    await page.getByText('Sign in with a passkey').first().waitFor();
    assert.deepEqual(seen, { elsewhere: [], complaints: [] });
  },
);

browserTest('the mailbox shows a letter and its text', async (page) => {
  const email = `mailbox-${crypto.randomUUID()}@example.com`;
  await anonymous.GET('/v1/user/login/pinRequest', { params: { query: { email } } });
  const letter = await letterTo(email);
  const seen = watch(page);
  await page.goto(`${baseUrl}/mailbox`);
  await page.getByText(email).click();
  assert.equal(await page.getByRole('heading').textContent(), letter.subject);
  assert.match((await page.locator('pre').textContent()) ?? '', /Tu código para entrar es \d{6}/);
  assert.deepEqual(seen, { elsewhere: [], complaints: [] });
});
