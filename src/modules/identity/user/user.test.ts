import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { createClient } from '#client';
import {
  anonymous,
  app,
  baseUrl,
  eventually,
  freshEmail,
  letterTo,
  newBusiness,
  newPerson,
  ownerUrlOf,
} from '#test/harness.ts';
import { asOwner } from '#test/walks/rows.ts';

async function codeFor(email: string): Promise<{ requestId: string; pin: string }> {
  const since = new Date().toISOString();
  const { data } = await anonymous.GET('/v1/user/login/pinRequest', { params: { query: { email } } });
  const letter = await letterTo(email, /^\d{6}/, since);
  return { requestId: data!.requestId, pin: /\d{6}/.exec(letter.subject)![0] };
}

test('the first verified code of a new address creates the account, and the next one finds it', async () => {
  const email = freshEmail();
  const first = await anonymous.POST('/v1/user/login/verifyPin', {
    body: { ...(await codeFor(email)), wants: 'token' },
  });
  assert.equal(first.response.status, 200);
  assert.equal(first.data?.user?.email, email);
  const second = await anonymous.POST('/v1/user/login/verifyPin', {
    body: { ...(await codeFor(email)), wants: 'token' },
  });
  assert.equal(second.data?.user?.id, first.data?.user?.id);
});

test('a code works once, and only with its own request', async () => {
  const email = freshEmail();
  const code = await codeFor(email);
  const other = await anonymous.GET('/v1/user/login/pinRequest', { params: { query: { email: freshEmail() } } });
  const stolen = await anonymous.POST('/v1/user/login/verifyPin', {
    body: { requestId: other.data!.requestId, pin: code.pin },
  });
  assert.equal(stolen.response.status, 401);
  assert.equal((await anonymous.POST('/v1/user/login/verifyPin', { body: code })).response.status, 200);
  assert.equal((await anonymous.POST('/v1/user/login/verifyPin', { body: code })).response.status, 401);
});

test('five wrong tries invalidate a code, even concurrent ones', async () => {
  const code = await codeFor(freshEmail());
  const wrong = { ...code, pin: code.pin === '000000' ? '000001' : '000000' };
  const tries = await Promise.all(
    Array.from({ length: 5 }, () => anonymous.POST('/v1/user/login/verifyPin', { body: wrong })),
  );
  assert.deepEqual(new Set(tries.map(({ response }) => response.status)), new Set([401]));
  assert.equal((await anonymous.POST('/v1/user/login/verifyPin', { body: code })).response.status, 401);
});

test('a code cannot be guessed with a dry run', async () => {
  const code = await codeFor(freshEmail());
  const tried = await anonymous.POST('/v1/user/login/verifyPin', { body: code, headers: { 'dry-run': 'true' } });
  assert.equal(tried.response.status, 422);
});

test('a password is set in the session, signs in afterwards, and ends the other sessions when it changes', async () => {
  const person = await newPerson();
  const set = await person.api.POST('/v1/user/login/controller', { body: { newPassword: 'correct horse' } });
  assert.equal(set.data?.user?.hasPassword, true);
  const body = { email: person.email, password: 'correct horse', wants: 'token' } as const;
  const login = await anonymous.POST('/v1/user/login', { body });
  assert.equal(login.response.status, 200);
  const other = createClient({ baseUrl, credentials: { token: login.data!.token! } });
  const changed = await other.POST('/v1/user/login/controller', { body: { newPassword: 'battery staple' } });
  assert.equal(changed.response.status, 200);
  assert.equal((await person.api.GET('/v1/user/session')).response.status, 401);
});

test('a session that is no longer fresh cannot set a password, not even the first', async () => {
  const person = await newPerson();
  await asOwner(`UPDATE sessions SET authenticated_at = now() - interval '1 hour' WHERE user_id = $1`, [person.id]);
  const stale = await person.api.POST('/v1/user/login/controller', { body: { newPassword: 'correct horse' } });
  assert.equal(stale.error?.code, 'fresh_authentication_required');
  const { requestId, pin: code } = await codeFor(person.email);
  const proved = { pin: { requestId, code }, newPassword: 'correct horse' };
  const set = await person.api.POST('/v1/user/login/controller', { body: proved });
  assert.equal(set.data?.user?.hasPassword, true);
});

test('an unknown address and a wrong password get the same answer', async () => {
  const person = await newPerson();
  await person.api.POST('/v1/user/login/controller', { body: { newPassword: 'correct horse' } });
  const wrong = await anonymous.POST('/v1/user/login', { body: { email: person.email, password: 'wrong' } });
  const unknown = await anonymous.POST('/v1/user/login', { body: { email: freshEmail(), password: 'wrong' } });
  assert.deepEqual({ ...wrong.error, requestId: '' }, { ...unknown.error, requestId: '' });
});

