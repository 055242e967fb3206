import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { openSession } from '#modules/identity/user/session.ts';
import { app, baseUrl, newBusiness } from '#test/harness.ts';
import { byToken, exampleOf, nameOf, requestOf, routes, send } from './requests.ts';
import { asOwner } from './rows.ts';

const business = await newBusiness();

async function newToken(authenticated: boolean): Promise<string> {
  const { result } = await app.engine.run({}, (ctx) =>
    openSession(ctx, business.owner.id, { kind: 'token', organizationId: business.id, authenticated }),
  );
  return result.secret;
}

const forget = () =>
  asOwner(`UPDATE sessions SET authenticated_at = now() - interval '1 hour' WHERE user_id = $1`, [business.owner.id]);

test('keys, webhooks, custom tools, apps, automations, payouts, billing, exports, closing, addresses of accounts and the settings of merchants and card processors need a fresh authentication', async () => {
  const guarded = routes.filter(({ needsFreshAuthentication }) => needsFreshAuthentication);
  assert.deepEqual(guarded.map(nameOf).sort(), [
    'GET /v1/billing/portal',
    'GET /v1/organization/export/:id/download',
    'GET /v1/organization/pay/create',
    'GET /v1/organization/pay/dashboard',
    'GET /v1/organization/pay/link',
    'PATCH /v1/apps/:appId',
    'PATCH /v1/organization/api-key',
    'PATCH /v1/organization/cardproc',
    'PATCH /v1/organization/webhook',
    'POST /v1/custom-tools',
    'POST /v1/organization/api-key',
    'POST /v1/organization/api-key/rotate',
    'POST /v1/organization/close',
    'POST /v1/organization/export',
    'POST /v1/organization/reopen',
    'POST /v1/organization/webhook',
    'POST /v1/payment/request-payout',
    'POST /v1/user/email',
    'PUT /v1/automation/:id/enable',
    'PUT /v1/custom-tools/:id',
  ]);
  const [stale, fresh] = [byToken(await newToken(false)), byToken(await newToken(true))];
  for (const route of guarded) {
    const request = requestOf(route, exampleOf(route));
    assert.equal((await send(request, stale)).json.code, 'fresh_authentication_required', nameOf(route));
    assert.notEqual((await send(request, fresh)).json.code, 'fresh_authentication_required', nameOf(route));
  }
});

test('a replay shows no secret to a session that is not fresh', async () => {
  const secrets = [
    { method: 'GET', path: '/v1/user/token' },
    { method: 'POST', path: '/v1/organization/webhook', body: { url: 'https://hooks.example.com/x', eventTypes: [] } },
    { method: 'POST', path: '/v1/organization/api-key', body: { name: 'till', permissions: ['members:read'] } },
  ];
  for (const { method, path, body } of secrets) {
    const token = await newToken(true);
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    };
    const ask = async () => {
      const response = await fetch(baseUrl + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      return (await response.json()) as { id?: string; code?: string };
    };
    const first = await ask();
    assert.ok(first.id, `${path} ${JSON.stringify(first)}`);
    assert.deepEqual(await ask(), first, path);
    await forget();
    assert.equal((await ask()).code, 'fresh_authentication_required', path);
  }
});
