import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import {
  control,
  conversationOf,
  customerWrites,
  deliver,
  feedOf,
  newLine,
  newPhone,
  statusValue,
} from '#test/chats.ts';
import {
  byName,
  change,
  draft,
  logs,
  newContact,
  preview,
  putTemplate,
  read,
  setTemplate,
  start,
  until,
} from '#test/diffusions.ts';
import { fileHeaders, uploadFile } from '#test/files.ts';
import { app, type Business, baseUrl, codeOf, eventually, newBusiness } from '#test/harness.ts';
import { runNow } from '#test/jobs.ts';
import { moveClock } from '#test/sandbox-clock.ts';
import { diffusionCounts, diffusionRecipients, diffusions } from '../tables.ts';
import { sendBatch } from './send-batch.ts';

const sentTo = async (address: string) =>
  (await control.sent(address)).map(({ to, text }) => `${to} ${text}`).toSorted();

test('a preview says whom a diffusion reaches, who is left out and why, and what it costs', async () => {
  const line = await newLine(await newBusiness());
  const { business } = line;
  await putTemplate(line);
  const ana = await newContact(business, 'Ana');
  await newContact(business, 'Ana otra vez', { phone: ana.phone });
  await newContact(business, 'Sin número', { phone: null });
  const out = await newContact(business, 'Baja');
  await newContact(business, 'Ajeno', { labels: [] });
  await business.api.POST('/v1/conversation-diffusion/opt-out', { body: { phone: `+${out.phone}` } });
  const { id } = await draft(line);
  const seen = await preview(business, id);
  assert.deepEqual([seen.audience, seen.reach], [4, 1]);
  assert.deepEqual(
    seen.excluded.toSorted((a, b) => a.reason.localeCompare(b.reason)),
    [
      { reason: 'duplicate', count: 1 },
      { reason: 'no_number', count: 1 },
      { reason: 'opted_out', count: 1 },
    ],
  );
  assert.deepEqual(seen.sample, [{ name: 'Ana', address: `+${ana.phone}`, text: 'Hola Ana' }]);
  const { price } = seen.templates[0]!;
  assert.deepEqual([seen.cost!.currency, Number(seen.cost!.amount)], [price!.currency, Number(price!.amount)]);
  assert.deepEqual(seen.obstacles, []);
  await setTemplate(line, 'oferta', 'PAUSED');
  assert.deepEqual((await preview(business, id)).obstacles, ['The template oferta cannot be sent.']);
  assert.equal((await control.sent(line.address)).length, 0);
});

test('everybody in the audience gets one message, and the log has what the provider said', async () => {
  const line = await newLine(await newBusiness());
  const { business } = line;
  await putTemplate(line);
  const people = await Promise.all(['Ana', 'Beto', 'Carla'].map((name) => newContact(business, name)));
  await newContact(business, 'Nadie', { phone: null });
  const refused = await newContact(business, 'error 131026');
  await putTemplate(line, 'nombre', '{{1}}');
  const { id } = await draft(line, { templates: [{ name: 'nombre', language: 'es', parameters: byName }] });
  await start(business, id);
  const done = await until(business, id, 'done');
  assert.deepEqual([done.counts.audience, done.counts.sent, done.counts.failed, done.counts.skipped], [5, 3, 1, 1]);
  assert.deepEqual(await sentTo(line.address), people.map(({ phone, name }) => `+${phone} ${name}`).toSorted());
  const [failed] = await logs(business, id, { state: 'failed' });
  assert.deepEqual([failed!.address, failed!.failure!.code], [`+${refused.phone}`, '131026']);
  assert.deepEqual(
    (await logs(business, id, { state: 'skipped' })).map(({ reason }) => reason),
    ['no_number'],
  );
  // Nobody has to answer a conversation that a diffusion began, and an answer is its first episode.
  assert.equal((await conversationOf(line, `+${people[0]!.phone}`)).state, 'closed');
  await customerWrites(line, people[0]!.phone!, '¿Hasta cuándo?');
  const answered = await conversationOf(line, `+${people[0]!.phone}`);
  assert.deepEqual([answered.state, answered.contactId], ['open', people[0]!.id]);
  const { data: stats } = await business.api.GET('/v1/conversation/stats');
  assert.deepEqual([stats!.opened, stats!.reopened], [1, 0]);
});