test('after five failures even the right password has to wait', async () => {
  const person = await newPerson();
  await person.api.POST('/v1/user/login/controller', { body: { newPassword: 'correct horse' } });
  for (let i = 0; i < 6; i++)
    await anonymous.POST('/v1/user/login', { body: { email: person.email, password: 'wrong' } });
  const right = await anonymous.POST('/v1/user/login', { body: { email: person.email, password: 'correct horse' } });
  assert.equal(right.response.status, 401);
});

test('a browser gets a cookie that pages of other sites cannot use', async () => {
  const person = await newPerson();
  await person.api.POST('/v1/user/login/controller', { body: { newPassword: 'correct horse' } });
  const login = await anonymous.POST('/v1/user/login', { body: { email: person.email, password: 'correct horse' } });
  const setCookie = login.response.headers.getSetCookie()[0]!;
  assert.match(setCookie, /^session=cms_[\w-]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
  const cookie = setCookie.split(';')[0]!;
  const browser = createClient({ baseUrl, credentials: { cookie } });
  assert.equal((await browser.GET('/v1/user/session')).response.status, 200);
  const elsewhere = createClient({ baseUrl, credentials: { cookie }, headers: { 'sec-fetch-site': 'cross-site' } });
  assert.equal((await elsewhere.GET('/v1/user/token')).error?.code, 'cross_site_request');
  const foreign = createClient({ baseUrl, credentials: { cookie }, headers: { origin: 'https://evil.example' } });
  assert.equal((await foreign.DELETE('/v1/user/logout')).error?.code, 'cross_site_request');
  const both = createClient({ baseUrl, credentials: { cookie }, headers: { authorization: `Bearer ${person.token}` } });
  assert.equal((await both.GET('/v1/user/session')).error?.code, 'ambiguous_credentials');
  assert.equal((await browser.DELETE('/v1/user/logout')).response.status, 204);
  assert.equal((await browser.GET('/v1/user/session')).response.status, 401);
});

test('a person changes their language, and what is no language tag is refused', async () => {
  const { api } = await newPerson();
  const { data } = await api.POST('/v1/user/login/controller', { body: { locale: 'en-US' } });
  assert.equal(data?.user?.locale, 'en-US');
  const { error } = await api.POST('/v1/user/login/controller', { body: { locale: 'zz_!!' } });
  assert.equal(error?.errors[0]?.path, 'body.locale');
});

test('a raw token is issued, listed and revoked', async () => {
  const person = await newPerson();
  const issued = await person.api.GET('/v1/user/token', { params: { query: { name: 'till' } } });
  const program = createClient({ baseUrl, credentials: { token: issued.data!.token } });
  const sessions = await program.GET('/v1/user/session');
  assert.equal(sessions.data?.data.find(({ current }) => current)?.name, 'till');
  await person.api.DELETE('/v1/user/session', { params: { query: { id: issued.data!.id } } as never });
  assert.equal((await program.GET('/v1/user/session')).response.status, 401);
});

test('closing the account deletes the personal data and frees the address', async () => {
  const person = await newPerson();
  assert.equal((await person.api.DELETE('/v1/user')).response.status, 204);
  assert.equal((await person.api.GET('/v1/user/session')).response.status, 401);
  const again = await anonymous.POST('/v1/user/login/verifyPin', {
    body: { ...(await codeFor(person.email)), wants: 'token' },
  });
  assert.notEqual(again.data?.user?.id, person.id);
});

test('an owner cannot close the account while someone joins the organization', async () => {
  const business = await newBusiness();
  const newcomer = await newPerson();
  const joining = new pg.Client({ connectionString: ownerUrlOf(app.databaseUrl) });
  await joining.connect();
  await joining.query('BEGIN');
  await joining.query(
    `INSERT INTO memberships (organization_id, user_id, role, joined_at) VALUES ($1, $2, 'viewer', now())`,
    [business.id, newcomer.id],
  );
  const closing = business.api.DELETE('/v1/user');
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await eventually(async () => (await asOwner(waiting)).length > 0);
  await joining.query('COMMIT');
  await joining.end();
  assert.equal((await closing).error?.code, 'owner_of_shared_organization');
});

test('beyond the limit of letters the answer is the same, and no code is valid', async () => {
  const email = freshEmail();
  const answers = [];
  for (let i = 0; i < 7; i++) {
    answers.push(await anonymous.GET('/v1/user/login/pinRequest', { params: { query: { email } } }));
  }
  assert.deepEqual(new Set(answers.map(({ response }) => response.status)), new Set([200]));
  await eventually(async () => (await lettersTo(email)).length === 5);
  const codes = (await lettersTo(email)).map(({ subject }) => subject.slice(0, 6));
  const last = answers.at(-1)!.data!.requestId;
  const tries = await Promise.all(
    codes.map((pin) => anonymous.POST('/v1/user/login/verifyPin', { body: { requestId: last, pin } })),
  );
  assert.deepEqual(new Set(tries.map(({ response }) => response.status)), new Set([401]));
});

test('the letter with a code is in the language of the request', async () => {
  const email = freshEmail();
  const headers = { 'accept-language': 'en-US,en;q=0.9,es;q=0.5' };
  await anonymous.GET('/v1/user/login/pinRequest', { params: { query: { email } }, headers });
  const letter = await letterTo(email, /^\d{6} is your Colmado code$/);
  assert.match(letter.text, /^Your code to sign in is \d{6}\. It is valid for 10 minutes/);
});

const lettersTo = async (email: string) => (await app.mailbox!.letters()).filter(({ to }) => to === email);

/** Calls of one browser: it keeps its cookies and has an address of its own. */
function newBrowser(address = `203.0.113.${++browsers}`) {
  const jar = new Map<string, string>();
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        'x-forwarded-for': address,
        ...(jar.size > 0 && { cookie: [...jar].map((pair) => pair.join('=')).join('; ') }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name, value] = cookie.split(';')[0]!.split('=') as [string, string];
      jar.set(name, value);
    }
    return { status: response.status, json: (await response.json()) as { requestId: string } };
  };
  const requestPin = (email: string) => call('GET', `/v1/user/login/pinRequest?email=${email}`);
  const codeOf = async (email: string) => {
    const since = new Date().toISOString();
    const { requestId } = (await requestPin(email)).json;
    const letter = await letterTo(email, /^\d{6}/, since);
    return { requestId, pin: letter.subject.slice(0, 6) };
  };
  const verify = async (body: { requestId: string; pin: string }) =>
    (await call('POST', '/v1/user/login/verifyPin', body)).status;
  const forget = () => jar.delete('session');
  return { requestPin, codeOf, verify, forget };
}

