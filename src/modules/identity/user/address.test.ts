import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '#client';
import { anonymous, app, baseUrl, codeOf, freshEmail, letterTo, newPerson, type Person } from '#test/harness.ts';
import { asOwner } from '#test/walks/rows.ts';

async function codeFor({ api }: Person, email: string): Promise<{ requestId: string; pin: string }> {
  const { data, error } = await api.POST('/v1/user/email', { body: { email } });
  assert.ok(data, JSON.stringify(error));
  const letter = await letterTo(email, /confirmar este correo/);
  return { requestId: data.requestId, pin: /\d{6}/.exec(letter.subject)![0] };
}

const signInCode = async (email: string): Promise<{ requestId: string; pin: string }> => {
  const { data } = await anonymous.GET('/v1/user/login/pinRequest', { params: { query: { email } } });
  const letter = await letterTo(email, /es tu código/);
  return { requestId: data!.requestId, pin: /\d{6}/.exec(letter.subject)![0] };
};

test('an account takes the address that received the code, with its notifications, and tells the earlier one', async () => {
  const person = await newPerson();
  await person.api.POST('/v1/user/subscribe', { body: { channel: 'email' } });
  const other = createClient({ baseUrl, credentials: { token: (await person.api.GET('/v1/user/token')).data!.token } });
  const email = freshEmail();
  const changed = await person.api.PATCH('/v1/user/email', { body: await codeFor(person, email) });
  assert.deepEqual([changed.data?.user?.id, changed.data?.user?.email], [person.id, email]);
  await letterTo(person.email, /correo de tu cuenta de Colmado cambió/);
  const { data: again } = await person.api.POST('/v1/user/subscribe', { body: { channel: 'email' } });
  assert.equal(again?.target, email);
  const { result } = await app.engine.run({}, ({ tx }) =>
    tx.selectFrom('notificationSubscriptions').select('target').where('userId', '=', person.id).execute(),
  );
  assert.deepEqual(result, [{ target: email }]);
  assert.equal((await other.GET('/v1/user/session')).response.status, 401);
  const signedIn = await anonymous.POST('/v1/user/login/verifyPin', { body: await signInCode(email) });
  assert.equal(signedIn.data?.user?.id, person.id);
});

test('an address of another account is refused to the person who proved to have it, and nothing changes', async () => {
  const [person, other] = [await newPerson(), await newPerson()];
  const refused = await person.api.PATCH('/v1/user/email', { body: await codeFor(person, other.email) });
  assert.equal(codeOf(refused), 'address_taken');
  const { data } = await person.api.POST('/v1/user/login/controller', { body: {} });
  assert.equal(data?.user?.email, person.email);
});

test('a code confirms one address of one account, and neither signs in nor is replaced by a code that does', async () => {
  const [person, other] = [await newPerson(), await newPerson()];
  const email = freshEmail();
  const code = await codeFor(person, email);
  const tries = [
    await other.api.PATCH('/v1/user/email', { body: code }),
    await anonymous.POST('/v1/user/login/verifyPin', { body: code }),
    await person.api.PATCH('/v1/user/email', { body: await signInCode(freshEmail()) }),
  ];
  assert.deepEqual(tries.map(codeOf), ['invalid_credentials', 'invalid_credentials', 'invalid_credentials']);
  assert.equal((await person.api.PATCH('/v1/user/email', { body: code })).data?.user?.email, email);
  assert.equal(codeOf(await person.api.PATCH('/v1/user/email', { body: code })), 'invalid_credentials');
});

test('the own address is refused, and a session that is no longer fresh cannot ask for another', async () => {
  const person = await newPerson();
  const own = await person.api.POST('/v1/user/email', { body: { email: person.email } });
  assert.equal(own.error?.errors?.[0]?.code, 'unchanged');
  await asOwner(`UPDATE sessions SET authenticated_at = now() - interval '1 hour' WHERE user_id = $1`, [person.id]);
  const asked = await person.api.POST('/v1/user/email', { body: { email: freshEmail() } });
  assert.equal(codeOf(asked), 'fresh_authentication_required');
});
