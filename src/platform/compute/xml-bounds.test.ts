import assert from 'node:assert/strict';
import { test } from 'node:test';
import { xmlProblem } from './xml-bounds.ts';

const bounds = { elementsMax: 100, depthMax: 10 };
const problem = (text: string) => xmlProblem(text, bounds);

test('an ordinary document may reach the parser', () => {
  for (const text of [
    '<a/>',
    '\uFEFF<?xml version="1.0"?>\n<a x="1 > 0"><b>t</b><!-- <c> --><![CDATA[<d>]]><e y=\'/>\'/></a>',
    `<a>${'<b/>'.repeat(99)}</a>`,
    `${'<a>'.repeat(10)}${'</a>'.repeat(10)}`,
    'no tags at all',
  ])
    assert.equal(problem(text), null, text.slice(0, 60));
});

test('nesting, floods of elements, endless tags and document types are found before parsing', () => {
  const wrong: [string, RegExp][] = [
    ['<a>'.repeat(11) + '</a>'.repeat(11), /nested more than 10/],
    ['<a>'.repeat(1_000_000), /nested/],
    [`<a>${'<b/>'.repeat(100)}</a>`, /more than 100 elements/],
    ['<a>', /not closed/],
    ['<a', /not closed/],
    ['<!-- ', /not closed/],
    [`<a ${'x="1" '.repeat(2000)}/>`, /not closed/],
    ['<!DOCTYPE a><a/>', /document type/],
    ['<!doctype a><a/>', /document type/],
    [`<a x="${'<'.repeat(5000)}`, /not closed/],
  ];
  for (const [text, expected] of wrong) assert.match(problem(text) ?? 'none', expected, text.slice(0, 40));
});
