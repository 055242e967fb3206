import assert from 'node:assert/strict';
import { test } from 'node:test';
import { field, newForm, onePage, randomAddress, submissionsOf, submit, text } from '#test/forms.ts';
import { baseUrl, newBusiness } from '#test/harness.ts';

const openPage = async (publicId: string, language = 'es') => {
  const headers = { accept: 'text/html', 'accept-language': language };
  const response = await fetch(`${baseUrl}/v1/forms/${publicId}`, { headers });
  return { status: response.status, headers: response.headers, html: await response.text() };
};

/** Sends the form as a browser without scripts does. */
async function sendPage(publicId: string, html: string, answers: [string, string][]) {
  const form = new FormData();
  for (const [, name, value] of html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g))
    form.append(name!, value!);
  for (const [name, value] of answers) form.append(`answers.${name}`, value);
  const response = await fetch(`${baseUrl}/v1/forms/${publicId}/submit`, {
    method: 'POST',
    body: form,
    headers: { accept: 'text/html', 'accept-language': 'es', 'x-forwarded-for': randomAddress() },
  });
  return { status: response.status, html: await response.text() };
}

const definition = {
  ...onePage(
    text('name', { required: true, label: { es: 'Nombre', en: 'Name' } }),
    field('choice', 'days', {
      multiple: true,
      options: [
        { key: 'mon', label: 'Lunes' },
        { key: 'tue', label: 'Martes' },
      ],
    }),
    field('address', 'home'),
    field('consent', 'terms', { required: true }),
  ),
  title: { es: 'Inscripción', en: 'Registration' },
};

test('without scripts the page is one form that is checked by the service and keeps what was written', async () => {
  const business = await newBusiness();
  const form = await newForm(business, definition);
  const { html, headers } = await openPage(form.publicId);
  assert.match(headers.get('content-security-policy')!, /script-src 'self'/);
  assert.match(html, /<h1>Inscripción<\/h1>/);
  const refused = await sendPage(form.publicId, html, [
    ['home.line1', 'C/ "1"'],
    ['days', 'mon'],
    ['days', 'tue'],
  ]);
  assert.equal(refused.status, 422);
  assert.match(refused.html, /role="alert"[\s\S]+href="#f-name">Nombre<\/a>: Responde esta pregunta\./);
  assert.match(refused.html, /value="C\/ &#34;1&#34;"/);
  assert.match(refused.html, /value="tue" checked/);
  const accepted = await sendPage(form.publicId, refused.html, [
    ['name', 'Ana'],
    ['days', 'mon'],
    ['days', 'tue'],
    ['home.line1', 'C/ 1'],
    ['home.city', 'Santiago'],
    ['terms', 'true'],
  ]);
  assert.equal(accepted.status, 201, accepted.html);
  assert.match(accepted.html, /¡Gracias!/);
  const [kept] = (await submissionsOf(business, form.id)).data;
  assert.deepEqual(kept!.answers, {
    name: 'Ana',
    days: ['mon', 'tue'],
    home: { line1: 'C/ 1', city: 'Santiago' },
    terms: true,
  });
});

test('the page is in the language of the reader, and texts of the form cannot become markup', async () => {
  const business = await newBusiness();
  const form = await newForm(business, {
    ...definition,
    description: '<img src=x onerror=alert(1)>',
    thanks: { title: { es: 'Listo', en: 'Done' }, redirectUrl: 'https://example.com/gracias' },
  });
  const { html } = await openPage(form.publicId, 'en');
  assert.match(html, /<html lang="en">[\s\S]+<h1>Registration<\/h1>[\s\S]+Name/);
  assert.doesNotMatch(html, /<img src=x/);
  const sent = await sendPage(form.publicId, html, [
    ['name', 'Ana'],
    ['terms', 'on'],
  ]);
  assert.match(sent.html, /<meta http-equiv="refresh" content="0;url=https:\/\/example\.com\/gracias">/);
});

test('a closed form has a page that says so, and its scripts are served without types', async () => {
  const business = await newBusiness();
  const closed = await newForm(business, definition, { closesAt: '2020-01-01T00:00:00Z' });
  assert.match((await openPage(closed.publicId)).html, /Este formulario está cerrado/);
  const open = await newForm(business, definition);
  const { html } = await openPage(open.publicId);
  const [, url] = /<script type="module" src="([^"]+)">/.exec(html)!;
  const script = await fetch(baseUrl + url);
  assert.match(script.headers.get('content-type')!, /^text\/javascript/);
  assert.match(script.headers.get('cache-control')!, /immutable/);
  assert.doesNotMatch(await script.text(), /interface Settings/);
  const imported = await fetch(new URL('./logic.ts', baseUrl + url));
  assert.equal(imported.status, 200);
  assert.equal((await fetch(new URL('./words.ts', baseUrl + url))).status, 404);
  const old = await fetch(baseUrl + url!.replace(/modules\/\w+/, 'modules/0000'));
  assert.equal(old.headers.get('cache-control'), 'no-cache');
});

test('the page states the limits of an answer, and every error in the language of the visitor', async () => {
  const form = await newForm(
    await newBusiness(),
    onePage(
      text('name', { minLength: 3 }),
      field('number', 'age', { min: '18', max: '99' }),
      field('money', 'budget', { min: '1500' }),
      field('date', 'day', { latest: '2020-03-09' }),
      field('time', 'hour', { earliest: '08:00', latest: '17:30' }),
      field('number', 'weight', { decimals: 1 }),
    ),
  );
  const wrong: [string, string][] = [
    ['name', 'A'],
    ['age', '17'],
    ['budget', '100'],
    ['day', '2020-03-10'],
    ['hour', '18:00'],
    ['weight', '1.25'],
  ];
  const { html } = await openPage(form.publicId);
  const refused = await sendPage(form.publicId, html, wrong);
  const errors = [...refused.html.matchAll(/class="error"[^>]*>([^<]+)</g)].map(([, error]) => error);
  assert.deepEqual(errors, [
    'La respuesta es demasiado corta: mínimo 3, máximo 500 caracteres.',
    'La respuesta está fuera de los límites: mínimo 18, máximo 99.',
    'La respuesta está fuera de los límites: mínimo 1,500.',
    'La respuesta está fuera de los límites: máximo 9/3/2020.',
    'La respuesta está fuera de los límites: mínimo 8:00 a. m., máximo 5:30 p. m.',
    'Este número tiene demasiados decimales.',
  ]);
});

test('dates and times are written out where they are only read', async () => {
  const business = await newBusiness();
  const form = await newForm(business, onePage(field('date', 'day'), field('time', 'hour')));
  const answers = { day: '2030-03-09', hour: '14:30' };
  const params = { path: { formId: form.id } };
  const { data: link } = await business.api.POST('/v1/forms/{formId}/link', {
    params,
    body: { answers, locked: true },
  });
  const page = await fetch(link!.url, { headers: { accept: 'text/html', 'accept-language': 'es' } });
  const locked = [...(await page.text()).matchAll(/class="locked">([^<]+)</g)].map(([, text]) => text);
  await submit(form.publicId, { answers });
  const [kept] = (await submissionsOf(business, form.id)).data;
  const { data: submission } = await business.api.GET('/v1/forms/{formId}/submissions/{submissionId}', {
    params: { path: { formId: form.id, submissionId: kept!.id } },
  });
  for (const texts of [locked, submission!.lines.map(({ text }) => text)])
    assert.deepEqual(texts, ['9 de marzo de 2030', '2:30 p. m.']);
  assert.deepEqual(kept!.answers, answers);
});