let browsers = 0;

test('strangers cannot use up the letters of a person whose device is known', async () => {
  const email = freshEmail();
  const own = newBrowser();
  assert.equal(await own.verify(await own.codeOf(email)), 200);
  own.forget();
  // The person moves: only the cookie of the device is known.
  await asOwner(`UPDATE sessions SET address = '192.0.2.1' WHERE user_id = (SELECT id FROM users WHERE email = $1)`, [
    email,
  ]);
  for (let i = 0; i < 8; i++) {
    const stranger = newBrowser();
    for (let j = 0; j < 5; j++) await stranger.requestPin(email);
  }
  const before = (await lettersTo(email)).length;
  await newBrowser().requestPin(email);
  assert.equal(await own.verify(await own.codeOf(email)), 200);
  assert.equal((await lettersTo(email)).length, before + 1);
});

test('a stranger who asks for a code does not end the code of the person', async () => {
  const email = freshEmail();
  const own = newBrowser();
  const code = await own.codeOf(email);
  await newBrowser().requestPin(email);
  assert.equal(await own.verify(code), 200);
});

test('wrong codes are counted across requests, and lock strangers before a known device', async () => {
  const email = freshEmail();
  const own = newBrowser();
  assert.equal(await own.verify(await own.codeOf(email)), 200);
  own.forget();
  const wrong = (pin: string) => (pin === '000000' ? '000001' : '000000');
  const stranger = newBrowser();
  for (let i = 0; i < 2; i++) {
    const code = await stranger.codeOf(email);
    for (let j = 0; j < 3; j++) assert.equal(await stranger.verify({ ...code, pin: wrong(code.pin) }), 401);
  }
  // Six failures over two codes: the right code of a third one is refused here as well.
  assert.equal(await stranger.verify(await stranger.codeOf(email)), 401);
  assert.equal(await own.verify(await own.codeOf(email)), 200);
});

test('the commonest passwords and the own address are refused', async () => {
  const person = await newPerson();
  const set = (newPassword: string) => person.api.POST('/v1/user/login/controller', { body: { newPassword } });
  const guessed = [
    'password',
    '12345678',
    'Football',
    'iloveyou1',
    'qwertyuiop',
    person.email,
    person.email.split('@')[0]!,
  ];
  for (const password of guessed) {
    const { error } = await set(password);
    assert.deepEqual(
      [error?.errors[0]?.path, error?.errors[0]?.code],
      ['body.newPassword', 'common_password'],
      password,
    );
  }
  assert.equal((await set('café con leche 7')).response.status, 200);
});
