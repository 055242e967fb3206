import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inboundDrops, messageTemplates } from '#modules/chats/tables.ts';
import { submitting } from '#modules/chats/template/submit.ts';
import { syncTemplatesJob } from '#modules/chats/template/sync.ts';
import { newId } from '#platform/id.ts';
import { control, customerWrites, faults, type Line, newLine, newPhone, processed } from '#test/chats.ts';
import { uploadFile } from '#test/files.ts';
import { app, codeOf, eventually, newBusiness } from '#test/harness.ts';
import { ageExchanges, followUp, runNow } from '#test/jobs.ts';

const ready = {
  name: 'pedido_listo',
  language: 'es',
  category: 'UTILITY' as const,
  header: { text: 'Pedido {{1}}', examples: ['1042'] },
  body: { text: 'Hola {{1}}, tu pedido {{2}} está listo.', examples: ['Ana', '1042'] },
  footer: 'Colmado',
  buttons: [
    { type: 'URL' as const, text: 'Ver', url: 'https://shop.example/p/{{1}}', example: 'https://shop.example/p/1042' },
    { type: 'QUICK_REPLY' as const, text: 'Gracias' },
  ],
};
const values = { header: ['7'], body: ['Luis', '7'], buttons: ['7'] };

const submit = (line: Line, body: object = ready) =>
  line.business.api.POST('/v1/channel/{channelId}/msgapp/templates', {
    params: { path: { channelId: line.channelId } },
    body: body as never,
  });
const listed = async (line: Line, query: object = {}) =>
  (
    await line.business.api.GET('/v1/channel/{channelId}/msgapp/templates', {
      params: { path: { channelId: line.channelId }, query },
    })
  ).data!.data;
const readOne = async (line: Line, templateId: string) =>
  (
    await line.business.api.GET('/v1/channel/{channelId}/msgapp/templates/{templateId}', {
      params: { path: { channelId: line.channelId, templateId } },
    })
  ).data!;
const sync = async (line: Line) =>
  (
    await line.business.api.POST('/v1/channel/{channelId}/msgapp/templates/sync', {
      params: { path: { channelId: line.channelId } },
    })
  ).data!.changed;
const decide = async (line: Line, event: string, reason?: string, name = ready.name) => {
  assert.equal(await control.decide(line.address, { name, language: 'es', event, ...(reason && { reason }) }), 200);
  await processed(line.business);
};
/** Delivers a notice about a template as the provider sends it, at a time of its own. */
const notify = async (line: Line, at: number, value: object, field = 'message_template_status_update') => {
  const account = `waba-${line.address}`;
  const body = Buffer.from(
    JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ id: account, time: at, changes: [{ field, value }] }],
    }),
  );
  const response = await fetch(`${app.publicUrl}/v2/chat/webhook/msgapp`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...control.sign(body) },
  });
  assert.equal(response.status, 200);
  await processed(line.business);
};

test('a new template waits for approval, the notice approves it, and its values are checked before it is sent', async () => {
  const line = await newLine(await newBusiness());
  const { api } = line.business;
  const { data: made } = await submit(line);
  assert.deepEqual(
    [made!.status, made!.isSendable, made!.edition, made!.parameters, made!.price],
    [
      'PENDING',
      false,
      1,
      { header: ['1'], body: ['1', '2'], buttons: 1, media: null },
      { amount: '0.0113', currency: 'USD' },
    ],
  );
  const { id: conversationId } = await customerWrites(line, newPhone());
  const send = (parameters: object = values) =>
    api.POST('/v1/chat/msgapp/template', {
      body: { conversationId, name: ready.name, language: 'es', parameters: parameters as never },
    });
  assert.equal(codeOf(await send()), 'template_not_approved');
  await decide(line, 'APPROVED');
  assert.equal((await readOne(line, made!.id)).isSendable, true);
  for (const part of ['header', 'body', 'buttons'] as const) {
    const refused = await send({ ...values, [part]: [] });
    assert.deepEqual(
      [codeOf(refused), refused.error!.errors![0]!.path],
      ['template_parameters', `body.parameters.${part}`],
    );
  }
  const { data: message } = await send();
  assert.equal(message!.text, 'Pedido 7\n\nHola Luis, tu pedido 7 está listo.');
  const sent = await eventually(async () => (await control.sent(line.address))[0]);
  assert.deepEqual((sent.content.template as { components: unknown }).components, [
    { type: 'header', parameters: [{ type: 'text', text: '7' }] },
    {
      type: 'body',
      parameters: [
        { type: 'text', text: 'Luis' },
        { type: 'text', text: '7' },
      ],
    },
    { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: '7' }] },
  ]);
});

