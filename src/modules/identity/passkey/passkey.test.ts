import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ColmadoClient, createClient } from '#client';
import { hashSecret } from '#platform/id.ts';
import { attestationObject, SoftwareAuthenticator } from '#test/authenticator.ts';
import { anonymous, app, baseUrl, letterTo, newPerson, type Person } from '#test/harness.ts';
import { forgetOldCredentials } from '../jobs.ts';
import { relyingPartyOf, verifyRegistration } from './webauthn.ts';

type Device = SoftwareAuthenticator;
const newDevice = (): Device => new SoftwareAuthenticator(baseUrl);

async function startRegistration(api: ColmadoClient) {
  const { data, response } = await api.POST('/v1/passkey/register/start');
  assert.equal(response.status, 200);
  return data!;
}

async function register(person: Person, device: Device, name = 'Teléfono') {
  const { challengeId, options } = await startRegistration(person.api);
  return finishRegistration(person, { challengeId, name, response: device.create(options) });
}

type RegistrationBody = { challengeId: string; name?: string; response: ReturnType<Device['create']> };

const finishRegistration = (person: Person, body: RegistrationBody) =>
  person.api.POST('/v1/passkey/register/finish', { body });

async function startAuthentication() {
  const { data } = await anonymous.POST('/v1/passkey/authenticate/start');
  return data!;
}

/** The request of a browser that signs in with the passkey of this device. */
async function assertion(device: Device) {
  const { challengeId, options } = await startAuthentication();
  return { challengeId, response: device.get(options) };
}

type AssertionBody = Awaited<ReturnType<typeof assertion>>;

const signIn = (body: AssertionBody) =>
  anonymous.POST('/v1/passkey/authenticate/finish', { body: { ...body, wants: 'token' } });

const changed = (body: AssertionBody, change: Partial<AssertionBody['response']['response']>): AssertionBody => ({
  ...body,
  response: { ...body.response, response: { ...body.response.response, ...change } },
});

async function personWithPasskey() {
  const person = await newPerson();
  const device = newDevice();
  const { data } = await register(person, device);
  return { person, device, passkey: data! };
}

/** Expires data as the passing of time would. */
async function makeStale(person: Person): Promise<void> {
  await app.engine.run({}, (ctx) =>
    ctx.tx
      .updateTable('sessions')
      .set({ authenticatedAt: ctx.now.subtract({ hours: 1 }) })
      .where('userId', '=', person.id)
      .execute(),
  );
}

async function makeExpired(challengeId: string): Promise<void> {
  await app.engine.run({}, (ctx) =>
    ctx.tx
      .updateTable('passkeyChallenges')
      .set({ expiresAt: ctx.now.subtract({ seconds: 1 }) })
      .where('bindingHash', '=', hashSecret(challengeId))
      .execute(),
  );
}

test('passkeys are offered on this host', async () => {
  const { data } = await anonymous.GET('/v1/passkey/check');
  assert.deepEqual(data, { offered: true, rpId: 'localhost' });
});

test('passkeys need https and a domain name, or localhost', () => {
  assert.deepEqual(relyingPartyOf('https://app.colmado.do'), {
    id: 'app.colmado.do',
    origin: 'https://app.colmado.do',
  });
  assert.deepEqual(relyingPartyOf('http://127.0.0.1:3000'), { id: 'localhost', origin: 'http://localhost:3000' });
  assert.deepEqual(relyingPartyOf('http://localhost'), { id: 'localhost', origin: 'http://localhost' });
  for (const url of ['http://app.colmado.do', 'https://10.0.0.7', 'https://[2001:db8::1]'])
    assert.equal(relyingPartyOf(url), null);
});

test('the options require user verification and a discoverable passkey', async () => {
  const person = await newPerson();
  const { options } = await startRegistration(person.api);
  assert.deepEqual(options.authenticatorSelection, {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  });
  assert.equal(options.attestation, 'none');
  assert.equal(options.user.name, person.email);
  assert.equal(Buffer.from(options.user.id, 'base64url').length, 64);
  assert.equal(Buffer.from(options.challenge, 'base64url').length, 32);
});