test('deliveries, reads and replies are counted for each template', async () => {
  const line = await newLine(await newBusiness());
  const { business } = line;
  await putTemplate(line, 'a', 'A {{1}}');
  await putTemplate(line, 'b', 'B {{1}}');
  for (let number = 0; number < 12; number++) await newContact(business, `Cliente ${number}`);
  const { id } = await draft(line, {
    templates: ['a', 'b'].map((name) => ({ name, language: 'es', parameters: byName })),
  });
  const shares = (await preview(business, id)).templates.map(({ reach }) => reach);
  await start(business, id);
  await until(business, id, 'done');
  const sent = await control.sent(line.address);
  assert.deepEqual(
    ['A', 'B'].map((letter) => sent.filter(({ text }) => text.startsWith(letter)).length),
    shares,
  );
  const first = sent.find(({ text }) => text.startsWith(shares[0]! > 0 ? 'A' : 'B'))!;
  const report = (status: string) =>
    deliver(business, statusValue(line.address, { id: first.id, reference: first.reference, status }));
  await report('read');
  await report('delivered');
  await customerWrites(line, first.to.slice(1), 'Me interesa');
  await customerWrites(line, first.to.slice(1), '¿Siguen abiertos?');
  const arm = shares[0]! > 0 ? 0 : 1;
  const after = await read(business, id);
  const { delivered, read: seen, replied } = after.templates[arm]!.counts;
  assert.deepEqual([delivered, seen, replied, after.counts.replied], [1, 1, 1, 1]);
  const [row] = await logs(business, id, { replied: 'true' });
  const [reply] = (await feedOf(line, first.to)).filter(({ direction }) => direction === 'in');
  assert.deepEqual([row!.address, row!.replyId, row!.status], [first.to, reply!.id, 'read']);
});

const cells = (row: string[], number: number): string =>
  `<row r="${number}">${row.map((text, place) => `<c r="${'ABC'[place]}${number}" t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;
const workbook = (rows: string[][]): Buffer =>
  Buffer.from(
    zipSync({
      'xl/worksheets/sheet1.xml': strToU8(
        `<worksheet><sheetData>${rows.map((row, place) => cells(row, place + 1)).join('')}</sheetData></worksheet>`,
      ),
    }),
  );

test('the rows of a CSV or XLSX file are an audience, with their columns as values', async () => {
  const line = await newLine(await newBusiness());
  const { business } = line;
  await putTemplate(line, 'saldo', 'Hola {{1}}, debes {{2}}');
  const rows = [
    ['Nombre', 'Teléfono', 'Monto'],
    ['Ana', '809-555-0101', '1,200'],
    ['Beto', 'sin', '300'],
    ['Carla', '(829) 555 0102', ''],
    ['Ana 2', '+18095550101', '10'],
  ];
  const csv = rows.map((row) => row.map((cell) => `"${cell}"`).join(';')).join('\r\n');
  for (const [name, bytes] of [
    ['a.csv', Buffer.from(csv)],
    ['a.xlsx', workbook(rows)],
  ] as const) {
    const { id: fileId } = await uploadFile(business, bytes, name);
    const { id } = await draft(line, {
      audience: { fileId, phoneColumn: 'Teléfono', nameColumn: 'Nombre' },
      templates: [
        {
          name: 'saldo',
          language: 'es',
          parameters: { header: [], body: ['{{contact.name}}', 'RD {{file.Monto}}'], buttons: [] },
        },
      ],
    });
    const seen = await preview(business, id);
    assert.deepEqual([seen.audience, seen.reach], [4, 1], name);
    assert.deepEqual(seen.sample, [{ name: 'Ana', address: '+18095550101', text: 'Hola Ana, debes RD 1,200' }]);
    assert.deepEqual(seen.excluded.map(({ reason }) => reason).toSorted(), ['duplicate', 'missing_value', 'no_number']);
    await start(business, id);
    await until(business, id, 'done');
  }
  assert.deepEqual(await sentTo(line.address), Array(2).fill('+18095550101 Hola Ana, debes RD 1,200'));
});

