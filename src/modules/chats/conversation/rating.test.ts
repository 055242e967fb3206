import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  control,
  conversationOf,
  customerWrites,
  messageValue,
  newLine,
  newPhone,
  post,
  processed,
} from '#test/chats.ts';
import { draft, newContact, putTemplate, start, until } from '#test/diffusions.ts';
import { anonymous, codeOf, newBusiness } from '#test/harness.ts';

test('a customer rates a conversation by its link, on a page or with a program, and the last rating counts', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const { id } = await customerWrites(line, newPhone());
  const { data: link } = await business.api.POST('/v1/conversation/{id}/rating-link', { params: { path: { id } } });
  const ratingKey = link!.url.split('/').at(-1)!;
  const path = { ratingKey };
  const { data: before } = await anonymous.GET('/v1/conversation/rating/{ratingKey}', { params: { path } });
  assert.deepEqual([before!.organizationName, before!.rating], ['Colmado La Esquina', null]);
  const page = await fetch(link!.url, { headers: { accept: 'text/html', 'accept-language': 'es' } });
  const text = await page.text();
  assert.match(text, /¿Cómo te atendimos\?/);
  const form = new FormData();
  form.append('rating', '2');
  form.append('comment', 'Tardaron <b>mucho</b>');
  const sent = await fetch(link!.url, { method: 'POST', body: form, headers: { accept: 'text/html' } });
  assert.match(await sent.text(), /Tardaron &#60;b&#62;mucho|Tardaron &lt;b&gt;mucho/);
  const { data: rated } = await anonymous.POST('/v1/conversation/rating/{ratingKey}', {
    params: { path },
    body: { rating: 5 },
  });
  assert.equal(rated!.rating, 5);
  const { data: stats } = await business.api.GET('/v1/conversation/stats');
  assert.deepEqual([stats!.ratings, stats!.rating], [1, 5]);
  const wrong = { params: { path: { ratingKey: 'rat_unknown' } } };
  assert.equal(codeOf(await anonymous.GET('/v1/conversation/rating/{ratingKey}', wrong)), 'not_found');
  const bad = await anonymous.POST('/v1/conversation/rating/{ratingKey}', { params: { path }, body: { rating: 6 } });
  assert.equal(bad.response.status, 400);
});

test('a conversation that a diffusion began has nothing to rate before the customer answers', async () => {
  const line = await newLine(await newBusiness());
  const { business } = line;
  await putTemplate(line);
  const { phone } = await newContact(business, 'Ana');
  const { id: diffusionId } = await draft(line);
  await start(business, diffusionId);
  await until(business, diffusionId, 'done');
  const { id } = await conversationOf(line, `+${phone}`);
  const link = () => business.api.POST('/v1/conversation/{id}/rating-link', { params: { path: { id } } });
  assert.equal(codeOf(await link()), 'not_found');
  await customerWrites(line, phone!);
  assert.equal((await link()).response.status, 201);
});

test('a conversation, a list, a widget and canned answers are read by their ids', async () => {
  const business = await newBusiness();
  const { api } = business;
  const line = await newLine(business);
  const { id } = await customerWrites(line, newPhone());
  assert.equal((await api.GET('/v1/conversation/{id}', { params: { path: { id } } })).data!.id, id);
  const { data: list } = await api.POST('/v1/conversation-list', { body: { name: 'Todas', rule: {} } });
  assert.equal((await api.GET('/v1/conversation-list/{id}', { params: { path: { id: list!.id } } })).data!.count, 1);
  const { data: widget } = await api.POST('/v1/channel', { body: { kind: 'widget', name: 'Tienda' } });
  const shown = await api.GET('/v1/channel/{channelId}/widget', { params: { path: { channelId: widget!.id } } });
  assert.equal(shown.data!.position, 'right');
  const { data: canned } = await api.POST('/v1/chat/canned-answer', { body: { shortcut: 'Gracias', text: 'Gracias' } });
  const taken = await api.POST('/v1/chat/canned-answer', { body: { shortcut: 'Gracias', text: 'x' } });
  assert.equal(codeOf(taken), 'shortcut_taken');
  await api.PATCH('/v1/chat/canned-answer', { body: { id: canned!.id, text: 'Mil gracias' } });
  const { data: found } = await api.GET('/v1/chat/canned-answer', { params: { query: { search: 'gra' } } });
  assert.deepEqual(
    found!.data.map(({ text }) => text),
    ['Mil gracias'],
  );
  assert.equal(
    (await api.DELETE('/v1/chat/canned-answer', { body: { id: canned!.id } } as never)).response.status,
    204,
  );
});

test('the first version of the webhook address still works', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  const value = messageValue(line.address, { from });
  const body = Buffer.from(
    JSON.stringify({ object: 'x', entry: [{ id: '1', changes: [{ field: 'messages', value }] }] }),
  );
  assert.equal((await post('/v1/chat/webhook/msgapp', body, control.sign(body))).status, 200);
  await processed(business);
  assert.equal((await business.api.GET('/v1/conversation')).data!.total, 1);
});
