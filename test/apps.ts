import assert from 'node:assert/strict';
import type { Business } from '#test/harness.ts';

const cardSchema = {
  type: 'object',
  properties: {
    number: { type: 'string', maxLength: 20 },
    holder: { type: 'string', maxLength: 100, title: 'Titular' },
    points: { type: 'integer', minimum: 0 },
    city: { type: 'string', nullable: true },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 10 },
  },
  required: ['number', 'holder'],
};

/** A release of an app with one type of data, loyalty cards, whose number is unique. */
export const cardRelease = (version = '1.0.0', changes: object = {}, schema: object = cardSchema) => ({
  key: 'loyalty-cards',
  name: 'Tarjetas',
  version,
  dataTypes: [{ name: 'card', title: 'Tarjeta', schema: schema as Record<string, unknown>, unique: [['number']] }],
  ...changes,
});

export { cardSchema };

/** Publishes and installs the app of loyalty cards, and answers its id. */
export async function newCardApp({ api }: Business, changes: object = {}): Promise<string> {
  const { data, error } = await api.POST('/v1/apps/release', { body: cardRelease('1.0.0', changes) });
  assert.ok(data, JSON.stringify(error));
  const installed = await api.PATCH('/v1/apps/{appId}', {
    params: { path: { appId: data.appId } },
    body: { installed: true },
  });
  assert.ok(installed.data, JSON.stringify(installed.error));
  return data.appId;
}
