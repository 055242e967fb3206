import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { loadSecretKey, Secrets } from '#platform/secrets.ts';

const key = randomBytes(32).toString('hex');
const secrets = new Secrets(key);

test('an encrypted value can be decrypted for its purpose', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ maxLength: 50 }), (plain, purpose) => {
      assert.equal(secrets.decrypt(secrets.encrypt(plain, purpose), purpose).toString(), Buffer.from(plain).toString());
    }),
  );
});

test('a value cannot be decrypted for another purpose, with another key, or with any byte changed', () => {
  const sealed = secrets.encrypt('secreto', 'row 1');
  assert.throws(() => secrets.decrypt(sealed, 'row 2'));
  assert.throws(() => new Secrets(randomBytes(32).toString('hex')).decrypt(sealed, 'row 1'));
  for (let place = 0; place < sealed.length; place++) {
    const changed = Buffer.from(sealed);
    changed[place]! ^= 1;
    assert.throws(() => secrets.decrypt(changed, 'row 1'), `byte ${place}`);
  }
  for (let length = 0; length < sealed.length; length++)
    assert.throws(() => secrets.decrypt(sealed.subarray(0, length), 'row 1'), `${length} bytes`);
});

test('the same value is never encrypted to the same bytes', () => {
  const sealed = new Set(Array.from({ length: 100 }, () => secrets.encrypt('x', 'p').toString('hex')));
  assert.equal(sealed.size, 100);
});

test('a peppered value depends on the key, the purpose and the value', () => {
  const of = (masterKey: string, value: string, purpose: string) =>
    new Secrets(masterKey).pepper(value, purpose).toString('hex');
  const base = of(key, '123456', 'pin 1');
  assert.equal(of(key, '123456', 'pin 1'), base);
  assert.notEqual(of(key, '123457', 'pin 1'), base);
  assert.notEqual(of(key, '123456', 'pin 2'), base);
  assert.notEqual(of(randomBytes(32).toString('hex'), '123456', 'pin 1'), base);
});

test('the key is created once, readable by its owner only, even if several processes start at once', async () => {
  const folder = await mkdtemp(join(process.env.TEST_FOLDER!, 'key-'));
  const keys = await Promise.all(Array.from({ length: 8 }, () => loadSecretKey(undefined, folder)));
  assert.equal(new Set(keys).size, 1);
  assert.match(keys[0]!, /^[0-9a-f]{64}$/);
  assert.equal((await stat(join(folder, 'secret.key'))).mode & 0o777, 0o600);
  assert.equal(await loadSecretKey(key, folder), key);
});
