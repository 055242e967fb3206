import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { anonymous, baseUrl, letterTo } from '#test/harness.ts';
import { browserTest } from './chromium.ts';
import { violationsOf } from './readable.ts';

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

browserTest('the reference shows an operation and sends it, and loads nothing from elsewhere', async (page) => {
  const seen = watch(page);
  await page.goto(`${baseUrl}/docs`);
  await page.getByPlaceholder('Filter').fill('passkeys.check');
  await page.getByText('Check whether passkeys are offered').first().click();
  await page.getByText('PasskeysCheckAnswer').waitFor();
  await page.getByRole('button', { name: 'Execute' }).click();
  await page.getByText('OK (200)').waitFor();
  assert.deepEqual(seen, { elsewhere: [], complaints: [] });
});

browserTest(
  'the reference can be read by everybody: its start, an operation that was sent, and its search',
  async (page) => {
    await page.goto(`${baseUrl}/docs/`);
    await page.getByText('License: MIT').waitFor();
    assert.deepEqual(await violationsOf(page), [], 'start');
    await page.goto(`${baseUrl}/docs/#?route=post-/v1/record/pending`);
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.getByText('Execution Time').waitFor();
    assert.equal(await page.getByText('Select the response body Content-Type').count(), 0, 'The API has one format.');
    assert.deepEqual(await violationsOf(page), [], 'operation');
    await page.getByRole('button', { name: 'Search' }).first().click();
    await page.getByPlaceholder('search text...').pressSequentially('journal', { delay: 50 });
    await page.getByText('List the journal').filter({ visible: true }).first().waitFor();
    assert.deepEqual(await violationsOf(page), [], 'search');
  },
);

browserTest('the reference is searched on a telephone, which shows no menu', async (page) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${baseUrl}/docs`);
  await page.getByText('License: MIT').waitFor();
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByPlaceholder('search text...').pressSequentially('journal', { delay: 50 });
  await page.getByText('List the journal').filter({ visible: true }).first().waitFor();
});

browserTest('the reference describes the fields of an operation on a telephone too', async (page) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${baseUrl}/docs/#?route=post-/v1/record/pending`);
  await page.getByText('A draft has no number').filter({ visible: true }).first().waitFor();
});

browserTest('the reference is searched by the words of users', async (page) => {
  await page.goto(`${baseUrl}/docs`);
  const found = async (words: string, operation: string) => {
    await page.getByPlaceholder('Filter').fill(words);
    await page.getByText(operation, { exact: true }).first().waitFor();
  };
  const { paths } = JSON.parse(await readFile('openapi.json', 'utf8')) as {
    paths: Record<string, Record<string, { summary: string }>>;
  };
  const expected: Record<string, [path: string, method: string]> = {
    document: ['/v1/record/pending', 'post'],
    invoice: ['/v1/record/pending', 'post'],
    quote: ['/v1/record/pending', 'post'],
    contact: ['/v1/beneficiary', 'post'],
    customer: ['/v1/beneficiary', 'post'],
    supplier: ['/v1/beneficiary', 'post'],
    product: ['/v1/resource', 'post'],
    service: ['/v1/resource', 'post'],
    branch: ['/v1/division', 'post'],
    till: ['/v1/division/{divisionId}/pos-open', 'post'],
    ncf: ['/v1/taxes/numerals', 'post'],
    factura: ['/v1/record/pending', 'post'],
    cliente: ['/v1/beneficiary', 'post'],
    secuencia: ['/v1/taxes/numerals', 'post'],
    pago: ['/v1/record/pending/pay', 'patch'],
    'libro diario': ['/v1/chart-of-accounts/journal', 'get'],
    antigüedad: ['/v1/record/pending/report', 'get'],
    cita: ['/v1/tasks/schedule', 'post'],
  };
  for (const [word, [path, method]] of Object.entries(expected)) await found(word, paths[path]![method]!.summary);
});

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

browserTest('the guides fit a phone, also their tables', async (page) => {
  await page.setViewportSize({ width: 360, height: 800 });
  for (const name of ['errors', 'taxes', 'readme', 'front-end', 'style']) {
    await page.goto(`${baseUrl}/docs/guides/${name}`);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `${name}: the page is ${overflow} px too wide`);
    assert.deepEqual(await violationsOf(page), [], name);
  }
});