test('a wrong file, template or variable is refused with its field, and nothing is stored', async () => {
  const line = await newLine(await newBusiness());
  const { business } = line;
  await putTemplate(line);
  const file = async (bytes: Buffer | string, name: string) => (await uploadFile(business, bytes, name)).id;
  const base = {
    name: 'Ofertas',
    channelId: line.channelId,
    audience: { filter: {} },
    templates: [{ name: 'oferta', language: 'es', parameters: byName }],
  };
  const widget = await business.api.POST('/v1/channel', { body: { kind: 'widget', name: 'Web' } });
  const fileOf = async (bytes: Buffer | string, name: string, phoneColumn = 'tel') => ({
    ...base,
    audience: { fileId: await file(bytes, name), phoneColumn },
  });
  const bodies = [
    [await fileOf('nombre,correo\nAna,a@example.com\n', 'a.csv'), 'body.audience.phoneColumn'],
    [await fileOf('tel\n', 'b.csv'), 'body.audience.fileId'],
    [await fileOf(Buffer.from('PK\u0003\u0004broken'), 'c.xlsx'), 'body.audience.fileId'],
    [await fileOf('tel\n"809', 'd.csv'), 'body.audience.fileId'],
    [{ ...base, templates: [{ name: 'otra', language: 'es', parameters: byName }] }, 'body.templates[0].name'],
    [
      { ...base, templates: [{ name: 'oferta', language: 'es', parameters: { ...byName, body: [] } }] },
      'body.templates[0].parameters.body',
    ],
    [
      { ...base, templates: [{ name: 'oferta', language: 'es', parameters: { ...byName, body: ['{{file.Monto}}'] } }] },
      'body.templates[0].parameters.body[0]',
    ],
    [{ ...base, localStart: '2026-02-30T09:00:00' }, 'body.localStart'],
    [{ ...base, timeZone: 'Mars/Base' }, 'body.timeZone'],
  ] satisfies [unknown, string][];
  for (const [body, path] of bodies) {
    const { error } = await business.api.POST('/v1/conversation-diffusion', { body });
    assert.equal(error?.errors?.[0]?.path, path, JSON.stringify(error));
  }
  const unsuited = await business.api.POST('/v1/conversation-diffusion', {
    body: { ...base, channelId: widget.data!.id },
  });
  assert.equal(codeOf(unsuited), 'channel_unsuited');
  const { data } = await business.api.GET('/v1/conversation-diffusion');
  assert.equal(data!.data.length, 0);
  const { id } = await draft(line);
  const started = await business.api.POST('/v1/conversation-diffusion/{id}/start', { params: { path: { id } } });
  assert.equal(codeOf(started), 'audience_empty');
});

test('a list of conversations is an audience, each person once', async () => {
  const line = await newLine(await newBusiness());
  const { business } = line;
  await putTemplate(line, 'aviso', 'Cerramos el lunes');
  const phones = [newPhone(), newPhone()];
  const ids = await Promise.all(phones.map(async (phone) => (await customerWrites(line, phone)).id));
  const { data: list } = await business.api.POST('/v1/conversation-list', {
    body: { name: 'Todos', conversationIds: ids },
  });
  const { id } = await draft(line, {
    audience: { listId: list!.id },
    templates: [{ name: 'aviso', language: 'es' }],
  });
  await start(business, id);
  await until(business, id, 'done');
  assert.deepEqual(await sentTo(line.address), phones.map((phone) => `+${phone} Cerramos el lunes`).toSorted());
  const [row] = await logs(business, id);
  assert.ok(ids.includes(row!.conversationId!));
});

test('a paused template holds the rest, and the rest is sent once it is approved again', async () => {
  const line = await newLine(await newBusiness({ sandbox: true }));
  const { business } = line;
  await putTemplate(line, 'nombre', '{{1}}');
  // The provider says of the first one that the template is paused.
  const held = await newContact(business, 'error 132015');
  await newContact(business, 'Zoe');
  const { id } = await draft(line, { templates: [{ name: 'nombre', language: 'es', parameters: byName }] });
  await start(business, id);
  const waiting = await until(business, id, 'running', 'template');
  assert.deepEqual([waiting.counts.held, waiting.counts.sent, waiting.counts.failed], [1, 1, 0]);
  await setTemplate(line, 'nombre', 'PAUSED');
  await newContact(business, 'Tarde');
  await business.api.PATCH('/v1/beneficiary', { body: { id: held.id, name: 'Bien' } });
  await app.engine.within(business.id, (ctx) =>
    diffusionRecipients.updateAll(ctx, { diffusionId: id, state: 'held' }, { name: 'Bien' }),
  );
  await moveClock(business, Temporal.Now.instant().add({ minutes: 5 }));
  await until(business, id, 'running', 'template');
  assert.equal((await read(business, id)).counts.held, 1);
  await setTemplate(line, 'nombre', 'APPROVED');
  await moveClock(business, Temporal.Now.instant().add({ minutes: 10 }));
  const done = await until(business, id, 'done');
  assert.deepEqual([done.counts.audience, done.counts.sent], [2, 2]);
});

