import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { eventsOf } from '#test/events.ts';
import { field, newForm, onePage, prove, randomAddress, submissionsOf, submit, text, visit } from '#test/forms.ts';
import { codeOf, newBusiness, newPerson } from '#test/harness.ts';

const pathsOf = (answer: { error?: { errors: { path: string }[] } | undefined }) =>
  answer.error?.errors.map(({ path }) => path);

test('the same submission key makes one submission, also when both are sent at once', async () => {
  const business = await newBusiness();
  const form = await newForm(business, onePage(text('name', { required: true })));
  const sent = { submissionKey: randomUUID(), answers: { name: 'Ana' } };
  const all = await Promise.all(Array.from({ length: 6 }, () => submit(form.publicId, sent)));
  assert.deepEqual(
    all.map(({ response }) => response.status),
    Array(6).fill(201),
  );
  assert.equal(new Set(all.map(({ data }) => data!.submissionId)).size, 1);
  const { total } = await submissionsOf(business, form.id);
  assert.equal(total, 1);
  const other = await submit(form.publicId, { ...sent, answers: { name: 'Luis' } });
  assert.equal(codeOf(other), 'submission_key_reused');
});

test('answers are checked by the published version, not by the draft, and keep that version', async () => {
  const business = await newBusiness();
  const form = await newForm(business, onePage(text('name', { required: true })));
  const change = (body: object) =>
    business.api.PATCH('/v1/forms/{formId}', { params: { path: { formId: form.id } }, body: body as never });
  await change({ definition: onePage(text('name'), field('email', 'email', { required: true })) });
  assert.equal((await submit(form.publicId, { answers: { name: 'Ana' } })).response.status, 201);
  assert.equal((await visit(form.publicId)).formVersion, 1);
  await change({ publish: true });
  const missing = await submit(form.publicId, { answers: { name: 'Ana' } });
  assert.deepEqual([missing.response.status, pathsOf(missing)], [422, ['body.answers.email']]);
  await submit(form.publicId, { answers: { email: 'ana@example.com' } });
  const { data } = await submissionsOf(business, form.id);
  assert.deepEqual(
    data.map(({ formVersion, number }) => [formVersion, number]),
    [
      [2, 2],
      [1, 1],
    ],
  );
});

test('a closed form and a full form answer 410, and 12 visitors at once get the last 5 places', async () => {
  const business = await newBusiness();
  const form = await newForm(business, onePage(text('name')), { submissionsMax: 5 });
  const all = await Promise.all(
    Array.from({ length: 12 }, (_, place) => submit(form.publicId, { answers: { name: `${place}` } })),
  );
  const statuses = all.map(({ response }) => response.status).toSorted((a, b) => a - b);
  assert.deepEqual(statuses, [...Array(5).fill(201), ...Array(7).fill(410)]);
  assert.equal((await visit(form.publicId)).state, 'full');
  const [first] = (await submissionsOf(business, form.id)).data;
  const path = { formId: form.id, submissionId: first!.id };
  await business.api.DELETE('/v1/forms/{formId}/submissions/{submissionId}', { params: { path } });
  assert.equal((await submit(form.publicId)).response.status, 201);
  const lower = await business.api.PATCH('/v1/forms/{formId}', {
    params: { path: { formId: form.id } },
    body: { submissionsMax: 2 },
  });
  assert.equal(codeOf(lower), 'too_many_submissions');
  const closed = await newForm(business, onePage(text('name')), { closesAt: '2020-01-01T00:00:00Z' });
  assert.equal(codeOf(await submit(closed.publicId)), 'form_closed');
});

test('unknown answers and answers to hidden questions are not kept', async () => {
  const business = await newBusiness();
  const form = await newForm(
    business,
    onePage(
      field('choice', 'lunch', {
        options: [
          { key: 'yes', label: 'Sí' },
          { key: 'no', label: 'No' },
        ],
      }),
      text('diet', { required: true, showIf: { tests: [{ field: 'lunch', is: 'equals', value: 'yes' }] } }),
      text('drink', { showIf: { tests: [{ field: 'diet', is: 'answered' }] } }),
    ),
  );
  const answers = { lunch: 'no', diet: 'nada', drink: 'agua', other: 'x' };
  assert.equal((await submit(form.publicId, { answers })).response.status, 201);
  const [kept] = (await submissionsOf(business, form.id)).data;
  assert.deepEqual(kept!.answers, { lunch: 'no' });
  const missing = await submit(form.publicId, { answers: { lunch: 'yes' } });
  assert.deepEqual(pathsOf(missing), ['body.answers.diet']);
});

