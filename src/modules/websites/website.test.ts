import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import { newResource } from '#test/catalog.ts';
import { newForm, onePage, text } from '#test/forms.ts';
import { type Business, baseUrl, codeOf, newBusiness, newMember } from '#test/harness.ts';
import { packetsDuring } from '#test/sent-statements.ts';

async function newPage({ api }: Business, body: { kind: 'page' | 'post'; title: string; markdown: string }) {
  const { data } = await api.POST('/v1/files/document', { body });
  return data!.id;
}

const publish = ({ api }: Business, documentId: string, body: object = { published: true }) =>
  api.PUT('/v1/websites/pages/{documentId}', { params: { path: { documentId } }, body });

const open = (business: Business, value: object = {}) =>
  business.api.PATCH('/v1/organization/settings', {
    body: { section: 'website', value: { published: true, ...value } as Record<string, unknown> },
  });

const visit = (address: string, accept = 'text/html') => fetch(`${baseUrl}${address}`, { headers: { accept } });

test('visitors see the version that was published, until the page is published again', async () => {
  const business = await newBusiness();
  const id = await newPage(business, { kind: 'page', title: 'Quiénes somos', markdown: 'Desde **1998**.' });
  const { data: page } = await publish(business, id);
  assert.deepEqual([page!.slug, page!.state], ['quienes-somos', 'published']);
  const address = `/v1/websites/site/${business.id}`;
  assert.equal((await visit(address)).status, 404, 'The website is closed until it is opened.');
  await open(business, { homePageId: id, menu: [{ label: 'Nosotros', pageId: id }] });
  const home = await visit(address);
  assert.equal(home.headers.get('x-robots-tag'), null);
  assert.match(await home.text(), /<strong>1998<\/strong>/);

  await business.api.PATCH('/v1/files/document', { body: { id, markdown: 'Desde 2001.' } });
  const { data: content } = await business.api.GET('/v1/websites/content');
  assert.deepEqual(
    content!.pages.map(({ documentId, state }) => [documentId, state]),
    [[id, 'changed']],
  );
  assert.match(await (await visit(`${address}/quienes-somos`)).text(), /1998/);
  await publish(business, id);
  const { page: again, site } = (await (await visit(`${address}/quienes-somos`, 'application/json')).json()) as {
    page: { html: string };
    site: { menu: object[] };
  };
  assert.match(again.html, /2001/);
  assert.deepEqual(site.menu, [{ label: 'Nosotros', url: `${baseUrl}${address}/quienes-somos` }]);
});

test('the home page is a page of the organization', async () => {
  const [business, other] = await Promise.all([newBusiness(), newBusiness()]);
  const { data: note } = await business.api.POST('/v1/files/document', { body: { title: 'Nota', markdown: 'Hola' } });
  const foreign = await newPage(other, { kind: 'page', title: 'Ajena', markdown: 'Hola' });
  for (const homePageId of [newId(), foreign, note!.id]) {
    const { error } = await open(business, { homePageId });
    assert.deepEqual([error?.code, error?.errors?.[0]?.path], ['reference_not_found', 'body.value.homePageId']);
  }
  const { data } = await business.api.GET('/v1/organization/settings');
  assert.equal((data!.sections.website as { homePageId: string | null }).homePageId, null);
  const id = await newPage(business, { kind: 'page', title: 'Inicio', markdown: 'Hola' });
  assert.ok((await open(business, { homePageId: id })).data);
  assert.ok((await open(business, { homePageId: null })).data);
});

test('the website shows only things of the organization', async () => {
  const [business, other] = await Promise.all([newBusiness(), newBusiness()]);
  const foreign = (await newForm(other, onePage(text('nombre')))).id;
  for (const field of ['collectionIds', 'formIds', 'scheduleIds'])
    for (const id of [newId(), foreign]) {
      const { error } = await open(business, { [field]: [id] });
      assert.deepEqual([error?.code, error?.errors?.[0]?.path], ['reference_not_found', `body.value.${field}[0]`]);
    }
  const { error } = await open(business, { chatChannelId: newId() });
  assert.deepEqual([error?.code, error?.errors?.[0]?.path], ['reference_not_found', 'body.value.chatChannelId']);
});