test('a person who writes STOP or BAJA, or of whom the provider says so, gets no more diffusions but is answered', async () => {
  const line = await newLine(await newBusiness());
  const { business } = line;
  await putTemplate(line, 'nombre', '{{1}}');
  const [ana, beto, eva] = await Promise.all(['Ana', 'Beto', 'error 131050'].map((name) => newContact(business, name)));
  await customerWrites(line, ana!.phone!, '¡Baja!');
  await customerWrites(line, beto!.phone!, 'Baja el precio, por favor');
  const templates = [{ name: 'nombre', language: 'es', parameters: byName }];
  const first = await draft(line, { templates });
  await start(business, first.id);
  assert.deepEqual((await until(business, first.id, 'done')).counts.failed, 1);
  assert.deepEqual(await sentTo(line.address), [`+${beto!.phone} Beto`]);
  const { data: out } = await business.api.GET('/v1/conversation-diffusion/opt-out');
  assert.deepEqual(
    out!.data.map(({ address, source }) => `${address} ${source}`).toSorted(),
    [`+${ana!.phone} keyword`, `+${eva!.phone} provider`].toSorted(),
  );
  // Honoured in the next one, and still answered in the conversation.
  const second = await draft(line, { templates });
  assert.deepEqual((await preview(business, second.id)).excluded, [{ reason: 'opted_out', count: 2 }]);
  const conversation = await conversationOf(line, `+${ana!.phone}`);
  const answer = await business.api.POST('/v1/chat/message', {
    body: { conversationId: conversation.id, text: 'Listo' },
  });
  assert.equal(answer.response.status, 201);
  assert.ok((await feedOf(line, `+${ana!.phone}`)).some(({ type }) => type === 'opted-out'));
  await customerWrites(line, ana!.phone!, 'alta');
  assert.deepEqual((await preview(business, second.id)).excluded, [{ reason: 'opted_out', count: 1 }]);
});

test('an opt-out after the audience was written is honoured when its turn comes', async () => {
  const line = await newLine(await newBusiness());
  const { business } = line;
  await putTemplate(line);
  const ana = await newContact(business, 'Ana');
  const { data: channel } = await business.api.PATCH('/v1/channel/{channelId}/toggle-state', {
    params: { path: { channelId: line.channelId } },
    body: { state: 'paused' },
  });
  assert.equal(channel!.state, 'paused');
  const { id } = await draft(line);
  await start(business, id);
  await until(business, id, 'running', 'channel');
  await business.api.POST('/v1/conversation-diffusion/opt-out', { body: { phone: `+${ana.phone}` } });
  await business.api.PATCH('/v1/channel/{channelId}/toggle-state', {
    params: { path: { channelId: line.channelId } },
    body: { state: 'active' },
  });
  await change(business, id, 'pause');
  await change(business, id, 'resume');
  const done = await until(business, id, 'done');
  assert.deepEqual([done.counts.skipped, done.counts.sent], [1, 0]);
  assert.equal((await control.sent(line.address)).length, 0);
});

test('when the provider stops the account, the diffusion pauses with the reason and loses nobody', async () => {
  const line = await newLine(await newBusiness());
  const { business } = line;
  await putTemplate(line, 'nombre', '{{1}}');
  await newContact(business, 'error 131042');
  const { id } = await draft(line, { templates: [{ name: 'nombre', language: 'es', parameters: byName }] });
  await start(business, id);
  const paused = await until(business, id, 'paused');
  assert.match(paused.problem!, /^131042: /);
  assert.deepEqual([paused.counts.queued, paused.counts.failed], [1, 0]);
  await app.engine.within(business.id, (ctx) =>
    diffusionRecipients.updateAll(ctx, { diffusionId: id }, { name: 'Ana' }),
  );
  await change(business, id, 'resume');
  const done = await until(business, id, 'done');
  assert.deepEqual([done.counts.sent, done.problem], [1, null]);
});