test('pages are skipped, questions become required and forms end early by their conditions', async () => {
  const business = await newBusiness();
  const is = (name: string, value: string) => ({ tests: [{ field: name, is: 'equals' as const, value }] });
  const form = await newForm(business, {
    title: 'Lógica',
    pages: [
      { fields: [text('kind')], endIf: is('kind', 'none') },
      { fields: [text('company', { required: true })], skipIf: is('kind', 'person') },
      { fields: [text('note', { requireIf: is('kind', 'person') })] },
    ],
  });
  const outcome = async (answers: object) => {
    const sent = await submit(form.publicId, { answers: answers as Record<string, unknown> });
    return sent.response.status === 201 ? 'accepted' : pathsOf(sent);
  };
  assert.equal(await outcome({ kind: 'none' }), 'accepted');
  assert.deepEqual(await outcome({ kind: 'person' }), ['body.answers.note']);
  assert.equal(await outcome({ kind: 'person', note: 'x' }), 'accepted');
  assert.deepEqual(await outcome({ kind: 'firm' }), ['body.answers.company']);
  assert.equal(await outcome({ kind: 'firm', company: 'Acme' }), 'accepted');
});

test('every type of question takes good answers, as values and as texts of a page, and refuses bad ones', async () => {
  const business = await newBusiness();
  const options = [
    { key: 'a', label: 'A' },
    { key: 'b', label: 'B' },
  ];
  const cases: [ReturnType<typeof field>, [unknown, unknown][], unknown[]][] = [
    [text('v', { minLength: 2, maxLength: 5 }), [[' abc ', 'abc']], ['a', 'abcdef', 5, { x: 1 }]],
    [text('v', { format: 'digits' }), [['0123', '0123']], ['12a']],
    [text('v', { format: 'url' }), [['https://a.do/x', 'https://a.do/x']], ['javascript:alert(1)', 'a.do']],
    [
      field('number', 'v', { min: '1', max: '10', decimals: 2 }),
      [
        ['2.50', '2.5'],
        [3, '3'],
      ],
      ['0', 11, '1.234', 'x', 'NaN', [1, 2]],
    ],
    [
      field('money', 'v', { max: '10000' }),
      [
        ['10', '10.00'],
        [10.5, '10.50'],
        ['1,250.50', '1250.50'],
      ],
      ['-1', '10000.01', '1.005', '1e3', '1,25', '12,50.00', '1.250,50', '10,000.01'],
    ],
    [
      field('date', 'v', { earliest: '2026-01-01', latest: '2026-12-31' }),
      [['2026-02-28', '2026-02-28']],
      ['2026-02-30', '2025-12-31', 'ayer'],
    ],
    [
      field('time', 'v', { earliest: '08:00' }),
      [
        ['08:30', '08:30'],
        ['08:30:00', '08:30'],
      ],
      ['07:59', '25:00', '08:30 o más tarde', '08:30:99'],
    ],
    [
      field('choice', 'v', { options }),
      [
        ['a', 'a'],
        [['b'], 'b'],
      ],
      ['c', ['a', 'b']],
    ],
    [field('choice', 'v', { options, multiple: true, choicesMax: 1 }), [['a', ['a']]], [['a', 'b'], ['z']]],
    [
      field('matrix', 'v', { rows: options, columns: options }),
      [
        [
          { a: 'b', b: 'a' },
          { a: 'b', b: 'a' },
        ],
      ],
      [{ a: 'z' }, { z: 'a' }, 'a', { a: 'b' }],
    ],
    [
      field('rating', 'v', { max: 5 }),
      [
        [4, 4],
        ['5', 5],
      ],
      [0, 6, 2.5, 'x', '0x3', true, [3]],
    ],
    [field('email', 'v'), [['Ana@Example.com', 'Ana@Example.com']], ['ana@', 'x'.repeat(300)]],
    [field('phone', 'v'), [['809-555-1234', '+18095551234']], ['12', 'abc']],
    [
      field('address', 'v'),
      [
        [
          { line1: 'C/ 1', line2: '', city: 'SD' },
          { line1: 'C/ 1', city: 'SD' },
        ],
      ],
      [{ line1: 'x' }, { line1: 'a', city: 'b', more: 'c' }, 'x'],
    ],
    [field('taxId', 'v'), [['1-01-85004-3', '101850043']], ['101850044', '12345678', '??']],
    [
      field('consent', 'v'),
      [
        [true, true],
        ['on', true],
      ],
      ['no', 1],
    ],
    [
      field('signature', 'v'),
      [
        ['Ana', { name: 'Ana' }],
        [{ name: 'Ana', uploadId: '' }, { name: 'Ana' }],
      ],
      [{ name: '', uploadId: 'x' }, 5],
    ],
  ];
  for (const [question, good, bad] of cases) {
    const form = await newForm(business, onePage({ ...question, required: true } as typeof question));
    for (const [given, kept] of good) {
      const sent = await submit(form.publicId, { answers: { v: given } });
      assert.equal(sent.response.status, 201, `${question.type} ${JSON.stringify(given)}: ${sent.error?.detail}`);
      const [newest] = (await submissionsOf(business, form.id)).data;
      assert.deepEqual(newest!.answers.v, kept);
    }
    for (const given of [...bad, undefined, '', null]) {
      const sent = await submit(form.publicId, { answers: { v: given } });
      assert.deepEqual(
        [sent.response.status, pathsOf(sent)],
        [422, ['body.answers.v']],
        `${question.type} ${JSON.stringify(given)}`,
      );
    }
  }
});