test('a form that was deleted does not block a change of the forms that the website shows', async () => {
  const business = await newBusiness();
  const draft = async () => (await newForm(business, onePage(text('nombre')), { publish: false })).id;
  const [first, second] = [await draft(), await draft()];
  assert.ok((await open(business, { formIds: [first] })).data, 'A form may be published later.');
  await business.api.DELETE('/v1/forms/{formId}', { params: { path: { formId: first } } });
  assert.ok((await open(business, { formIds: [first, second] })).data);
});

test('a preview link shows an unpublished page until it is revoked', async () => {
  const business = await newBusiness();
  const id = await newPage(business, { kind: 'page', title: 'Ofertas', markdown: 'Pronto.' });
  const { data } = await publish(business, id, { preview: true });
  assert.equal(data!.state, 'draft');
  const address = new URL(data!.previewUrl!).pathname;
  const shown = await visit(address);
  assert.equal(shown.headers.get('x-robots-tag'), 'noindex');
  assert.match(await shown.text(), /Pronto\./);
  const { page } = (await (await visit(address, 'application/json')).json()) as { page: { title: string } };
  assert.equal(page.title, 'Ofertas');
  await publish(business, id, { preview: false });
  assert.equal((await visit(address)).status, 404);
});

test('two pages cannot have one address, and only pages and posts have one', async () => {
  const business = await newBusiness();
  const first = await newPage(business, { kind: 'page', title: 'Inicio', markdown: 'Uno' });
  const second = await newPage(business, { kind: 'post', title: 'Inicio', markdown: 'Dos' });
  await publish(business, first);
  const taken = await publish(business, second);
  assert.deepEqual([taken.response.status, codeOf(taken)], [409, 'slug_taken']);
  const note = await business.api.POST('/v1/files/document', { body: { title: 'Nota', markdown: 'x' } });
  assert.equal(codeOf(await publish(business, note.data!.id)), 'not_a_page');
  const stale = await publish(business, first, { published: false, version: 7 });
  assert.equal(codeOf(stale), 'version_conflict');
});

test('a deleted document leaves the website', async () => {
  const business = await newBusiness();
  const id = await newPage(business, { kind: 'page', title: 'Adiós', markdown: 'x' });
  await publish(business, id);
  await open(business, { homePageId: id });
  await business.api.DELETE('/v1/files/document', { body: { id } });
  const answer = await visit(`/v1/websites/site/${business.id}`, 'application/json');
  assert.equal(((await answer.json()) as { page: unknown }).page, null);
  assert.equal((await visit(`/v1/websites/site/${business.id}/adios`)).status, 404);
});

test('a viewer reads the website and does not publish', async () => {
  const business = await newBusiness();
  const id = await newPage(business, { kind: 'page', title: 'Inicio', markdown: 'x' });
  const viewer = await newMember(business, 'viewer');
  const { data } = await viewer.api.GET('/v1/websites/content');
  assert.equal(data!.pages.length, 1);
  const refused = await viewer.api.PUT('/v1/websites/pages/{documentId}', {
    params: { path: { documentId: id } },
    body: { published: true },
  });
  assert.equal(refused.response.status, 403);
});

