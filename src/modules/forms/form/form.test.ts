import assert from 'node:assert/strict';
import { test } from 'node:test';
import { field, newForm, onePage, submissionsOf, submit, text, visit } from '#test/forms.ts';
import { anonymous, codeOf, newBusiness, newMember } from '#test/harness.ts';

const at = (formId: string) => ({ params: { path: { formId } } });

test('a draft is changed without visitors seeing it, and a stale version is refused', async () => {
  const business = await newBusiness();
  const { api } = business;
  const form = await newForm(business, onePage(text('name')), { name: 'Inscripción Otoño' });
  assert.deepEqual([form.state, form.publishedVersion, form.hasChanges], ['open', 1, false]);
  const { data: changed } = await api.PATCH('/v1/forms/{formId}', {
    ...at(form.id),
    body: { definition: onePage(text('name'), text('city')), version: form.version },
  });
  assert.deepEqual([changed!.hasChanges, changed!.publishedVersion], [true, 1]);
  const stale = await api.PATCH('/v1/forms/{formId}', { ...at(form.id), body: { name: 'x', version: form.version } });
  assert.equal(stale.response.status, 409);
  const { data: draft } = await api.GET('/v1/forms/{formId}/draft', at(form.id));
  assert.equal(draft!.definition.pages[0]!.fields.length, 2);
  assert.equal((await visit(form.publicId)).definition.pages[0]!.fields.length, 1);
  const { data: found } = await api.GET('/v1/forms', { params: { query: { search: 'otono' } } });
  assert.deepEqual(
    found!.data.map(({ id }) => id),
    [form.id],
  );
});

test('a form that contradicts itself is refused with the place', async () => {
  const { api } = await newBusiness();
  const is = (name: string, more: object = { is: 'answered' }) => ({ tests: [{ field: name, ...more }] });
  const choice = field('choice', 'c', { options: [{ key: 'a', label: 'A' }] });
  const cases: [unknown, string][] = [
    [onePage(text('a', { showIf: is('b') }), text('b')), 'pages[0].fields[0].showIf.tests[0].field'],
    [onePage(text('a'), text('a')), 'pages[0].fields[1].key'],
    [
      onePage(choice, text('b', { showIf: is('c', { is: 'equals', value: 'z' }) })),
      'pages[0].fields[1].showIf.tests[0].value',
    ],
    [onePage(text('a', { showIf: is('a') })), 'pages[0].fields[0].showIf.tests[0].field'],
    [onePage(field('number', 'n', { min: '5', max: '1' })), 'pages[0].fields[0].min'],
    [onePage(text('a', { minLength: 501 })), 'pages[0].fields[0].minLength'],
    [onePage(field('date', 'd', { earliest: '2026-02-01', latest: '2026-01-01' })), 'pages[0].fields[0].earliest'],
    [onePage(field('time', 't', { earliest: '18:00', latest: '08:00' })), 'pages[0].fields[0].earliest'],
    [{ ...onePage(text('a')), makes: { contact: { name: 'a', email: 'a' } } }, 'makes.contact.email'],
    [{ ...onePage(text('a')), makes: { document: { kind: 'order', status: 'draft' } } }, 'makes.document'],
    [onePage(field('payment', 'p', { amount: '5' })), 'makes.document'],
    [onePage(field('product', 'p', { resourceIds: [crypto.randomUUID()] })), 'pages[0].fields[0].resourceIds[0]'],
  ];
  for (const [definition, place] of cases) {
    const { error } = await api.POST('/v1/forms', { body: { definition: definition as never } });
    assert.equal(error?.errors[0]?.path, `body.definition.${place}`, JSON.stringify(error));
  }
});

test('saving what a form makes needs the permission to make it', async () => {
  const business = await newBusiness();
  const { api } = await newMember(business, 'custom', ['forms:write']);
  const definition = onePage(text('name'));
  assert.equal((await api.POST('/v1/forms', { body: { definition } })).response.status, 201);
  const makes = { contact: { name: 'name' } };
  assert.equal((await api.POST('/v1/forms', { body: { definition: { ...definition, makes } } })).response.status, 403);
});

test('a signed link fills in answers, locks them and expires; a changed one is refused', async () => {
  const business = await newBusiness();
  const form = await newForm(business, onePage(text('name'), text('plan', { required: true })));
  const { data: link } = await business.api.POST('/v1/forms/{formId}/link', {
    ...at(form.id),
    body: { answers: { plan: 'Oro' }, locked: true },
  });
  assert.deepEqual((await visit(form.publicId, link!.token)).prefill!.answers, { plan: 'Oro' });
  await submit(form.publicId, { prefill: link!.token, answers: { name: 'Ana', plan: 'Plata' } });
  const [kept] = (await submissionsOf(business, form.id)).data;
  assert.deepEqual(kept!.answers, { name: 'Ana', plan: 'Oro' });
  const [body = '', signature] = link!.token.split('.');
  const changed = Buffer.from(body, 'base64url').toString().replace('Oro', 'Ora');
  const forged = `${Buffer.from(changed).toString('base64url')}.${signature}`;
  for (const prefill of [forged, 'x', 'x.y'])
    assert.equal(codeOf(await submit(form.publicId, { prefill, answers: {} })), 'link_refused');
  const other = await newForm(business, onePage(text('plan')));
  assert.equal(codeOf(await submit(other.publicId, { prefill: link!.token })), 'link_refused');
  const wrong = await business.api.POST('/v1/forms/{formId}/link', { ...at(form.id), body: { answers: { nope: 1 } } });
  assert.equal(wrong.error!.errors[0]!.path, 'body.answers.nope');
});

test('a form is deleted with its submissions only if that is said', async () => {
  const business = await newBusiness();
  const { api } = business;
  const form = await newForm(business, onePage(text('name')));
  await submit(form.publicId, { answers: { name: 'Ana' } });
  const refused = await api.DELETE('/v1/forms/{formId}', { ...at(form.id), body: {} });
  assert.equal(codeOf(refused), 'form_has_submissions');
  const gone = await api.DELETE('/v1/forms/{formId}', { ...at(form.id), body: { submissions: true } });
  assert.equal(gone.response.status, 204);
  const { response } = await anonymous.GET('/v1/forms/{formId}', at(form.publicId));
  assert.equal(response.status, 404);
});
