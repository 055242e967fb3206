import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newResource } from '#test/catalog.ts';
import { fileHeaders } from '#test/files.ts';
import { field, newForm, onePage, submissionsOf, submit, text, uploadFor, visit } from '#test/forms.ts';
import { type Business, baseUrl, newBusiness } from '#test/harness.ts';

const options = [
  { key: 'red', label: { es: 'Rojo', en: 'Red' } },
  { key: 'blue', label: { es: 'Azul', en: 'Blue' } },
];

async function answeredForm(): Promise<{ business: Business; id: string; publicId: string }> {
  const business = await newBusiness();
  const form = await newForm(
    business,
    onePage(
      text('name'),
      field('choice', 'colours', { options, multiple: true, label: 'Colores' }),
      field('number', 'age', { label: '=Edad' }),
      field('rating', 'stars'),
      field('matrix', 'service', { rows: options, columns: options }),
      field('date', 'day'),
    ),
  );
  const all = [
    { name: 'Íñigo Pérez', colours: ['red', 'blue'], age: 20, stars: 5, service: { red: 'blue' }, day: '2026-01-10' },
    { name: '=1+1', colours: ['red'], age: 31, stars: 3, day: '2026-03-01' },
    { name: 'Ana', age: 40, stars: 4 },
  ];
  for (const answers of all) assert.equal((await submit(form.publicId, { answers })).response.status, 201);
  return { business, id: form.id, publicId: form.publicId };
}

test('submissions are found by their answers, by ranges and by words', async () => {
  const { business, id } = await answeredForm();
  const numbers = async (query: object) => (await submissionsOf(business, id, query)).data.map(({ number }) => number);
  assert.deepEqual(await numbers({}), [3, 2, 1]);
  assert.deepEqual(await numbers({ answer: 'colours:red' }), [2, 1]);
  assert.deepEqual(await numbers({ answer: ['colours:red', 'colours:blue'] }), [1]);
  assert.deepEqual(await numbers({ answer: 'name:iñigo perez' }), [1]);
  assert.deepEqual(await numbers({ answer: 'age:25..40' }), [3, 2]);
  assert.deepEqual(await numbers({ answer: 'age:..20' }), [1]);
  assert.deepEqual(await numbers({ answer: 'day:2026-02-01..' }), [2]);
  assert.deepEqual(await numbers({ answer: 'service.red:blue' }), [1]);
  assert.deepEqual(await numbers({ search: 'inigo' }), [1]);
  assert.deepEqual(await numbers({ answer: 'colours:%' }), []);
});

test('submissions are found by a number and by a telephone however they are written', async () => {
  const business = await newBusiness();
  const form = await newForm(business, onePage(field('money', 'budget'), field('phone', 'phone')));
  const answers = { budget: '1250.50', phone: '809-555-0134' };
  assert.equal((await submit(form.publicId, { answers })).response.status, 201);
  const found = async (query: object) => (await submissionsOf(business, form.id, query)).total;
  for (const answer of ['budget:1250.5', 'budget:1250.50', 'budget:01250.5']) assert.equal(await found({ answer }), 1);
  assert.equal(await found({ answer: 'budget:1250' }), 0);
  for (const search of ['809-555', '8095550134', '+1 809 555-0134', '18095550134'])
    assert.equal(await found({ search }), 1);
  assert.equal(await found({ search: '809-556' }), 0);
});

test('an export names the uploaded files', async () => {
  const business = await newBusiness();
  const form = await newForm(business, onePage(field('file', 'papers', { filesMax: 2 })));
  const { visitor } = await visit(form.publicId);
  const uploads = [];
  for (const name of ['cédula.txt', 'contrato.txt'])
    uploads.push((await uploadFor(form.publicId, visitor, 'papers', name, name)).id);
  const sent = await submit(form.publicId, { answers: { papers: uploads }, visitor });
  assert.equal(sent.response.status, 201, JSON.stringify(sent.error));
  const csv = await fetch(`${baseUrl}/v1/forms/${form.id}/export`, { headers: fileHeaders(business) });
  assert.match(await csv.text(), /,"cédula\.txt, contrato\.txt",/);
});