test('a passkey is added, works repeatedly, and the person is notified', async () => {
  const { person, device, passkey } = await personWithPasskey();
  assert.equal(passkey.name, 'Teléfono');
  assert.equal(passkey.backedUp, true);
  assert.match((await letterTo(person.email, /Nueva llave de acceso/)).text, /«Teléfono»/);
  for (let time = 1; time <= 2; time++) {
    const { data, response } = await signIn(await assertion(device));
    assert.equal(response.status, 200);
    assert.equal(data?.user?.id, person.id);
    assert.equal(data?.user?.passkeyCount, 1);
    const session = createClient({ baseUrl, credentials: { token: data!.token! } });
    const listed = (await session.GET('/v1/passkey')).data!.data;
    assert.equal(listed[0]?.id, passkey.id);
    assert.notEqual(listed[0]?.lastUsedAt, null);
  }
});

test('a browser gets a cookie', async () => {
  const { device } = await personWithPasskey();
  const { response } = await anonymous.POST('/v1/passkey/authenticate/finish', { body: await assertion(device) });
  assert.match(response.headers.getSetCookie()[0]!, /^session=cms_/);
});

test('a registered passkey is excluded in the options and cannot be registered again', async () => {
  const { person, device, passkey } = await personWithPasskey();
  const { options } = await startRegistration(person.api);
  assert.deepEqual(
    options.excludeCredentials.map(({ id }) => id),
    [passkey.credentialId],
  );
  const other = await newPerson();
  for (const someone of [person, other]) {
    const started = await startRegistration(someone.api);
    const response = device.create({ ...started.options, excludeCredentials: [] });
    const again = await finishRegistration(someone, { challengeId: started.challengeId, response });
    assert.equal(again.error?.code, 'passkey_already_registered');
  }
  assert.deepEqual((await other.api.GET('/v1/passkey')).data?.data, []);
});

test('a registration for another challenge, another origin or an unverified person is refused', async () => {
  const person = await newPerson();
  const [asked, answered] = [await startRegistration(person.api), await startRegistration(person.api)];
  const elsewhere = newDevice();
  elsewhere.origin = 'http://localhost:1';
  const careless = newDevice();
  careless.verifiesUser = false;
  const refused = [
    await finishRegistration(person, {
      challengeId: asked.challengeId,
      response: newDevice().create(answered.options),
    }),
    await register(person, elsewhere),
    await register(person, careless),
  ];
  for (const { error } of refused) assert.equal(error?.code, 'passkey_not_verified');
  assert.deepEqual((await person.api.GET('/v1/passkey')).data?.data, []);
});

test('self attestation is accepted, certificates are not', async () => {
  const person = await newPerson();
  const device = newDevice();
  device.attestsItself = true;
  assert.equal((await register(person, device)).response.status, 201);
  const { options } = await startRegistration(person.api);
  const response = newDevice().create(options);
  const certified = attestationObject('packed', { alg: -7, sig: Buffer.of(1), x5c: [] }, Buffer.alloc(200));
  await assert.rejects(
    verifyRegistration(relyingPartyOf(baseUrl)!, options.challenge, {
      ...response,
      response: { ...response.response, attestationObject: certified },
    }),
    /Unwanted attestation/,
  );
});

test('only the person who started a registration can finish it', async () => {
  const [ana, eva] = [await newPerson('Ana'), await newPerson('Eva')];
  const { challengeId, options } = await startRegistration(ana.api);
  const body = { challengeId, response: newDevice().create(options) };
  assert.equal((await finishRegistration(eva, body)).error?.code, 'passkey_not_verified');
  assert.equal((await finishRegistration(ana, body)).response.status, 201);
  assert.equal((await finishRegistration(ana, body)).error?.code, 'passkey_not_verified');
});

test('a challenge works only for its own ceremony', async () => {
  const { person, device } = await personWithPasskey();
  const [registration, login] = [await startRegistration(person.api), await startAuthentication()];
  const added = await finishRegistration(person, {
    challengeId: login.challengeId,
    response: newDevice().create({ ...registration.options, challenge: login.options.challenge }),
  });
  assert.equal(added.error?.code, 'passkey_not_verified');
  const opened = await signIn({
    challengeId: registration.challengeId,
    response: device.get({ ...login.options, challenge: registration.options.challenge }),
  });
  assert.equal(opened.error?.code, 'invalid_credentials');
});