test('a diffusion starts at its wall time and sends only in its windows', async () => {
  const business = await newBusiness({ sandbox: true });
  const line = await newLine(business);
  await putTemplate(line);
  await newContact(business, 'Ana');
  const zone = 'America/New_York';
  const monday = Temporal.PlainDate.from('2027-03-15').toZonedDateTime({ timeZone: zone, plainTime: '07:00' });
  await moveClock(business, monday.toInstant());
  const { id, startAt } = await draft(line, {
    timeZone: zone,
    localStart: '2027-03-15T08:00:00',
    windows: [{ day: 2, from: '10:00', to: '12:00' }],
  });
  assert.equal(startAt, '2027-03-15T12:00:00.000Z');
  assert.equal((await start(business, id)).state, 'scheduled');
  await moveClock(business, monday.add({ minutes: 61 }).toInstant());
  const waiting = await until(business, id, 'running', 'window');
  assert.equal(waiting.resumeAt, '2027-03-16T14:00:00.000Z');
  assert.equal((await control.sent(line.address)).length, 0);
  await moveClock(business, monday.add({ days: 1, hours: 3, minutes: 1 }).toInstant());
  await until(business, id, 'done');
  assert.equal((await control.sent(line.address)).length, 1);
});

test('the daily budget of a number is kept over all its diffusions, and the rest follows the next day', async () => {
  const business = await newBusiness({ sandbox: true });
  const line = await newLine(business, { dailyBudget: 3 });
  await putTemplate(line);
  for (const name of ['Ana', 'Beto', 'Carla']) await newContact(business, name);
  const now = Temporal.Now.instant();
  await moveClock(business, now);
  const [first, second] = [await draft(line), await draft(line)];
  await start(business, first.id);
  await until(business, first.id, 'done');
  assert.deepEqual((await preview(business, second.id)).budget, { perDay: 3, left: 0, days: 2 });
  await start(business, second.id);
  await until(business, second.id, 'running', 'budget');
  assert.equal((await control.sent(line.address)).length, 3);
  await moveClock(business, now.add({ hours: 26 }));
  await until(business, second.id, 'done');
  assert.equal((await control.sent(line.address)).length, 6);
});

test('a canceled diffusion sends nothing more, and can be deleted', async () => {
  const line = await newLine(await newBusiness());
  const { business } = line;
  await putTemplate(line);
  await newContact(business, 'Ana');
  const { id } = await draft(line, { windows: [{ day: 1, from: '00:00', to: '00:01' }] });
  assert.equal(codeOf(await change(business, id, 'pause')), 'diffusion_not_running');
  await start(business, id);
  await eventually(async () => (await read(business, id)).counts.audience === 1);
  const remove = () => business.api.DELETE('/v1/conversation-diffusion', { body: { id } });
  assert.equal(codeOf(await remove()), 'diffusion_active');
  const again = await business.api.POST('/v1/conversation-diffusion/{id}/start', { params: { path: { id } } });
  assert.equal(codeOf(again), 'diffusion_started');
  const { data } = await change(business, id, 'cancel');
  assert.deepEqual([data!.state, data!.counts.canceled + data!.counts.sent], ['canceled', 1]);
  assert.equal(codeOf(await change(business, id, 'resume')), 'diffusion_over');
  assert.equal((await remove()).response.status, 204);
});

test('a batch that is run again, or by several workers at once, writes nobody twice', async () => {
  const line = await newLine(await newBusiness());
  const { business } = line;
  await putTemplate(line);
  await Promise.all(Array.from({ length: 30 }, (_, number) => newContact(business, `Cliente ${number}`)));
  const { id } = await draft(line);
  await start(business, id);
  const turns = async () => (await app.engine.within(business.id, (ctx) => diffusions.get(ctx, id))).turn;
  while ((await read(business, id)).state !== 'done') {
    const turn = await turns();
    await Promise.all(
      [turn, turn, turn - 1].map((each) =>
        runNow(sendBatch, { organizationId: business.id, diffusionId: id, turn: each }),
      ),
    );
  }
  const sent = await control.sent(line.address);
  assert.deepEqual([sent.length, new Set(sent.map(({ to }) => to)).size], [30, 30]);
});

