import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../refusal.ts';
import { readJson } from './json.ts';

const refusedFor = (text: string): string | undefined => {
  try {
    readJson(Buffer.from(text));
  } catch (error) {
    return error instanceof Refusal ? `${error.errors[0]?.path} ${error.errors[0]?.code}` : 'a bug';
  }
  return undefined;
};

test('a body names the place of a value that cannot be stored', () => {
  assert.equal(refusedFor('{"a":[{"b":"x\\u0000"}]}'), 'body.a[0].b invalid_text');
  assert.equal(refusedFor('{"a":{"__proto__":1}}'), 'body.a.__proto__ unknown_field');
  assert.equal(refusedFor('{"a":1e999}'), 'body.a out_of_range');
  assert.match(refusedFor(`${'['.repeat(40)}${']'.repeat(40)}`)!, /too_deep$/);
  assert.equal(refusedFor('{"a":["ñ",1,null,true,{}]}'), undefined);
});

test('a body of very many values is refused before it is parsed, and commas in texts do not count', () => {
  assert.equal(refusedFor(`{"a":[${'{},'.repeat(300_000)}{}]}`), 'body too_big');
  assert.equal(refusedFor(`[${'{},'.repeat(300_000)}`), 'body too_big');
  assert.equal(refusedFor(JSON.stringify({ a: `"\\${','.repeat(400_000)}` })), undefined);
  assert.equal(refusedFor(`{"a":[${'1,'.repeat(99_000)}1]}`), undefined);
});
