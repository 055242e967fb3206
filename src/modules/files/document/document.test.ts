import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import { fileHeaders, uploadFile } from '#test/files.ts';
import { app, type Business, baseUrl, newBusiness, newMember } from '#test/harness.ts';
import { documents, documentVersions } from '../tables.ts';

const doc = (...content: object[]) => ({ type: 'doc' as const, content: content as { type: string }[] });
const paragraph = (text: string, ...marks: object[]) => ({
  type: 'paragraph',
  content: [{ type: 'text', text, ...(marks.length > 0 && { marks }) }],
});

async function newDocument({ api }: Business, body: object = {}) {
  const { data, error } = await api.POST('/v1/files/document', {
    body: { title: 'Acuerdo', markdown: '# Uno\n\nHola', ...body } as never,
  });
  assert.equal(error, undefined, JSON.stringify(error));
  return data!;
}

const exported = async (business: Business, id: string, format: string): Promise<string> => {
  const headers = fileHeaders(business);
  const response = await fetch(`${baseUrl}/v1/files/document/${id}/content?format=${format}`, { headers });
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-disposition')!, /^attachment/);
  return response.text();
};

test('a document comes back as an editor of the TipTap family wrote it', async () => {
  const business = await newBusiness();
  const content = doc(
    { type: 'heading', attrs: { level: 2, textAlign: 'center' }, content: [{ type: 'text', text: 'Título' }] },
    paragraph('enlace', { type: 'link', attrs: { href: 'https://example.com/a?b=1&c=2' } }, { type: 'bold' }),
    {
      type: 'bulletList',
      content: [{ type: 'listItem', content: [paragraph('uno')] }],
    },
    {
      type: 'taskList',
      content: [{ type: 'taskItem', attrs: { checked: true }, content: [paragraph('hecho')] }],
    },
    {
      type: 'table',
      content: [
        { type: 'tableRow', content: [{ type: 'tableHeader', content: [paragraph('A | B')] }] },
        { type: 'tableRow', content: [{ type: 'tableCell', attrs: { colspan: 1 }, content: [paragraph('1')] }] },
      ],
    },
    { type: 'codeBlock', attrs: { language: 'sql' }, content: [{ type: 'text', text: 'SELECT ```1``` < 2' }] },
    { type: 'horizontalRule' },
  );
  const { id } = await newDocument(business, { markdown: undefined, content });
  const { data } = await business.api.GET('/v1/files/document/{id}', { params: { path: { id } } });
  assert.deepEqual(
    data!.content.content.map(({ type }) => type),
    content.content.map(({ type }) => type),
  );
  const again = await business.api.PATCH('/v1/files/document', { body: { id, content: data!.content } });
  assert.equal(again.data!.version, 1, 'Saving the same content makes no version.');
  const html = await exported(business, id, 'html');
  assert.match(html, /<h2 class="align-center">Título<\/h2>/);
  assert.match(
    html,
    /<a href="https:\/\/example\.com\/a\?b=1&#38;c=2" rel="noopener noreferrer nofollow"><strong>enlace/,
  );
  const markdown = await exported(business, id, 'markdown');
  assert.match(markdown, /## Título/);
  assert.match(markdown, /- \[x\] hecho/);
  assert.match(markdown, /\| A \\\| B \|\n\| --- \|\n\| 1 \|/);
  assert.match(markdown, /````sql\nSELECT ```1``` < 2\n````/);
});

test('the headings of a document begin at the second level and skip none', async () => {
  const business = await newBusiness();
  for (const [markdown, levels] of [
    ['## A\n\n### B\n\n## C', '232'],
    ['# A\n\n### B\n\n###### C\n\n# D', '2342'],
    ['### A\n\n# B\n\n## C', '223'],
  ] as const) {
    const { id } = await newDocument(business, { markdown });
    const found = (await exported(business, id, 'html')).matchAll(/<h(\d)>/g);
    assert.equal([...found].map(([, level]) => level).join(''), levels, markdown);
  }
});

test('Markdown becomes rich text and back, and HTML in it stays text', async () => {
  const business = await newBusiness();
  const given =
    '# Uno\n\nHola **mundo** con [enlace](https://example.com/a) y <script>alert(1)</script>\n\n1. a\n2. b\n\n| X | Y |\n| --- | --- |\n| 1 | 2 |';
  const { id } = await newDocument(business, { markdown: given });
  const html = await exported(business, id, 'html');
  assert.match(html, /<strong>mundo<\/strong>/);
  assert.ok(html.includes('&#60;script&#62;alert(1)') && !html.includes('<script'));
  const markdown = await exported(business, id, 'markdown');
  const { id: second } = await newDocument(business, { markdown });
  assert.equal(await exported(business, second, 'markdown'), markdown, 'A second round changes nothing.');
});

test('content that is not a document of the schema is refused with its place, and changes nothing', async () => {
  const business = await newBusiness();
  const link = (href: string) => doc(paragraph('x', { type: 'link', attrs: { href } }));
  const image = (src: string) => doc({ type: 'image', attrs: { src } });
  const cases: [object, string][] = [
    [doc({ type: 'iframe' }), 'body.content.content[0].type'],
    [doc(paragraph('x', { type: 'blink' })), 'body.content.content[0].content[0].marks[0].type'],
    [link('javascript:alert(1)'), 'body.content.content[0].content[0].marks[0]'],
    [link(' JaVaScRiPt:alert(1)'), 'body.content.content[0].content[0].marks[0]'],
    [link('data:text/html,x'), 'body.content.content[0].content[0].marks[0]'],
    [image('data:image/svg+xml,<svg onload=alert(1)>'), 'body.content.content[0]'],
    [image('https://example.com/"onerror="x'), ''],
    [doc({ type: 'heading', attrs: { level: 9 }, content: [] }), 'body.content.content[0]'],
    [doc({ type: 'paragraph', content: [paragraph('x')] }), 'body.content.content[0]'],
    [doc({ type: 'paragraph', content: 'x' }), 'body.content.content[0].content'],
    [doc({ type: 'paragraph', content: [{ type: 'text', text: '' }] }), 'body.content.content[0].content[0].text'],
    [doc({ type: 'bulletList', content: [] }), 'body.content.content[0]'],
    [doc(), 'body.content'],
    [doc({ type: 'constructor' }), 'body.content.content[0].type'],
    [doc({ type: 'paragraph', attrs: [] }), 'body.content.content[0].attrs'],
  ];
  for (const [content, path] of cases) {
    const { error, response } = await business.api.POST('/v1/files/document', {
      body: { title: 'x', content } as never,
    });
    if (path === '') assert.equal(response.status, 201);
    else assert.deepEqual([response.status, error?.errors[0]?.path], [422, path], JSON.stringify(content));
  }
  const many = doc(...Array.from({ length: 11_000 }, () => paragraph('x')));
  const large = await business.api.POST('/v1/files/document', { body: { title: 'x', content: many } });
  assert.equal(large.error!.code, 'content_too_large');
  const { data } = await business.api.GET('/v1/files/documents');
  assert.equal(data!.total, 1);
});

test('every save is a version; a stale one is refused, versions are compared and restored', async () => {
  const business = await newBusiness();
  const { api } = business;
  const { id } = await newDocument(business, { markdown: 'El precio es 100 pesos.' });
  const save = (body: object) => api.PATCH('/v1/files/document', { body: { id, ...body } });
  assert.equal((await save({ version: 1, markdown: 'El precio es 250 pesos.' })).data!.version, 2);
  const stale = await save({ version: 1, markdown: 'Otro' });
  assert.deepEqual([stale.response.status, stale.error!.code], [409, 'version_conflict']);
  const compared = await api.GET('/v1/files/document/{id}/compare', { params: { path: { id }, query: { from: 1 } } });
  assert.deepEqual(
    compared.data!.differences.map(({ change, text }) => [change, text]),
    [
      ['same', 'El precio es '],
      ['removed', '100'],
      ['added', '250'],
      ['same', ' pesos.'],
    ],
  );
  const restored = await save({ version: 2, restoreVersion: 1 });
  assert.deepEqual(
    [restored.data!.version, await exported(business, id, 'markdown')],
    [3, 'El precio es 100 pesos.\n'],
  );
  await save({ labels: ['legal'], shared: true });
  const versions = await api.GET('/v1/files/document/{id}/versions', { params: { path: { id } } });
  assert.deepEqual(
    versions.data!.data.map(({ version, restoredFrom }) => [version, restoredFrom]),
    [
      [3, 1],
      [2, null],
      [1, null],
    ],
  );
  const old = await api.GET('/v1/files/document', { params: { query: { id, version: 2 } } });
  assert.match(JSON.stringify(old.data!.content), /250/);
  assert.equal((await save({ restoreVersion: 9 })).error!.code, 'reference_not_found');
});

test('the newest 500 versions of a document stay, and its first one', async () => {
  const business = await newBusiness();
  const { id } = await newDocument(business, { markdown: 'Primera' });
  await app.engine.within(business.id, async (ctx) => {
    const { id: _, version: __, ...first } = await documentVersions.get(ctx, { documentId: id, version: 1 });
    const later = Array.from({ length: 503 }, (_each, place) => ({ ...first, id: newId(), version: place + 2 }));
    await documentVersions.insertMany(ctx, later);
    await documents.update(ctx, id, { version: 504 });
  });
  const { data } = await business.api.PATCH('/v1/files/document', { body: { id, markdown: 'Última' } });
  assert.equal(data!.version, 505);
  const kept = await app.engine.within(business.id, (ctx) =>
    documentVersions.all(ctx, { documentId: id }, { orderBy: ['version'] }),
  );
  assert.deepEqual([kept.length, kept[0]!.version, kept[1]!.version, kept.at(-1)!.version], [501, 1, 6, 505]);
});

test('of parallel saves on the same version one succeeds', async () => {
  const business = await newBusiness();
  const { id } = await newDocument(business);
  const saves = await Promise.all(
    Array.from({ length: 6 }, (_, place) =>
      business.api.PATCH('/v1/files/document', { body: { id, version: 1, markdown: `Texto ${place}` } }),
    ),
  );
  assert.deepEqual(saves.map(({ response }) => response.status).sort(), [200, 409, 409, 409, 409, 409]);
});

test('a shared document is read by its link until it is closed, archived or deleted', async () => {
  const business = await newBusiness();
  const { api } = business;
  const picture = await uploadFile(business, Buffer.from('GIF89a'), 'a.gif');
  const content = doc(
    paragraph('Hola'),
    { type: 'image', attrs: { src: `/v1/files/object?key=${picture.key}`, alt: 'Firma' } },
    { type: 'image', attrs: { src: 'https://elsewhere.example/a.png', alt: 'Ajena' } },
  );
  const { id, shareUrl } = await newDocument(business, { markdown: undefined, content });
  assert.equal(shareUrl, null);
  const change = async (body: object) => (await api.PATCH('/v1/files/document', { body: { id, ...body } })).data!;
  const shared = await change({ shared: true });
  assert.equal((await change({ shared: true })).shareUrl, shared.shareUrl, 'The link stays the same.');
  const read = async () => fetch(shared.shareUrl!);
  const answer = (await (await read()).json()) as { html: string; title: string };
  assert.ok(!answer.html.includes('elsewhere.example') && answer.html.includes('Ajena'));
  const source = /src="([^"]+)"/.exec(answer.html)![1]!.replaceAll('&#38;', '&');
  assert.equal((await fetch(source)).status, 200, 'The reader sees the picture without an account.');
  const held = await api.DELETE('/v1/files', { body: { id: picture.id } });
  assert.equal(held.error!.code, 'file_in_use');
  const page = await fetch(shared.shareUrl!, { headers: { accept: 'text/html', 'accept-language': 'en' } });
  assert.match(page.headers.get('content-type')!, /text\/html/);
  assert.match(await page.text(), /<h1>Acuerdo<\/h1>[\s\S]+Updated on/);
  await change({ archived: true });
  assert.equal((await read()).status, 404);
  await change({ archived: false });
  assert.equal((await read()).status, 200);
  await change({ shared: false });
  assert.equal((await read()).status, 404);
  const reopened = await change({ shared: true });
  assert.notEqual(reopened.shareUrl, shared.shareUrl);
  assert.equal((await api.DELETE('/v1/files/document', { body: { id } })).response.status, 204);
  assert.equal((await fetch(reopened.shareUrl!)).status, 404);
  assert.equal((await api.DELETE('/v1/files', { body: { id: picture.id } })).response.status, 204);
});