test('the log is exported as CSV and XLSX', async () => {
  const line = await newLine(await newBusiness());
  const { business } = line;
  await putTemplate(line);
  const ana = await newContact(business, 'Ana');
  const { id } = await draft(line);
  await start(business, id);
  await until(business, id, 'done');
  const download = (format: string) =>
    fetch(`${baseUrl}/v1/conversation-diffusion/${id}/logs/export?format=${format}`, {
      headers: fileHeaders(business),
    });
  const csv = await (await download('csv')).text();
  assert.match(csv, /Número,Nombre/);
  assert.match(csv, new RegExp(`\\+${ana.phone},Ana,1,Enviado`));
  const xlsx = Buffer.from(await (await download('xlsx')).arrayBuffer());
  assert.equal(xlsx.subarray(0, 2).toString(), 'PK');
});

test('another organization sees neither a diffusion nor its log', async () => {
  const line = await newLine(await newBusiness());
  await putTemplate(line);
  const { id } = await draft(line);
  const stranger: Business = await newBusiness();
  const params = { params: { path: { id } } };
  const answers = await Promise.all([
    stranger.api.GET('/v1/conversation-diffusion/{id}', params),
    stranger.api.GET('/v1/conversation-diffusion/{id}/logs', params),
    stranger.api.GET('/v1/conversation-diffusion/{id}/preview', params),
    stranger.api.POST('/v1/conversation-diffusion/{id}/start', params),
  ]);
  assert.deepEqual(answers.map(codeOf), Array(4).fill('not_found'));
});

test('a file with more rows than a diffusion takes is refused before anything is stored', async () => {
  const line = await newLine(await newBusiness());
  const { business } = line;
  await putTemplate(line, 'aviso', 'Cerramos el lunes');
  const numbers = Array.from({ length: 100_001 }, (_, place) => String(8_095_000_000 + place));
  const { id: fileId } = await uploadFile(business, ['tel', ...numbers].join('\n'), 'grande.csv');
  const { error } = await business.api.POST('/v1/conversation-diffusion', {
    body: {
      name: 'Grande',
      channelId: line.channelId,
      audience: { fileId, phoneColumn: 'tel' },
      templates: [{ name: 'aviso', language: 'es' }],
    },
  });
  assert.deepEqual([error!.errors[0]!.path, /100000 rows/.test(error!.detail!)], ['body.audience.fileId', true]);
});

test('a large diffusion of one organization does not hold up a small one of another', async () => {
  const [large, small] = [await newLine(await newBusiness()), await newLine(await newBusiness())];
  for (const line of [large, small]) await putTemplate(line, 'aviso', 'Cerramos el lunes');
  const numbers = Array.from({ length: 500 }, (_, place) => String(8_095_000_000 + place));
  const { id: fileId } = await uploadFile(large.business, ['tel', ...numbers].join('\n'), 'a.csv');
  const templates = [{ name: 'aviso', language: 'es' }];
  const big = await draft(large, { audience: { fileId, phoneColumn: 'tel' }, templates });
  await start(large.business, big.id);
  await newContact(small.business, 'Ana');
  const little = await draft(small, { templates });
  await start(small.business, little.id);
  await eventually(async () => (await read(small.business, little.id)).counts.sent === 1);
  assert.ok((await read(large.business, big.id)).counts.sent < 500);
  await change(large.business, big.id, 'cancel');
});

test('a notice that comes again does not pause a diffusion again', async () => {
  const line = await newLine(await newBusiness());
  const { business } = line;
  await putTemplate(line);
  await newContact(business, 'Ana');
  const { id } = await draft(line);
  await start(business, id);
  await until(business, id, 'done');
  const [sent] = await control.sent(line.address);
  const extra = { errors: [{ code: 131042, title: 'Payment' }] };
  const failed = statusValue(line.address, { id: sent!.id, reference: sent!.reference, status: 'failed', extra });
  await deliver(business, failed);
  await deliver(business, failed);
  const after = await read(business, id);
  // It is over: nobody is queued any more.
  assert.deepEqual([after.state, after.counts.failed, after.counts.queued], ['done', 1, 0]);
});

test('counts that do not add up are refused by the database', async () => {
  const line = await newLine(await newBusiness());
  await putTemplate(line);
  await newContact(line.business, 'Ana');
  const { id } = await draft(line);
  await start(line.business, id);
  await until(line.business, id, 'done');
  await assert.rejects(
    app.engine.within(line.business.id, (ctx) => diffusionCounts.updateAll(ctx, { diffusionId: id }, { sent: 2 })),
    /diffusion_counts_add_up/,
  );
});