test('the summary counts choices and averages numbers', async () => {
  const { business, id } = await answeredForm();
  const { data } = await business.api.GET('/v1/forms/{formId}/summary', { params: { path: { formId: id } } });
  const figures = (key: string) => data!.fields.find((each) => each.key === key)!;
  assert.equal(data!.submissionCount, 3);
  assert.deepEqual(figures('colours').counts, [
    { value: 'red', label: 'Rojo', count: 2 },
    { value: 'blue', label: 'Azul', count: 1 },
  ]);
  const { average, lowest, highest, total, answered } = figures('age');
  assert.deepEqual([average, lowest, highest, total, answered], ['30.3333', '20', '40', '91', 3]);
  assert.equal(figures('stars').average, '4');
  assert.deepEqual(figures('service').counts, [{ value: 'red: blue', label: 'Rojo: Azul', count: 1 }]);
  assert.deepEqual(figures('name').counts, []);
});

test('the summary writes amounts of money in the decimals of the currency', async () => {
  const business = await newBusiness();
  const form = await newForm(business, onePage(field('money', 'budget')));
  for (const budget of ['100.5', '200', '0']) await submit(form.publicId, { answers: { budget } });
  const { data } = await business.api.GET('/v1/forms/{formId}/summary', { params: { path: { formId: form.id } } });
  const { average, lowest, highest, total } = data!.fields[0]!;
  assert.deepEqual([average, lowest, highest, total], ['100.17', '0.00', '200.00', '300.50']);
});

test('who answers any row of a matrix has answered it once', async () => {
  const business = await newBusiness();
  const letters = ['a', 'b'].map((key) => ({ key, label: key }));
  const form = await newForm(business, onePage(field('matrix', 'm', { rows: letters, columns: letters })));
  for (const m of [{ a: 'a' }, { b: 'b' }, { a: 'b', b: 'b' }]) await submit(form.publicId, { answers: { m } });
  const { data } = await business.api.GET('/v1/forms/{formId}/summary', { params: { path: { formId: form.id } } });
  const [matrix] = data!.fields;
  assert.deepEqual([matrix!.answered, matrix!.counts.map(({ count }) => count)], [3, [1, 1, 2]]);
});

test('a summary counts who answered once, whatever they chose, and reads consent in words', async () => {
  const business = await newBusiness();
  const products = [await newResource(business.api, { name: 'Pan' }), await newResource(business.api, { name: 'Sal' })];
  const resourceIds = products.map(({ id }) => id);
  const form = await newForm(
    business,
    onePage(
      field('choice', 'colours', { options, multiple: true }),
      field('product', 'items', { resourceIds }),
      field('consent', 'ok'),
    ),
  );
  const items = resourceIds.map((resourceId) => ({ resourceId, quantity: 2 }));
  for (const answers of [{ colours: ['red', 'blue'], items, ok: true }, { colours: ['red'] }, {}])
    assert.equal((await submit(form.publicId, { answers })).response.status, 201);
  const { data } = await business.api.GET('/v1/forms/{formId}/summary', { params: { path: { formId: form.id } } });
  assert.deepEqual(
    data!.fields.map(({ key, answered }) => [key, answered]),
    [
      ['colours', 2],
      ['items', 1],
      ['ok', 1],
    ],
  );
  assert.deepEqual(data!.fields[2]!.counts, [{ value: 'true', label: 'Sí', count: 1 }]);
});

