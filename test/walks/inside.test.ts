import assert from 'node:assert/strict';
import { createECDH, randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { STOREAPP_B } from '#modules/apps/store/store.ts';
import { subscribeStore } from '#modules/apps/store/subscribe.ts';
import { ownerOf, sources } from '#test/architecture/source.ts';
import { byCall } from '#test/automations.ts';
import { newBot } from '#test/bots.ts';
import { newBusiness, startTestApp } from '#test/harness.ts';
import { runNow } from '#test/jobs.ts';

/** As in production: only public https addresses are called. Tests run its jobs. */
const careful = await startTestApp({ WEBHOOK_ALLOW_PRIVATE: 'false', ROLE: 'api' });
after(() => careful.stop());

async function newCaller() {
  const business = await newBusiness({}, careful);
  const { api, id: organizationId } = business;
  const bot = await newBot(business);
  const webhook = (await api.POST('/v1/organization/webhook', { body: { url: 'https://hooks.example.com/' } })).data!;
  const division = (await api.GET('/v1/division')).data!.data[0]!;
  return { api, organizationId, botId: bot.id, webhookId: webhook.id, divisionId: division.id };
}

type Caller = Awaited<ReturnType<typeof newCaller>>;

const INSIDE = [
  'https://127.0.0.1/',
  'https://127.1:8443/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://017700000001/',
  'https://0.0.0.0/',
  'https://10.0.0.7/',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://168.63.129.16/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::7f00:1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[fc00::1]/',
  'https://[fe80::1]/',
  'https://localhost./',
  'https://colmado.localhost/',
  'https://ana:secreto@example.com/',
  'http://example.com/',
  'gopher://example.com/',
  'file:///etc/passwd',
];

interface Refused {
  response: Response;
  error?: { errors?: { path: string }[] };
}

/** Every place that takes an address from a user: how it is given, and the field that is refused. */
const ENTRANCES: Record<string, { path: string; give: (url: string, caller: Caller) => Promise<Refused> }> = {
  'src/modules/webhooks/webhook.ts, new': {
    path: 'body.url',
    give: (url, { api }) => api.POST('/v1/organization/webhook', { body: { url } }),
  },
  'src/modules/webhooks/webhook.ts, changed': {
    path: 'body.url',
    give: (url, { api, webhookId }) => api.PATCH('/v1/organization/webhook', { body: { id: webhookId, url } }),
  },
  'src/modules/identity/user/subscription.ts': {
    path: 'body.endpoint',
    give: (endpoint, { api }) => {
      const p256dh = createECDH('prime256v1').generateKeys('base64url');
      const keys = { p256dh, auth: randomBytes(16).toString('base64url') };
      return api.POST('/v1/user/subscribe', { body: { channel: 'web-push', endpoint, keys } });
    },
  },
  'src/modules/bots/training/training.ts': {
    path: 'body.url',
    give: (url, { api, botId }) =>
      api.POST('/v1/bot/training', { body: { kind: 'page', title: 'Parqueo', url, botId } }),
  },
  'src/modules/bots/bot/bot.ts, model': {
    path: 'body.model.url',
    give: (url, { api }) =>
      api.POST('/v1/bot', { body: { name: 'Uno', model: { provider: 'openai-compatible', name: 'm', url } } }),
  },
  'src/modules/bots/bot/bot.ts, embedding': {
    path: 'body.embedding.url',
    give: (url, { api }) =>
      api.POST('/v1/bot', {
        body: { name: 'Dos', embedding: { provider: 'openai-compatible', name: 'm', url } },
      }),
  },
  'src/modules/bots/tool/custom-tool.ts': {
    path: 'body.url',
    give: (url, { api }) =>
      api.POST('/v1/custom-tools', {
        body: {
          name: 'look_up',
          description: 'Looks up.',
          method: 'GET',
          url,
          parameters: { type: 'object', properties: {} },
        },
      }),
  },
  'src/modules/accounting/division/conversions.ts': {
    path: 'body.conversions.url',
    give: (url, { api, divisionId }) =>
      api.PATCH('/v1/division', {
        body: { id: divisionId, conversions: { provider: 'http', url, accessToken: 'token' } },
      }),
  },
  'src/modules/bookings/calendar/calendar.ts': {
    path: 'body.url',
    give: (url, { api }) => api.POST('/v1/tasks/schedule/calendar', { body: { url } }),
  },
  'src/modules/automations/automation/check-graph.ts': {
    path: 'body.nodes[0].url',
    give: (url, { api }) =>
      api.POST('/v1/automation', {
        body: {
          name: 'Llama',
          enabled: true,
          trigger: byCall(),
          nodes: [{ id: 'send', kind: 'http', method: 'GET', url }],
        },
      }),
  },
};

for (const [entrance, { path, give }] of Object.entries(ENTRANCES))
  test(`no address inside the network is accepted: ${entrance}`, async () => {
    const caller = await newCaller();
    for (const url of INSIDE) {
      const { response, error } = await give(url, caller);
      assert.ok(response.status === 400 || response.status === 422, `${url}: ${response.status}`);
      assert.deepEqual(
        error?.errors?.map((each) => each.path),
        [path],
        url,
      );
    }
    const { response } = await give('https://public.example.com/', caller);
    assert.ok(response.status < 300, `a public address: ${response.status}`);
  });

test('the address of a store is data of an app, and one inside the network is not called', async () => {
  const { api, organizationId } = await newCaller();
  const body = { installed: true, permissions: ['contacts:write', 'catalog:write', 'invoicing:write'] };
  const installed = await api.PATCH('/v1/apps/{appId}', { params: { path: { appId: STOREAPP_B } }, body });
  assert.ok(installed.data, JSON.stringify(installed.error));
  // The simulated stores are at the service itself, and only they may be called there.
  for (const url of [...INSIDE, `${careful.publicUrl}/simulator/stores/../../v1/openapi.json?`]) {
    const data = { name: 'Sitio', url, consumerKey: 'ck_1', consumerSecret: 'cs_1' };
    const row = await api.POST('/v1/apps/data', { body: { appId: STOREAPP_B, type: 'store', data } });
    if (row.error) {
      assert.equal(row.error.errors?.[0]?.path, 'body.data.url', url);
      continue;
    }
    await runNow(subscribeStore, { organizationId, storeId: row.data.id }, careful);
    const stored = (await api.GET('/v1/apps/stores')).data!.data.find(({ id }) => id === row.data.id);
    assert.match(stored!.problem!, /not a public address|Only https|must not carry/, url);
    await api.DELETE('/v1/apps/data', { body: { id: row.data.id } });
  }
});

test('every module that takes an address is on this walk', () => {
  const taking = sources.filter(
    ({ path, code }) => path.startsWith('src/modules/') && /\b(require|check)OutboundUrl\(/.test(code),
  );
  assert.deepEqual(
    taking.map(({ path }) => path),
    [...new Set(Object.keys(ENTRANCES).map((name) => name.split(',')[0]))].toSorted(),
  );
});

test('calls to other hosts leave through the outbound guard only', () => {
  const NETWORK = ['undici', 'node:http', 'node:https', 'node:http2', 'node:tls', 'node:dgram'];
  // Browser code, demos and simulators are no part of a service in production; the others call only addresses of the configuration.
  const MAY = /\.browser\.ts$|\/demo\.ts$|-simulator\/|^src\/cli\/|^src\/adapters\/(smtp|s3-storage)\//;
  const leaves = sources.filter(
    ({ path, code, imports }) =>
      (ownerOf(path) !== 'platform' || path === 'src/platform/http/outbound.ts') &&
      !MAY.test(path) &&
      (imports.some(({ specifier, typeOnly }) => !typeOnly && NETWORK.includes(specifier)) ||
        /(?<![.\w])fetch\(|^import (?!\{ isIP ).*'node:net'/m.test(code)),
  );
  assert.deepEqual(
    leaves.map(({ path }) => path),
    ['src/platform/http/outbound.ts'],
  );
});
