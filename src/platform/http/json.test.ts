import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../refusal.ts';
import { readJson } from './json.ts';

const refusedFor = async (text: string): Promise<string | undefined> => {
  try {
    await readJson(Buffer.from(text));
  } catch (error) {
    return error instanceof Refusal ? `${error.errors[0]?.path} ${error.errors[0]?.code}` : 'a bug';
  }
  return undefined;
};

test('a body names the place of a value that cannot be stored', async () => {
  assert.equal(await refusedFor('{"a":[{"b":"x\\u0000"}]}'), 'body.a[0].b invalid_text');
  assert.equal(await refusedFor('{"a":{"__proto__":1}}'), 'body.a.__proto__ unknown_field');
  assert.equal(await refusedFor('{"a":1e999}'), 'body.a out_of_range');
  assert.match((await refusedFor(`${'['.repeat(40)}${']'.repeat(40)}`))!, /too_deep$/);
  assert.equal(await refusedFor('{"a":["ñ",1,null,true,{}]}'), undefined);
});

test('a body of very many values is refused before it is parsed, and commas in texts do not count', async () => {
  assert.equal(await refusedFor(`{"a":[${'{},'.repeat(300_000)}{}]}`), 'body too_big');
  assert.equal(await refusedFor(`[${'{},'.repeat(300_000)}`), 'body too_big');
  assert.equal(await refusedFor(JSON.stringify({ a: `"\\${','.repeat(400_000)}` })), undefined);
  assert.equal(await refusedFor(`{"a":[${'1,'.repeat(49_000)}1]}`), undefined);
});