test('the blog lists published posts, newest first, by page and as a feed', async () => {
  const business = await newBusiness();
  for (const title of ['Uno', 'Dos & tres']) {
    const id = await newPage(business, { kind: 'post', title, markdown: 'Texto' });
    await publish(business, id, { published: true, description: 'Resumen <corto>' });
  }
  await newPage(business, { kind: 'post', title: 'Borrador', markdown: 'x' });
  await open(business);
  const query = { organization: business.id, itemsPerPage: 1 };
  const { data } = await business.api.GET('/v1/blog', { params: { query } });
  assert.deepEqual([data!.total, data!.data[0]!.title], [2, 'Dos & tres']);
  const next = await business.api.GET('/v1/blog', { params: { query: { ...query, cursor: data!.nextCursor! } } });
  assert.equal(next.data!.data[0]!.title, 'Uno');
  const feed = await visit(`/v1/blog?organization=${business.id}&format=atom`, '*/*');
  assert.match(feed.headers.get('content-type')!, /^application\/atom\+xml/);
  const text = await feed.text();
  assert.match(text, /<title>Dos &#38; tres<\/title>/);
  assert.match(text, /<summary>Resumen &#60;corto&#62;<\/summary>/);
  assert.match(await (await visit(`/v1/blog?organization=${business.id}`)).text(), /<h2><a href=/);
  assert.equal((await visit('/v1/blog', 'application/json')).status, 404, 'The operator has no blog here.');
});

test('pages show how to reach the organization and its chat, and neither when it does not want that', async () => {
  const business = await newBusiness();
  const { api } = business;
  await api.PATCH('/v1/organization', { body: { phone: '+1 809-555-0142', email: 'hola@example.com' } });
  const { data: channel } = await api.POST('/v1/channel', { body: { kind: 'widget', name: 'Chat' } });
  await open(business, { chatChannelId: channel!.id });
  const address = `/v1/websites/site/${business.id}`;
  const shown = await visit(address);
  const text = await shown.text();
  assert.match(text, /href="tel:\+18095550142"[\s\S]+href="mailto:hola@example\.com"/);
  assert.ok(text.includes(`<script async src="/widget.js" data-channel="${channel!.publicKey}">`));
  assert.match(shown.headers.get('content-security-policy')!, /frame-src 'self'/);

  await api.PATCH('/v1/channel/{channelId}/toggle-state', {
    params: { path: { channelId: channel!.id } },
    body: { state: 'paused' },
  });
  await open(business, { showsContact: false });
  const hidden = await (await visit(address)).text();
  assert.doesNotMatch(hidden, /tel:|mailto:|widget\.js/);
});

test('visitors see the products of a collection with today’s price for everyone, and only of collections that are shown', async () => {
  const business = await newBusiness();
  const { api } = business;
  const itbis = (await api.GET('/v1/taxes/list')).data!.data.find(({ code }) => code === 'ITBIS-18')!;
  const rice = await newResource(api, { name: 'Arroz <selecto>', taxIds: [itbis.id], prices: [{ amount: '100.55' }] });
  const gone = await newResource(api, { name: 'Viejo', prices: [{ amount: '5' }] });
  const custom = await newResource(api, { name: 'Pastel a la medida' });
  const members = [rice, gone, custom].map(({ id }) => ({ resourceId: id }));
  const newList = async (name: string) =>
    (await api.POST('/v1/resource/resource-list', { body: { name, type: 'COLLECTION', members } })).data!.id;
  const [shown, hidden] = [await newList('De la casa'), await newList('Oculta')];
  await api.PATCH('/v1/resource', { body: { id: gone.id, archived: true } });
  const site = `/v1/websites/site/${business.id}`;
  const address = `${site}/collections/${shown}`;
  assert.equal((await visit(address)).status, 404, 'The website is closed.');
  await open(business, { collectionIds: [shown] });
  const json = (await (await visit(address, 'application/json')).json()) as {
    data: { name: string; price: string | null }[];
    site: { links: object[] };
  };
  assert.deepEqual(
    json.data.map(({ name, price }) => [name, price]),
    [
      ['Arroz <selecto>', '118.65'],
      ['Pastel a la medida', null],
    ],
  );
  assert.doesNotMatch(JSON.stringify(json), /cost|"stock|quantity/i);
  const link = { kind: 'collection', label: 'De la casa', url: `${baseUrl}${address}`, collectionId: shown };
  assert.deepEqual(json.site.links, [link]);
  const page = await (await visit(`${address}?search=arroz`)).text();
  assert.match(page, /Arroz &#60;selecto&#62;[\s\S]+118\.65/);
  assert.doesNotMatch(page, /Pastel/);
  assert.equal((await visit(`${site}/collections/${hidden}`)).status, 404);
  const other = await newBusiness();
  await open(other, { collectionIds: [shown] });
  assert.equal((await visit(`/v1/websites/site/${other.id}/collections/${shown}`)).status, 404);
  const { data: content } = await api.GET('/v1/websites/content');
  assert.deepEqual(content!.collections, [{ id: shown, name: 'De la casa', url: `${baseUrl}${address}` }]);
});

test('a visit enters its organization in its first packet', async () => {
  const business = await newBusiness();
  await open(business);
  const enters = `SET LOCAL app.organization_id = '${business.id}'`;
  const packets = await packetsDuring(enters, async () => {
    assert.equal((await fetch(`${baseUrl}/v1/websites/site/${business.id}`)).status, 200);
  });
  assert.ok(
    packets.some((statements) => statements.includes('BEGIN READ ONLY')),
    JSON.stringify(packets),
  );
});

test('a website of an organization that does not exist is not found', async () => {
  assert.equal((await fetch(`${baseUrl}/v1/websites/site/${newId()}`)).status, 404);
});