test('a business that writes a comma for decimals takes amounts as its customers write them', async () => {
  const business = await newBusiness();
  const section = { section: 'general', value: { decimalSeparator: ',' } };
  assert.equal(
    (await business.api.PATCH('/v1/organization/settings', { body: section as never })).response.status,
    200,
  );
  const form = await newForm(business, onePage(field('money', 'amount'), field('number', 'weight', { decimals: 3 })));
  const cases: [string, string][] = [
    ['1.250,50', '1250.50'],
    ['1250,5', '1250.50'],
    ['1.250', '1250.00'],
    ['1.250.000', '1250000.00'],
    ['1250.50', '1250.50'],
  ];
  for (const [amount, kept] of cases) {
    const { response } = await submit(form.publicId, { answers: { amount, weight: '1.250' } });
    const [newest] = (await submissionsOf(business, form.id)).data;
    assert.deepEqual([response.status, newest!.answers], [201, { amount: kept, weight: '1.25' }], amount);
  }
});

test('a visitor without proof of work submits ten times an hour, one with it goes on, and a proof is for one key', async () => {
  const business = await newBusiness();
  const form = await newForm(business, onePage(text('name')));
  const address = randomAddress();
  for (let count = 0; count < 10; count++)
    assert.equal((await submit(form.publicId, {}, address)).response.status, 201);
  const refused = await submit(form.publicId, {}, address);
  assert.deepEqual([refused.response.status, refused.response.headers.has('retry-after')], [429, true]);
  const { visitor, submissionKey, proofBits } = await visit(form.publicId);
  const proof = prove(visitor, submissionKey, proofBits);
  assert.equal((await submit(form.publicId, { visitor, submissionKey, proof }, address)).response.status, 201);
  const again = await submit(form.publicId, { visitor, submissionKey: randomUUID(), proof }, address);
  assert.equal(again.response.status, 429);
});

test('a field that people do not see refuses the submission, and a foreign visitor is not known', async () => {
  const business = await newBusiness();
  const form = await newForm(business, onePage(text('name')));
  const other = await newForm(business, onePage(text('name')));
  const filled = await submit(form.publicId, { website: 'https://spam.example' });
  assert.deepEqual([codeOf(filled), pathsOf(filled)], ['robot_suspected', ['body.website']]);
  const { visitor } = await visit(other.publicId);
  assert.equal(codeOf(await submit(form.publicId, { visitor })), 'visitor_unknown');
  assert.equal((await submissionsOf(business, form.id)).total, 0);
});

test('form:submitted names the person who is signed in, else the owner', async () => {
  const business = await newBusiness();
  const form = await newForm(business, onePage(text('name')));
  const anonymousOne = await submit(form.publicId);
  const stranger = await newPerson('Eva');
  const signedIn = await stranger.api.POST('/v1/forms/{formId}/submit', {
    params: { path: { formId: form.publicId } },
    body: { submissionKey: randomUUID() },
  });
  const events = await eventsOf(business, 'form:submitted');
  assert.deepEqual(
    events.map(({ payload }) => payload),
    [
      { formId: form.id, formSubmissionId: anonymousOne.data!.submissionId, userId: business.owner.id },
      { formId: form.id, formSubmissionId: signedIn.data!.submissionId, userId: stranger.id },
    ],
  );
});

test('a form that was never published, and a foreign organization’s id, are not found', async () => {
  const business = await newBusiness();
  const form = await newForm(business, onePage(text('name')), { publish: false });
  assert.equal((await submit(form.publicId)).response.status, 404);
  assert.equal((await submit(`form_${randomUUID()}`)).response.status, 404);
  const other = await newBusiness();
  const foreign = await other.api.GET('/v1/forms/{formId}/draft', { params: { path: { formId: form.id } } });
  assert.equal(foreign.response.status, 404);
});
