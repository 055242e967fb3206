import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, test } from 'node:test';
import { ConfigurationError, readConfig, requireProductionSettings } from '#platform/config.ts';
import { app, baseUrl, startTestApp } from '#test/harness.ts';

const pages = ['/docs/', '/mailbox', '/simulator/payproc/faults', '/simulator/cardproc/inbox'];

/** `fetch` does not allow another `Host`. */
function statusFor(path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    request(`${baseUrl}${path}`, { headers }, (response) => resolve(response.resume().statusCode!))
      .on('error', reject)
      .end();
  });
}

test('the mailbox and the simulators answer only to names of this machine', async () => {
  for (const path of pages.slice(1)) {
    assert.equal(await statusFor(path, {}), 200, path);
    assert.equal(await statusFor(path, { host: 'evil.example.com' }), 404, path);
    assert.equal(await statusFor(path, { 'x-forwarded-host': 'evil.example.com' }), 404, path);
  }
});

test('production has no mailbox page and no simulator, even on a loopback address', async () => {
  const production = await startTestApp({ NODE_ENV: 'production' }, { databaseUrl: app.databaseUrl });
  after(() => production.stop());
  for (const path of pages.slice(1)) assert.equal((await fetch(production.publicUrl + path)).status, 404, path);
  assert.equal(production.mailboxIsShown, false);
});

test('production needs SMTP_URL, or MAIL_TO_FOLDER to say that letters stay on this machine', () => {
  const check = (more: Record<string, string>) =>
    requireProductionSettings(readConfig({ NODE_ENV: 'production', ...more }));
  assert.throws(
    () => check({}),
    (error) => error instanceof ConfigurationError && /SMTP_URL.*MAIL_TO_FOLDER/.test(error.message),
  );
  check({ SMTP_URL: 'smtps://mail.example.com' });
  check({ MAIL_TO_FOLDER: 'true' });
  requireProductionSettings(readConfig({}));
});

test('every page has a content security policy and cannot be framed', async () => {
  for (const path of [...pages, '/v1/user/session', '/healthz', '/nothing']) {
    const { headers } = await fetch(baseUrl + path);
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/, path);
    assert.equal(headers.get('x-frame-options'), 'DENY', path);
    assert.equal(headers.get('referrer-policy'), 'no-referrer', path);
    assert.equal(headers.get('strict-transport-security'), null, path);
  }
});

test('a service with https tells browsers to use nothing else', async () => {
  const secure = await startTestApp({ PUBLIC_URL: 'https://api.example.com' }, { databaseUrl: app.databaseUrl });
  after(() => secure.stop());
  const { headers } = await fetch(`http://localhost:${secure.config.PORT}/v1/user/session`);
  assert.equal(headers.get('strict-transport-security'), 'max-age=31536000');
});
