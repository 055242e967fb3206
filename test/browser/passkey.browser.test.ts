import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type ColmadoClient, createClient } from '#client';
import { anonymous, baseUrl, newPerson } from '#test/harness.ts';
import { browserTest } from './chromium.ts';

/** The part of a page that these tests use. */
interface PageGlobals {
  navigator: { credentials: Record<'create' | 'get', (options: { publicKey: unknown }) => Promise<Credential>> };
  PublicKeyCredential: Record<
    'parseCreationOptionsFromJSON' | 'parseRequestOptionsFromJSON',
    (json: unknown) => unknown
  >;
}
interface Credential {
  toJSON(): never;
}

/** A virtual authenticator: to the browser, a device with a fingerprint reader. */
async function plugAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    credentials: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    verifyUser: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

const createCredential = (page: Page, options: unknown) =>
  page.evaluate(async (json) => {
    const { navigator, PublicKeyCredential } = globalThis as unknown as PageGlobals;
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json);
    return (await navigator.credentials.create({ publicKey })).toJSON();
  }, options);

const getCredential = (page: Page, options: unknown) =>
  page.evaluate(async (json) => {
    const { navigator, PublicKeyCredential } = globalThis as unknown as PageGlobals;
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json);
    return (await navigator.credentials.get({ publicKey })).toJSON();
  }, options);

/** Calls the API from inside the page, with its cookies. */
const apiOf = (page: Page): ColmadoClient =>
  createClient({
    baseUrl,
    fetch: async (url, { method, headers, body }) => {
      const call = { url: url.href, init: { method, headers: [...(headers as Headers)], ...(body && { body }) } };
      const answer = await page.evaluate(async ({ url, init }) => {
        const response = await fetch(url, init as never);
        return { status: response.status, headers: [...response.headers], text: await response.text() };
      }, call);
      return new Response(answer.text, { status: answer.status, headers: answer.headers });
    },
  });

browserTest('a real browser registers a passkey and signs in with it', async (page) => {
  // A page whose Content-Security-Policy lets it call the API.
  await page.goto(`${baseUrl}/docs/`);
  const authenticator = await plugAuthenticator(page);
  const person = await newPerson();
  const { data: registration } = await person.api.POST('/v1/passkey/register/start');
  const response = await createCredential(page, registration!.options);
  const added = await person.api.POST('/v1/passkey/register/finish', {
    body: { challengeId: registration!.challengeId, response },
  });
  assert.equal(added.response.status, 201);
  const [kept] = await authenticator.credentials();
  assert.equal(kept?.isResidentCredential, true);
  assert.equal(Buffer.from(kept!.credentialId, 'base64').toString('base64url'), added.data?.credentialId);

  const api = apiOf(page);
  for (let time = 1; time <= 2; time++) {
    const { data: login } = await api.POST('/v1/passkey/authenticate/start');
    const proof = { challengeId: login!.challengeId, response: await getCredential(page, login!.options) };
    const signedIn = await api.POST('/v1/passkey/authenticate/finish', { body: proof });
    assert.equal(signedIn.data?.user?.id, person.id);
    assert.equal((await api.GET('/v1/passkey')).data?.data[0]?.id, added.data?.id);
  }
});

browserTest('a browser that cannot verify the user creates no passkey and no signature', async (page) => {
  await page.goto(`${baseUrl}/healthz`);
  const authenticator = await plugAuthenticator(page);
  const person = await newPerson();
  const { data: registration } = await person.api.POST('/v1/passkey/register/start');
  const response = await createCredential(page, registration!.options);
  await person.api.POST('/v1/passkey/register/finish', {
    body: { challengeId: registration!.challengeId, response },
  });
  await authenticator.verifyUser(false);
  const { data: login } = await anonymous.POST('/v1/passkey/authenticate/start');
  await assert.rejects(getCredential(page, login!.options), /NotAllowedError/);
  const { data: another } = await (await newPerson()).api.POST('/v1/passkey/register/start');
  await assert.rejects(createCredential(page, another!.options), /NotAllowedError/);
});