test('a template is filled from a contact, a document and own values, and nothing in a value becomes markup', async () => {
  const business = await newBusiness({ name: 'Colmado La Esquina' });
  const { api } = business;
  const name = 'Ana <img src=x onerror=alert(1)> [x](javascript:1) {{today}}';
  const { data: contact } = await api.POST('/v1/beneficiary', { body: { name } });
  const { data: invoice } = await api.POST('/v1/record/pending', {
    body: { elements: [{ description: 'Arroz', unitPrice: '1250.5' }] },
  });
  const { id: templateId, fields } = await newDocument(business, {
    kind: 'template',
    title: 'Contrato',
    markdown: 'Entre **{{organization.name}}** y **{{contact.name}}**: {{document.total}}, {{plazo}}.',
  });
  assert.deepEqual(fields, ['organization.name', 'contact.name', 'document.total', 'plazo']);
  const fill = (body: object) => api.POST('/v1/files/document', { body: { templateId, ...body } });
  const missing = await fill({ contactId: contact!.id });
  assert.deepEqual(
    [missing.error!.code, missing.error!.errors.map(({ path }) => path)],
    ['template_fields_missing', ['body.values.document.total', 'body.values.plazo']],
  );
  const { data } = await fill({ contactId: contact!.id, invoiceId: invoice!.id, values: { plazo: '30 días' } });
  assert.deepEqual([data!.kind, data!.title, data!.source!.templateId], ['contract', 'Contrato', templateId]);
  const html = await exported(business, data!.id, 'html');
  assert.match(html, /<strong>Colmado La Esquina<\/strong> y <strong>Ana &#60;img/);
  assert.match(html, /RD\$ 1,250\.50, 30 días\./);
  assert.ok(!html.includes('<img') && html.includes('{{today}}'));
  const unknown = await fill({ contactId: crypto.randomUUID(), values: { plazo: 'x' } });
  assert.equal(unknown.error!.errors[0]!.path, 'body.contactId');
});

test('a template writes tax ids with their dashes', async () => {
  const business = await newBusiness();
  const { api } = business;
  await api.PATCH('/v1/organization', { body: { taxId: '131246796' } });
  const { data: contact } = await api.POST('/v1/beneficiary', { body: { name: 'Ana', taxId: '00113918205' } });
  const markdown = 'Entre {{organization.taxId}} y {{contact.taxId}}.';
  const { id: templateId } = await newDocument(business, { kind: 'template', title: 'Contrato', markdown });
  const { data } = await api.POST('/v1/files/document', { body: { templateId, contactId: contact!.id } });
  assert.match(await exported(business, data!.id, 'html'), /Entre 1-31-24679-6 y 001-1391820-5\./);
});

test('documents are found by kind, label and words; another organization sees none; a viewer changes none', async () => {
  const business = await newBusiness();
  const { api } = business;
  const { id } = await newDocument(business, { kind: 'post', labels: ['por firmar'], markdown: 'Habichuelas rojas' });
  await newDocument(business, { labels: ['por'] });
  const ids = async (query: object, by = api) =>
    (await by.GET('/v1/files/documents', { params: { query } })).data!.data.map((each) => each.id);
  assert.deepEqual(await ids({ kind: 'post' }), [id]);
  assert.deepEqual(await ids({ label: 'por firmar' }), [id]);
  assert.deepEqual(await ids({ label: 'por firma' }), []);
  assert.deepEqual(await ids({ search: 'habich' }), [id]);
  const other = await newBusiness();
  assert.deepEqual(await ids({}, other.api), []);
  assert.equal((await other.api.GET('/v1/files/document/{id}', { params: { path: { id } } })).response.status, 404);
  const viewer = await newMember(business);
  assert.equal((await viewer.api.PATCH('/v1/files/document', { body: { id, title: 'x' } })).error!.code, 'forbidden');
});