test('a challenge works once, even for concurrent requests', async () => {
  const { device } = await personWithPasskey();
  const body = await assertion(device);
  const tries = await Promise.all(Array.from({ length: 5 }, () => signIn(body)));
  assert.deepEqual(tries.map(({ response }) => response.status).sort(), [200, 401, 401, 401, 401]);
  assert.equal((await signIn(body)).response.status, 401);
});

test('concurrent assertions of one passkey are serialized', async () => {
  const { device } = await personWithPasskey();
  device.step = 0;
  device.counter = 7;
  const bodies = [await assertion(device), await assertion(device), await assertion(device)];
  const answers = await Promise.all(bodies.map(signIn));
  assert.deepEqual(answers.map(({ response }) => response.status).sort(), [200, 401, 401]);
});

test('a challenge is used up by a failure', async () => {
  const { device } = await personWithPasskey();
  const body = await assertion(device);
  const { signature } = device.get({ challenge: 'b3RybyByZXRv', rpId: 'localhost' }).response;
  assert.equal((await signIn(changed(body, { signature }))).response.status, 401);
  assert.equal((await signIn(body)).response.status, 401);
});

test('a challenge expires', async () => {
  const { device } = await personWithPasskey();
  const body = await assertion(device);
  await makeExpired(body.challengeId);
  assert.equal((await signIn(body)).response.status, 401);
});

test('expired challenges are deleted, the others stay', async () => {
  const [expired, live] = [await startAuthentication(), await startAuthentication()];
  await makeExpired(expired.challengeId);
  const job = { id: '', name: '', payload: {}, attempt: 1, lastAttempt: true, claim: { id: '', retryCount: 0 } };
  await app.engine.runJob(forgetOldCredentials, job, new AbortController().signal, app.log);
  const { result: kept } = await app.engine.run({}, (ctx) =>
    ctx.tx.selectFrom('passkeyChallenges').select('challenge').execute(),
  );
  assert.ok(kept.some(({ challenge }) => challenge === live.options.challenge));
  assert.ok(!kept.some(({ challenge }) => challenge === expired.options.challenge));
});

test('every failed sign-in gives the same answer', async () => {
  const { device } = await personWithPasskey();
  const other = await personWithPasskey();
  const stranger = newDevice();
  stranger.create((await startRegistration(other.person.api)).options);
  const careless = (await personWithPasskey()).device;
  careless.verifiesUser = false;
  const elsewhere = (await personWithPasskey()).device;
  elsewhere.origin = 'http://localhost:1';
  const { userHandle } = other.device.get({ challenge: 'b3RybyByZXRv', rpId: 'localhost' }).response;
  const { challengeId, options } = await startAuthentication();
  const failures = [
    await signIn(await assertion(stranger)),
    await signIn({ ...(await assertion(device)), challengeId: (await startAuthentication()).challengeId }),
    await signIn({ ...(await assertion(device)), challengeId: 'pkc_unknown' }),
    await signIn(changed(await assertion(device), { userHandle })),
    await signIn(await assertion(careless)),
    await signIn(await assertion(elsewhere)),
    await signIn({ challengeId, response: device.get({ ...options, rpId: 'evil.example' }) }),
  ];
  for (const { response, error } of failures) {
    assert.equal(response.status, 401);
    assert.deepEqual({ ...error, requestId: '' }, { ...failures[0]!.error, requestId: '' });
  }
  assert.equal((await signIn(await assertion(device))).response.status, 200);
});

test('the options for signing in name no passkey', async () => {
  await personWithPasskey();
  const { options } = await startAuthentication();
  assert.deepEqual(
    { ...options, challenge: '' },
    { rpId: 'localhost', challenge: '', timeout: 300_000, allowCredentials: [], userVerification: 'required' },
  );
  const named = await anonymous.POST('/v1/passkey/authenticate/start', { body: { email: 'ana@example.com' } } as never);
  assert.equal(named.response.status, 400);
});

test('a decreased counter is refused, and the person is warned', async () => {
  const { person, device } = await personWithPasskey();
  device.counter = 41;
  assert.equal((await signIn(await assertion(device))).response.status, 200);
  for (const counter of [41, 3, -1]) {
    device.counter = counter;
    assert.equal((await signIn(await assertion(device))).error?.code, 'invalid_credentials');
  }
  assert.match((await letterTo(person.email, /Rechazamos/)).text, /parece una copia/);
  device.counter = 42;
  assert.equal((await signIn(await assertion(device))).response.status, 200);
});

