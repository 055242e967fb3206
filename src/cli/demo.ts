import { type App, createApp } from '#app';
import { type ColmadoClient, createClient, signatureHeader } from '#client';
import { createAccount, openSession } from '#modules/identity/index.ts';
import { permissions } from '#platform/auth/permission.ts';
import type { Config } from '#platform/config.ts';
import type { DemoLink } from '#platform/demo.ts';
import { newSecret } from '#platform/id.ts';
import { createLog } from '#platform/log.ts';
import { furnish, owner } from './demo-business.ts';
import { findLinks } from './demo-story.ts';
import { openDatabase } from './open-database.ts';

const DEMO = 'Demo';

/** Fills an organization with examples through the API and prints how to look at them. A second run adds what is missing. */
export async function demo(config: Config, print: (text: string) => void = console.log): Promise<void> {
  const isRunning = await answers(`http://${config.HOST}:${config.PORT}/healthz`);
  const database = await openDatabase(config);
  const publicUrl = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;
  // With a running service this process only creates accounts and reads the mailbox; otherwise it serves the API itself.
  const role = isRunning ? 'api' : 'all';
  const app = await createApp({ ...config, ROLE: role, PUBLIC_URL: publicUrl, PORT: 0 }, database.url, {
    log: createLog('warn'),
  });
  try {
    const baseUrl = isRunning ? `http://${config.HOST}:${config.PORT}` : (await app.start())!;
    if (isRunning) await app.queue.start();
    const token = await newToken(app, owner);
    const api = createClient({ baseUrl, credentials: { token } });
    await requireSameDatabase(api, baseUrl);
    await endEarlierTokens(api);
    const organizationId = await furnish(api, {
      signIn: async (person) => createClient({ baseUrl, credentials: { token: await newToken(app, person) } }),
      letters: app.mailbox ? () => app.mailbox!.letters() : null,
    });
    const key = await newKey(api);
    const links = await findLinks(api);
    print(await farewell({ publicUrl, isRunning, token, organizationId, key, links }));
  } finally {
    await app.stop();
    await database.close();
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Accounts are created by the operator, without email confirmation; everything else goes through the API. */
async function newToken(app: App, person: { email: string; name: string }): Promise<string> {
  const { result } = await app.engine.run({}, async (ctx) => {
    const user = await createAccount(ctx, person);
    return openSession(ctx, user.id, { kind: 'token', name: DEMO, authenticated: true });
  });
  return result.secret;
}

async function requireSameDatabase(api: ColmadoClient, baseUrl: string): Promise<void> {
  const { response } = await api.GET('/v1/user/session');
  if (response.status === 401)
    throw new Error(`The service at ${baseUrl} uses another database: set PORT or DATA_DIR.`);
}

async function endEarlierTokens(api: ColmadoClient): Promise<void> {
  const { data } = await api.GET('/v1/user/session');
  for (const { id, name, current } of data!.data) {
    if (name === DEMO && !current) await api.DELETE('/v1/user/session', { body: { id } });
  }
}

/** A secret is shown only once, so each run replaces the key. */
async function newKey(api: ColmadoClient): Promise<{ id: string; secret: string }> {
  const { data: keys } = await api.GET('/v1/organization/api-key', { params: { query: { live: true } } });
  for (const { id, name } of keys!.data) {
    if (name === DEMO) await api.DELETE('/v1/organization/api-key', { body: { id } });
  }
  // The contract is made from the same list, although the types do not know it.
  const all = permissions() as never[];
  const { data } = await api.POST('/v1/organization/api-key', { body: { name: DEMO, permissions: all } });
  return data!;
}

async function farewell(made: {
  publicUrl: string;
  isRunning: boolean;
  token: string;
  organizationId: string;
  key: { id: string; secret: string };
  links: DemoLink[];
}): Promise<string> {
  const { publicUrl, token, organizationId, key } = made;
  const target = '/v1/organization/users';
  const signature = await signatureHeader(key.secret, {
    timestamp: String(Math.floor(Date.now() / 1000)),
    nonce: newSecret('n', 18).slice(2),
    keyId: key.id,
    organizationId,
    method: 'GET',
    target,
    body: '',
  });
  const credentials = JSON.stringify({ apiKeyId: key.id, secret: key.secret, organizationId }).replaceAll('"', "'");
  return `
Colmado La Esquina is ready. Another run creates no duplicates; it replaces the token and the key.

  Organization  ${organizationId}
  Token         ${token}
  API key       ${key.id}
  Secret        ${key.secret}
  Reference     ${publicUrl}/docs
${made.links.map(({ what, url }) => `  ${what}: ${url}\n`).join('')}${made.isRunning ? '' : '\nThe service is not running: npm start\n'}
The organization, as its owner:
  curl ${publicUrl}/v1/organization/active -H 'Authorization: Bearer ${token}'

The trial balance of the month, and the sales file for the tax authority (607):
  curl '${publicUrl}/v1/chart-of-accounts/report?type=trial-balance' -H 'Authorization: Bearer ${token}'
  curl ${publicUrl}/v1/taxes/607/file -H 'Authorization: Bearer ${token}'

A dry run of a change:
  curl -X PATCH ${publicUrl}/v1/organization -H 'Authorization: Bearer ${token}' -H 'Dry-Run: true' --json '{"phone":"809-555-0199"}'

The members, signed with the key (the signature is valid for five minutes):
  curl ${publicUrl}${target} -H 'X-Service-Apikey: ${key.id}' -H 'X-Service-Organization-Id: ${organizationId}' -H 'Authorization: ${signature}'

The same from the TypeScript client, which signs by itself:
  node_modules/.bin/node -e "const { createClient } = await import('./client/index.ts');
    const api = createClient({ baseUrl: '${publicUrl}', credentials: ${credentials} });
    console.log((await api.GET('${target}')).data);"`;
}
