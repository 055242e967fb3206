import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newBot, train } from '#test/bots.ts';
import { customerWrites, newLine, newPhone } from '#test/chats.ts';
import { codeOf, newBusiness } from '#test/harness.ts';

/** A line with a bot, on which the categories `reclamo` and `pedido` are in use. */
async function newCategorized(details: Record<string, unknown> = {}) {
  const business = await newBusiness();
  const bot = await newBot(business, details);
  const line = await newLine(business, { botId: bot.id });
  for (const category of ['reclamo', 'pedido']) {
    const { id } = await customerWrites(line, newPhone());
    const params = { path: { id } };
    await business.api.POST('/v1/conversation/{id}/categorize', { params, body: { category } });
  }
  const choose = async (text: string) => {
    const { id } = await customerWrites(line, newPhone(), text);
    const params = { path: { id } };
    const answer = await business.api.POST('/v1/conversation/{id}/categorize', { params, body: {} });
    return answer.data?.category ?? codeOf(answer);
  };
  return { business, bot, choose };
}

test('without a model the words of the customer, or of the training that fits them, decide the category', async () => {
  const { business, bot, choose } = await newCategorized();
  assert.equal(await choose('Quiero poner unos RECLAMOS'), 'reclamo');
  assert.equal(await choose('Se me rompió la nevera nueva'), 'category_unknown');
  await train(business, bot.id, { title: 'Reclamo: nevera que se rompió', content: 'La cambiamos.' });
  assert.equal(await choose('Se me rompió la nevera nueva'), 'reclamo');
  assert.equal(await choose('Un reclamo por un pedido'), 'category_unknown');
});

test('a model chooses among the categories in use; anything else that it says does not count', async () => {
  const { choose } = await newCategorized({ model: { provider: 'test', name: 'x' } });
  assert.equal(await choose('!call choose_category {"category":"pedido"}'), 'pedido');
  assert.equal(await choose('!call choose_category {"category":"inventada"}'), 'category_unknown');
  assert.equal(await choose('!unavailable\nun reclamo'), 'reclamo');
});