test('an export has a column for each question of every version, and no cell is a formula', async () => {
  const { business, id } = await answeredForm();
  await business.api.PATCH('/v1/forms/{formId}', {
    params: { path: { formId: id } },
    body: { definition: onePage(text('name'), text('city')), publish: true },
  });
  const read = (query: string) =>
    fetch(`${baseUrl}/v1/forms/${id}/export?${query}`, { headers: fileHeaders(business) });
  const csv = await (await read('format=csv')).text();
  const [head, ...rows] = csv.trim().split('\r\n');
  assert.match(head!, /^\uFEFF?No\.,Enviado,Versión,name,city,Colores,'?=Edad,stars,service,day,Id$/);
  assert.equal(rows.length, 3);
  const [newest] = (await submissionsOf(business, id)).data;
  const sentAt = Temporal.Instant.from(newest!.submittedAt).toZonedDateTimeISO('America/Santo_Domingo');
  const wallTime = `${sentAt.toPlainDate()} ${sentAt.toPlainTime().toString({ smallestUnit: 'second' })}`;
  const row = rows.find((each) => each.startsWith(`${newest!.number},`));
  assert.equal(row!.split(',')[1], wallTime);
  assert.match(csv, /,'=1\+1,/);
  assert.match(csv, /"Rojo, Azul"/);
  const filtered = await (await read('format=csv&answer=colours:blue')).text();
  assert.equal(filtered.trim().split('\r\n').length, 2);
  const xlsx = await read('format=xlsx');
  assert.equal(
    Buffer.from(await xlsx.arrayBuffer())
      .subarray(0, 2)
      .toString(),
    'PK',
  );
});

test('the export and the summary read answers by the question that was asked, also after it became one of another type', async () => {
  const business = await newBusiness();
  const options = [
    { key: 'mon', label: 'Lunes' },
    { key: 'tue', label: 'Martes' },
  ];
  const asked = [
    { field: text('when'), answer: '=1+1' },
    { field: field('choice', 'when', { options, multiple: true }), answer: ['mon', 'tue'] },
    { field: field('matrix', 'when', { rows: options, columns: options }), answer: { mon: 'tue', tue: 'mon' } },
    { field: field('number', 'when'), answer: '12' },
    { field: field('date', 'when'), answer: '2028-02-29' },
    { field: field('file', 'when'), answer: undefined },
  ];
  const { id, publicId } = await newForm(business, onePage(asked[0]!.field));
  const texts = [];
  for (const { field: question, answer } of asked) {
    await business.api.PATCH('/v1/forms/{formId}', {
      params: { path: { formId: id } },
      body: { definition: onePage(question), publish: true },
    });
    if (answer !== undefined) await submit(publicId, { answers: { when: answer } });
    for (const format of ['csv', 'xlsx']) {
      const answered = await fetch(`${baseUrl}/v1/forms/${id}/export?format=${format}`, {
        headers: fileHeaders(business),
      });
      texts.push(await answered.text());
    }
  }
  const csv = texts.at(-2)!;
  for (const cell of [",'=1+1,", '"Lunes, Martes"', 'Lunes: Martes; Martes: Lunes', ',12,', ',2028-02-29,'])
    assert.ok(csv.includes(cell), csv);
  const path = { formId: id };
  const { data } = await business.api.GET('/v1/forms/{formId}/summary', { params: { path } });
  assert.equal(data!.fields[0]!.answered, 5);
});

test('one submission is shown as a page to print, with escaped answers', async () => {
  const { business, id } = await answeredForm();
  await submit((await business.api.GET('/v1/forms', {})).data!.data[0]!.publicId, {
    answers: { name: '<script>alert(1)</script>' },
  });
  const [newest] = (await submissionsOf(business, id)).data;
  const path = { formId: id, submissionId: newest!.id };
  const { data } = await business.api.GET('/v1/forms/{formId}/submissions/{submissionId}', { params: { path } });
  assert.deepEqual(data!.lines[0], { key: 'name', label: 'name', text: '<script>alert(1)</script>', fileIds: [] });
  const page = await fetch(`${baseUrl}/v1/forms/${id}/submissions/${newest!.id}`, {
    headers: { ...fileHeaders(business), accept: 'text/html' },
  });
  const html = await page.text();
  assert.match(html, /&#60;script&#62;alert\(1\)/);
  assert.doesNotMatch(html, /<script>alert/);
});