test('an authenticator without a counter signs in repeatedly', async () => {
  const { device } = await personWithPasskey();
  device.step = 0;
  assert.equal((await signIn(await assertion(device))).response.status, 200);
  assert.equal((await signIn(await assertion(device))).response.status, 200);
});

test('a sign-in cannot be a dry run', async () => {
  const { device } = await personWithPasskey();
  const body = await assertion(device);
  const tried = await anonymous.POST('/v1/passkey/authenticate/finish', { body, headers: { 'dry-run': 'true' } });
  assert.equal(tried.error?.code, 'dry_run_unsupported');
});

test('a passkey authenticates its own person again, but not another', async () => {
  const { person, device } = await personWithPasskey();
  const other = await personWithPasskey();
  await makeStale(person);
  const passkey = await assertion(other.device);
  const mistaken = await person.api.POST('/v1/user/login/controller', { body: { passkey } });
  assert.equal(mistaken.error?.code, 'invalid_credentials');
  assert.equal((await signIn(passkey)).response.status, 401);
  assert.equal((await person.api.POST('/v1/passkey/register/start')).error?.code, 'fresh_authentication_required');
  const proved = await person.api.POST('/v1/user/login/controller', { body: { passkey: await assertion(device) } });
  assert.equal(proved.data?.fresh, true);
  await startRegistration(person.api);
});

test('adding and removing need a fresh authentication', async () => {
  const { person, passkey } = await personWithPasskey();
  const { challengeId, options } = await startRegistration(person.api);
  await makeStale(person);
  const refused = [
    await person.api.POST('/v1/passkey/register/start'),
    await finishRegistration(person, { challengeId, response: newDevice().create(options) }),
    await person.api.DELETE('/v1/passkey', { body: { id: passkey.id } }),
  ];
  for (const { error } of refused) assert.equal(error?.code, 'fresh_authentication_required');
  assert.equal((await person.api.GET('/v1/passkey')).data?.data.length, 1);
});

test('only its owner renames a passkey', async () => {
  const { person, passkey } = await personWithPasskey();
  const body = { id: passkey.id, name: '  Laptop de la oficina ' };
  const renamed = await person.api.PATCH('/v1/passkey', { body });
  assert.deepEqual(renamed.data, { ...passkey, name: 'Laptop de la oficina' });
  const other = await newPerson();
  assert.equal((await other.api.PATCH('/v1/passkey', { body })).error?.code, 'not_found');
  assert.equal((await person.api.PATCH('/v1/passkey', { body: { ...body, name: ' ' } })).response.status, 400);
});

test('a removed passkey no longer works, and the person is notified', async () => {
  const { person, device, passkey } = await personWithPasskey();
  const body = { id: passkey.id };
  assert.equal((await (await newPerson()).api.DELETE('/v1/passkey', { body })).error?.code, 'not_found');
  const tried = await person.api.DELETE('/v1/passkey', { body, headers: { 'dry-run': 'true' } });
  assert.equal(tried.response.status, 200);
  assert.equal((await person.api.DELETE('/v1/passkey', { body })).response.status, 204);
  assert.equal((await person.api.DELETE('/v1/passkey', { body })).response.status, 404);
  assert.equal((await signIn(await assertion(device))).response.status, 401);
  assert.match((await letterTo(person.email, /Quitaste una llave/)).text, /«Teléfono»/);
});

test('a person has at most twenty passkeys, even when two are added concurrently', async () => {
  const person = await newPerson();
  for (let i = 0; i < 19; i++) assert.equal((await register(person, newDevice())).response.status, 201);
  const started = [await startRegistration(person.api), await startRegistration(person.api)];
  const answers = await Promise.all(
    started.map(({ challengeId, options }) =>
      finishRegistration(person, { challengeId, response: newDevice().create(options) }),
    ),
  );
  assert.deepEqual(answers.map(({ response }) => response.status).sort(), [201, 422]);
  assert.equal((await person.api.POST('/v1/passkey/register/start')).error?.code, 'too_many_passkeys');
});

test('passkeys are deleted with the account', async () => {
  const { person, device } = await personWithPasskey();
  const body = await assertion(device);
  assert.equal((await person.api.DELETE('/v1/user')).response.status, 204);
  assert.equal((await signIn(body)).response.status, 401);
});
