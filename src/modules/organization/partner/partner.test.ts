import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anonymous, app, letterTo } from '#test/harness.ts';

const freshEmail = () => `Aliada-${crypto.randomUUID()}@example.com`;

const applicationsOf = (email: string) =>
  app.engine.run({}, ({ tx }) =>
    tx.selectFrom('partnerApplications').selectAll().where('email', '=', email.toLowerCase()).execute(),
  );

test('anyone applies to become a partner and gets a confirmation without the content of the form', async () => {
  const email = freshEmail();
  const { data, response } = await anonymous.POST('/v1/organization/partner', {
    body: { name: 'Compra en spam.example', email, company: 'Pérez y Asociados', country: 'DO' },
  });
  assert.equal(response.status, 201);
  assert.equal(data?.status, 'new');
  const [kept] = (await applicationsOf(email)).result;
  assert.equal(kept?.id, data?.id);
  assert.equal(kept?.company, 'Pérez y Asociados');
  const letter = await letterTo(email.toLowerCase(), /solicitud/);
  assert.doesNotMatch(letter.subject + letter.text, /spam/);
});

test('an application without a valid address is refused', async () => {
  const { error } = await anonymous.POST('/v1/organization/partner', { body: { name: 'Ana', email: 'nowhere' } });
  assert.deepEqual(
    error?.errors.map(({ path }) => path),
    ['body.email'],
  );
});

test('a dry run of an application stores nothing', async () => {
  const email = freshEmail();
  const tried = await anonymous.POST('/v1/organization/partner', {
    body: { name: 'Ana', email },
    headers: { 'dry-run': 'true' },
  });
  assert.equal(tried.response.status, 200);
  assert.deepEqual((await applicationsOf(email)).result, []);
});
