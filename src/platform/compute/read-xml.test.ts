import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readXml, textAt } from './read-xml.ts';

const bounds = { elementsMax: 100, depthMax: 10 };
const read = (text: string, attributes = false) => readXml(text, bounds, { attributes, unreadable: Error });

test('references and sections are read as the characters that they stand for', () => {
  const root = read(
    '<a><b>Jos&#233; &#xD1;, 5 &lt; 6 &amp;amp; &amp;#233;</b><c><![CDATA[<x>&amp;]]></c><d> 007 </d></a>',
  );
  assert.equal(textAt(root, 'a', 'b'), 'José Ñ, 5 < 6 &amp; &#233;');
  assert.equal(textAt(root, 'a', 'c'), '<x>&amp;');
  assert.equal(textAt(root, 'a', 'd'), '007');
  assert.equal(textAt(root, 'a', 'missing', 'child'), null);
});

test('attributes are left out unless they are asked for', () => {
  const xml = '<n:a xmlns:n="urn:x"><n:b Ccy="DOP">5</n:b></n:a>';
  assert.deepEqual(read(xml), { a: { b: '5' } });
  assert.deepEqual(read(xml, true), { a: { b: { '#text': '5', '@Ccy': 'DOP' } } });
});

test('text that is no XML is refused with its problem', () => {
  assert.throws(() => read('<a><b></a></b>'), /The XML cannot be read/);
  assert.throws(() => read('<a>'), /not closed/);
});
