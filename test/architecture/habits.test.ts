import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { test } from 'node:test';
import { sources } from './source.ts';

const LINES_MAX = 500;
const generated = ['src/platform/db/schema.ts', 'src/platform/db/columns.ts'];
const pathsOf = (files: { path: string }[]): string[] => files.map(({ path }) => path);

test('no file has a name without meaning, such as utils or helpers', () => {
  const wrong = sources.filter(({ path }) => /^(utils?|helpers?|common|misc|shared|types)(\.|$)/.test(basename(path)));
  assert.deepEqual(pathsOf(wrong), []);
});

test('files have kebab-case names', () => {
  const wrong = sources.filter(({ path }) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*\.ts$/.test(basename(path)));
  assert.deepEqual(pathsOf(wrong), []);
});

test(`no file is longer than ${LINES_MAX} lines`, () => {
  const wrong = sources.filter(({ path, text }) => !generated.includes(path) && text.split('\n').length > LINES_MAX);
  assert.deepEqual(pathsOf(wrong), []);
});

test('only the programs print', () => {
  const wrong = sources.filter(({ path, code }) => !/^src\/(cli\/|main\.ts)/.test(path) && /\bconsole\./.test(code));
  assert.deepEqual(pathsOf(wrong), []);
});

test('no comment holds a TODO', () => {
  assert.deepEqual(pathsOf(sources.filter(({ text }) => /\b(TODO|FIXME|XXX|HACK)\b/.test(text))), []);
});

test('comments and texts avoid the words that STYLE.md lists', () => {
  const wrong = sources.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => {
      const isRiddle = /^\s*(\/\/|\/?\*+) What |(?<!['`])\b([Tt]old|[Ww]hoever|anew)\b/.test(line);
      return isRiddle ? [`${path}:${index + 1}: ${line.trim()}`] : [];
    }),
  );
  assert.deepEqual(wrong, []);
});

test('no type check is disabled', () => {
  const wrong = sources.filter(({ text }) => /@ts-(ignore|nocheck|expect-error)|\bas any\b|: any\b/.test(text));
  assert.deepEqual(pathsOf(wrong), []);
});

test('sums are numeric: a bigint overflows when many large documents are added', () => {
  const inner = '(?:[^()]|\\((?:[^()]|\\((?:[^()]|\\([^()]*\\))*\\))*\\))*';
  const cast = new RegExp(`\\bsum\\(${inner}\\)(?:\\s*(?:FILTER|OVER)\\s*\\(${inner}\\))?(?:\\)|,\\s*0)*::bigint`);
  const wrong = sources.filter(({ path, code }) => path.endsWith('.sql.ts') && cast.test(code));
  assert.deepEqual(pathsOf(wrong), []);
});