test('a preview shows a template with the data of a contact, and with its examples without any', async () => {
  const line = await newLine(await newBusiness());
  const { api } = line.business;
  const { data: made } = await submit(line);
  const { data: contact } = await api.POST('/v1/beneficiary', { body: { name: 'Altagracia Peña' } });
  const preview = (body: object) =>
    api.POST('/v1/channel/{channelId}/msgapp/templates/{templateId}/preview', {
      params: { path: { channelId: line.channelId, templateId: made!.id } },
      body: body as never,
    });
  const { data: shown } = await preview({
    contactId: contact!.id,
    parameters: { header: ['9'], body: ['{{contact.firstName}}', '9'], buttons: ['9'] },
  });
  assert.deepEqual(
    [shown!.body, shown!.footer, shown!.buttons[0]!.target, shown!.price!.amount],
    ['Hola Altagracia, tu pedido 9 está listo.', 'Colmado', 'https://shop.example/p/9', '0.0113'],
  );
  assert.equal((await preview({})).data!.text, 'Pedido 1042\n\nHola Ana, tu pedido 1042 está listo.');
  assert.equal(codeOf(await preview({ parameters: { body: ['x'] } })), 'template_parameters');
  assert.equal(codeOf(await preview({ contactId: newId() })), 'reference_not_found');
});

test('a template that breaks the provider’s rules is refused with the field, and nothing is submitted', async () => {
  const line = await newLine(await newBusiness());
  const text = { examples: [] as string[] };
  const cases: [object, string][] = [
    [{ name: 'Pedido Listo' }, 'body.name'],
    [{ language: 'español' }, 'body.language'],
    [{ category: 'OTHER' }, 'body.category'],
    [{ body: { ...text, text: 'Tu pedido {{1}} está listo.' } }, 'body.body.examples'],
    [{ body: { text: 'Tu pedido {{2}} está listo.', examples: ['1'] } }, 'body.body.text'],
    [{ body: { text: '{{1}}, hola.', examples: ['Ana'] } }, 'body.body.text'],
    [{ body: { ...text, text: 'x'.repeat(1025) } }, 'body.body.text'],
    [{ body: undefined }, 'body.body'],
    [{ header: { text: 'a', fileId: newId() } }, 'body.header'],
    [{ footer: 'hola {{1}}' }, 'body.footer'],
    [{ buttons: Array.from({ length: 11 }, () => ({ type: 'QUICK_REPLY', text: 'a' })) }, 'body.buttons'],
    [{ buttons: [{ type: 'URL', text: 'a', url: 'https://a.example/{{1}}' }] }, 'body.buttons[0].example'],
    [{ category: 'AUTHENTICATION' }, 'body.code'],
  ];
  for (const [change, path] of cases) {
    const refused = await submit(line, { ...ready, ...change });
    assert.ok(
      refused.error?.errors?.some((each) => each.path === path),
      `${path}: ${JSON.stringify(refused.error?.errors)}`,
    );
  }
  assert.equal(codeOf(await submit(line, { ...ready, header: { fileId: newId() } })), 'reference_not_found');
  assert.deepEqual([await listed(line), await control.templates(line.address)], [[], []]);
});

test('the provider’s list is taken over: new ones, changed ones as versions, and those that are gone', async () => {
  const line = await newLine(await newBusiness());
  const template = (name: string, text: string, status = 'APPROVED') => ({
    id: `${line.address}-${name}`,
    name,
    language: 'es',
    category: 'MARKETING',
    status,
    components: [{ type: 'BODY', text }],
    reason: null,
    quality: 'GREEN',
  });
  await control.putTemplate(line.address, template('uno', 'Primera'));
  await control.putTemplate(line.address, template('dos', 'Hola {{nombre}}', 'PENDING'));
  const changes = await Promise.all([sync(line), sync(line), sync(line)]);
  assert.deepEqual(changes.toSorted(), [0, 0, 2]);
  await control.putTemplate(line.address, template('uno', 'Segunda', 'PAUSED'));
  assert.equal(await sync(line), 1);
  const [dos, uno] = await listed(line);
  assert.deepEqual([dos!.name, dos!.parameters.body, uno!.status, uno!.edition], ['dos', ['nombre'], 'PAUSED', 2]);
  const { versions, history } = await readOne(line, uno!.id);
  assert.deepEqual(
    versions.map(({ edition, components }) => [edition, components[0]!.text]),
    [[1, 'Primera']],
  );
  assert.deepEqual(
    history.map(({ status, source, edition }) => [status, source, edition]),
    [
      ['PAUSED', 'sync', 2],
      ['APPROVED', 'sync', 1],
    ],
  );
  await line.business.api.DELETE('/v1/channel/{channelId}/msgapp/templates/{templateId}', {
    params: { path: { channelId: line.channelId, templateId: dos!.id } },
  });
  assert.equal((await control.templates(line.address)).length, 1);
  assert.deepEqual(
    [(await listed(line)).map(({ name }) => name), (await listed(line, { status: 'DELETED' })).map(({ name }) => name)],
    [['uno'], ['dos']],
  );
  assert.equal((await listed(line, { status: 'deleted,approved,paused,pending' })).length, 2);
});

