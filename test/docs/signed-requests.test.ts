import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { signatureHeader } from '#client';
import { sign } from '#platform/auth/signature.ts';

test('the published test vector is what the service expects and what the client sends', () => {
  const text = readFileSync('docs/signed-requests.md', 'utf8');
  const [, vector] = /## Test vector\n\n```\n([\s\S]+?)```/.exec(text)!;
  const fields = Object.fromEntries(vector!.split('\n').map((line) => [line.slice(0, 9).trim(), line.slice(9)]));
  const parts = {
    timestamp: fields.ts!,
    nonce: fields.nonce!,
    keyId: fields['key id']!,
    organizationId: fields['org id']!,
    method: fields.method!,
    target: fields.target!,
    body: fields.body!,
  };
  assert.equal(sign(fields.secret!, parts), fields.sig);
  assert.equal(
    signatureHeader(fields.secret!, parts),
    `CM1-HMAC-SHA256 ts=${fields.ts}, nonce=${fields.nonce}, sig=${fields.sig}`,
  );
});
