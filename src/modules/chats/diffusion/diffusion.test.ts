import assert from 'node:assert/strict';
import { test } from 'node:test';
import { control, conversationOf, customerWrites, deliver, feedOf, newLine, statusValue } from '#test/chats.ts';
import { byName, change, draft, logs, newContact, preview, putTemplate, read, start, until } from '#test/diffusions.ts';
import { fileHeaders, uploadFile } from '#test/files.ts';
import { app, type Business, baseUrl, codeOf, eventually, newBusiness } from '#test/harness.ts';
import { runNow } from '#test/jobs.ts';
import { diffusionCounts, diffusions } from '../tables.ts';
import { sendBatch } from './send-batch.ts';

const sentTo = async (address: string) =>
  (await control.sent(address)).map(({ to, text }) => `${to} ${text}`).toSorted();

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
  assert.equal((await logs(business, id, { state: 'failed,skipped' })).length, 2);
  assert.equal((await logs(business, id, { failure: '131026,131049' })).length, 1);
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
  assert.deepEqual(
    (await read(business, id)).templates.map(({ share }) => share),
    [50, 50],
  );
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

test('a batch that is repeated, or run by several workers at once, sends nobody two messages', async () => {
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
  assert.match(csv, new RegExp(`\\+${ana.phone},Ana,1,Enviado,,Aceptado,`));
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

test('a large diffusion of one organization does not delay a small one of another', async () => {
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