test('a status follows the provider’s notices: each once, an older one never wins, and a warning changes nothing', async () => {
  const line = await newLine(await newBusiness());
  const { data: made } = await submit(line);
  const at = Math.floor(Date.now() / 1000);
  const notice = (event: string, extra: object = {}) => ({
    event,
    message_template_id: 1,
    message_template_name: ready.name,
    message_template_language: 'es',
    reason: 'NONE',
    ...extra,
  });
  for (let times = 0; times < 3; times++) await notify(line, at + 10, notice('APPROVED'));
  await notify(line, at + 5, notice('PENDING'));
  await notify(line, at + 20, notice('FLAGGED'));
  assert.equal((await readOne(line, made!.id)).status, 'APPROVED');
  await notify(line, at + 30, notice('PAUSED', { other_info: { title: 'x', description: 'Low quality' } }));
  await notify(line, at + 40, { ...notice(''), new_quality_score: 'RED' }, 'message_template_quality_update');
  await notify(line, at + 41, { ...notice(''), new_category: 'marketing' }, 'template_category_update');
  const paused = await readOne(line, made!.id);
  assert.deepEqual(
    [paused.status, paused.reason, paused.quality, paused.category, paused.price!.amount],
    ['PAUSED', 'Low quality', 'RED', 'MARKETING', '0.0740'],
  );
  assert.deepEqual(
    paused.history.filter(({ source }) => source === 'webhook').map(({ event }) => event),
    ['PAUSED', 'FLAGGED', 'APPROVED', 'PENDING'],
  );
  await notify(line, at + 50, notice('REINSTATED'));
  assert.equal((await readOne(line, made!.id)).isSendable, true);
});

test('a notice about an unknown template reads the list again, and one that cannot be read is kept with its reason', async () => {
  const line = await newLine(await newBusiness());
  await control.putTemplate(line.address, {
    id: newId(),
    name: 'otra',
    language: 'es',
    category: 'UTILITY',
    status: 'APPROVED',
    components: [{ type: 'BODY', text: 'Hola' }],
    reason: null,
    quality: null,
  });
  await notify(line, 1, { event: 'APPROVED', message_template_name: 'otra', message_template_language: 'es' });
  await runNow(syncTemplatesJob, { organizationId: line.business.id, channelId: line.channelId });
  assert.deepEqual(
    (await listed(line)).map(({ name, status }) => [name, status]),
    [['otra', 'APPROVED']],
  );
  await notify(line, 2, { event: 'APPROVED' });
  const { data } = await line.business.api.GET('/v1/chat/unhandled');
  assert.deepEqual(
    data!.data.map(({ reason, channelId }) => [reason, channelId]),
    [['unreadable', line.channelId]],
  );
});

test('a decision within the second of the submission follows it in the history', async () => {
  const line = await newLine(await newBusiness());
  const { id } = (await submit(line)).data!;
  const [submitted] = (await readOne(line, id)).history;
  const second = Math.floor(Temporal.Instant.from(submitted!.at).epochMilliseconds / 1000);
  await notify(line, second, {
    event: 'APPROVED',
    message_template_name: ready.name,
    message_template_language: 'es',
  });
  const { history } = await readOne(line, id);
  assert.deepEqual([history[0]!.status, history[1]], ['APPROVED', submitted]);
});

test('a notice that is retried counts from the time at which the provider sent it', async () => {
  const line = await newLine(await newBusiness());
  const { id: templateId } = (await submit(line)).data!;
  const at = '2026-11-01T10:00:00Z';
  const value = { event: 'APPROVED', message_template_name: ready.name, message_template_language: 'es' };
  const id = newId();
  await app.engine.within(line.business.id, (ctx) =>
    inboundDrops.insert(ctx, {
      id,
      channelId: line.channelId,
      reason: 'unreadable',
      hash: Buffer.alloc(32, 1),
      part: { field: 'message_template_status_update', value, at },
      createdAt: ctx.now,
    }),
  );
  const { data } = await line.business.api.POST('/v1/chat/unhandled/retry', { body: { id } });
  assert.ok(data!.resolvedAt);
  const { history } = await readOne(line, templateId);
  assert.ok(history.some((event) => Temporal.Instant.from(event.at).equals(Temporal.Instant.from(at))));
});

