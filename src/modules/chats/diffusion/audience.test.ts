import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import { control, customerWrites, newLine, newPhone } from '#test/chats.ts';
import { byName, draft, logs, newContact, preview, putTemplate, setTemplate, start, until } from '#test/diffusions.ts';
import { uploadFile } from '#test/files.ts';
import { codeOf, newBusiness } from '#test/harness.ts';

const sentTo = async (address: string) =>
  (await control.sent(address)).map(({ to, text }) => `${to} ${text}`).toSorted();

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

test('a dry run of a diffusion reads its file, answers with its audience and keeps nothing', async () => {
  const line = await newLine(await newBusiness());
  const { api } = line.business;
  await putTemplate(line);
  const { id: fileId } = await uploadFile(line.business, 'Nombre;Teléfono\r\nAna;809-555-0101', 'a.csv');
  const templates = [{ name: 'oferta', language: 'es', parameters: byName }];
  const audience = { fileId, nameColumn: 'Nombre' };
  const headers = { 'dry-run': 'true' };
  const body = { name: 'Ofertas', channelId: line.channelId, audience, templates };
  const made = await api.POST('/v1/conversation-diffusion', { body, headers });
  assert.equal(made.response.status, 200);
  const wrong = { ...body, audience: { fileId, phoneColumn: 'Móvil' } };
  assert.equal(codeOf(await api.POST('/v1/conversation-diffusion', { body: wrong, headers })), 'invalid_request');
  assert.equal((await api.GET('/v1/conversation-diffusion')).data!.total, 0);
  const { id } = await draft(line);
  const changed = await api.PATCH('/v1/conversation-diffusion', { body: { id, audience }, headers });
  assert.equal(changed.response.status, 200);
  assert.equal((await preview(line.business, id)).audience, 0);
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
    [{ ...base, templates: [{ ...base.templates[0]!, share: 50 }] }, 'body.templates[0].share'],
    [{ ...base, templates: [70, 40].map((share) => ({ ...base.templates[0]!, share })) }, 'body.templates[1].share'],
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
