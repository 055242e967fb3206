import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestEvent } from 'node:test/reporters';
import failedFiles, { NO_FILE } from '../../scripts/failed-files.ts';

async function reported(file: string, error: { failureType: string; cause?: Error }): Promise<string> {
  async function* events() {
    yield { type: 'test:fail', data: { file, details: { error } } } as unknown as TestEvent;
  }
  return (await Array.fromAsync(failedFiles(events()))).join('').trim();
}

const failedAt = (...frames: string[]) => ({
  failureType: 'testCodeFailure',
  cause: Object.assign(new Error('x'), { stack: ['Error: x', ...frames].join('\n    at ') }),
});

test('a failure is reported with its test file, also if a helper declares the test', async () => {
  const helper = '/app/test/browser/chromium.ts';
  assert.equal(await reported('/app/src/a.test.ts', failedAt()), '/app/src/a.test.ts');
  for (const frame of ['async file:///app/test/browser/pay.test.ts:97:23', '/app/test/browser/pay.test.ts:2:101'])
    assert.equal(
      await reported(helper, failedAt('page (file:///app/test/pages.ts:1:2)', frame)),
      '/app/test/browser/pay.test.ts',
    );
  assert.equal(await reported(helper, failedAt()), NO_FILE);
  assert.equal(await reported('/app/src/a.test.ts', { failureType: 'hookFailed' }), NO_FILE);
});