test('a notice changes the templates of every number of its account, and never those of another organization', async () => {
  const [business, other] = [await newBusiness(), await newBusiness()];
  const account = `waba-${newId()}`;
  const [first, second] = [
    await newLine(business, { connection: { provider: 'simulator', account } }),
    await newLine(business, { connection: { provider: 'simulator', account } }),
  ];
  const foreign = await newLine(other);
  for (const line of [first, second, foreign]) await submit(line).then(() => sync(line));
  assert.equal((await listed(second)).length, 1);
  assert.equal(await control.decide(account, { name: ready.name, language: 'es', event: 'PAUSED' }), 200);
  await processed(business);
  await processed(other);
  const statuses = await Promise.all([first, second, foreign].map(async (line) => (await listed(line))[0]!.status));
  assert.deepEqual(statuses, ['PAUSED', 'PAUSED', 'PENDING']);
});

test('a submission without an answer is not repeated: the provider’s list shows that it has the template', async () => {
  const line = await newLine(await newBusiness());
  await faults.next({ kind: 'timeout-after-commit', operation: 'submitTemplate', organizationId: line.business.id });
  assert.equal(codeOf(await submit(line)), 'provider_timeout');
  const [waiting] = await listed(line);
  assert.equal(waiting!.status, 'SUBMITTING');
  assert.equal(codeOf(await submit(line)), 'template_submitting');
  await ageExchanges(line.business.id, { heldUntil: '2020-01-01T00:00:00Z' });
  await followUp(submitting, line.business.id, waiting!.id);
  assert.deepEqual([(await listed(line))[0]!.status, (await control.templates(line.address)).length], ['PENDING', 1]);
});

test('a refused template is not kept, and a refused new version leaves the previous one in place', async () => {
  const line = await newLine(await newBusiness());
  assert.equal(codeOf(await submit(line, { ...ready, name: 'x_refused' })), 'provider_refused');
  assert.deepEqual(await listed(line), []);
  const { data: made } = await submit(line);
  await decide(line, 'APPROVED');
  const body = { ...ready.body, text: 'Hola {{1}}: el pedido {{2}} te espera.' };
  assert.equal((await submit(line, { ...ready, body })).data!.edition, 2);
  const notice = { event: 'APPROVED', message_template_name: ready.name, message_template_language: 'es' };
  await notify(line, Math.floor(Date.now() / 1000) + 10, notice);
  // The provider has another one under this name, so it refuses the change.
  await app.engine.within(line.business.id, (ctx) =>
    messageTemplates.updateAll(ctx, { id: made!.id }, { providerTemplateId: 'gone' }),
  );
  assert.equal(codeOf(await submit(line)), 'provider_refused');
  const after = await readOne(line, made!.id);
  assert.deepEqual(
    [after.edition, after.status, after.components.find(({ type }) => type === 'BODY')!.text, after.versions.length],
    [2, 'APPROVED', body.text, 1],
  );
});

test('a template that the provider has paused is known as paused from the refused message', async () => {
  const line = await newLine(await newBusiness());
  const { data: made } = await submit(line);
  await decide(line, 'APPROVED');
  const [template] = await control.templates(line.address);
  await control.putTemplate(line.address, { ...template!, status: 'PAUSED' });
  const { id: conversationId } = await customerWrites(line, newPhone());
  await line.business.api.POST('/v1/chat/msgapp/template', {
    body: { conversationId, name: ready.name, language: 'es', parameters: values },
  });
  await eventually(async () => (await readOne(line, made!.id)).status === 'PAUSED');
  assert.equal((await readOne(line, made!.id)).history[0]!.source, 'sending');
});

test('a header that is a file takes one when the template is sent', async () => {
  const line = await newLine(await newBusiness());
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const { id: fileId } = await uploadFile(line.business, png, 'oferta.png');
  const { data: made } = await submit(line, { ...ready, header: { fileId }, buttons: [] });
  assert.equal(made!.parameters.media, 'IMAGE');
  await decide(line, 'APPROVED');
  const { id: conversationId } = await customerWrites(line, newPhone());
  const send = (headerFileId?: string) =>
    line.business.api.POST('/v1/chat/msgapp/template', {
      body: {
        conversationId,
        name: ready.name,
        language: 'es',
        parameters: { body: ['Luis', '7'] },
        ...(headerFileId && { headerFileId }),
      },
    });
  assert.equal(codeOf(await send()), 'template_parameters');
  assert.equal((await send(fileId)).data!.media[0]!.fileId, fileId);
});
