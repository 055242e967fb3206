import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { baseUrl } from '#test/harness.ts';

const open = (address: string) => fetch(new URL(address, baseUrl));

test('every guide is a page, and every link on it leads to a page and a heading', async () => {
  const waiting = ['/docs/guides/'];
  const pages = new Map<string, string>();
  const broken: string[] = [];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const answer = await open(next);
    const text = await answer.text();
    if (answer.status !== 200) broken.push(next);
    pages.set(next, text);
    for (const [, href] of text.matchAll(/href="(\/docs\/guides\/[^"#]*)/g))
      if (!pages.has(href!) && !waiting.includes(href!)) waiting.push(href!);
  }
  for (const [from, text] of pages)
    for (const [, page, id] of text.matchAll(/href="([^"#]*)#([^"?]+)"/g)) {
      const target = pages.get(page || from);
      if (target && !target.includes(`id="${decodeURIComponent(id!)}"`)) broken.push(`${from} → ${page}#${id}`);
    }
  assert.deepEqual(broken, []);
  assert.ok(pages.size > globSync('docs/*.md').length);
});

test('only documents are served as guides', async () => {
  for (const name of ['package.json', '..%2Fpackage.json', 'nothing'])
    assert.equal((await open(`/docs/guides/${name}`)).status, 404);
});
