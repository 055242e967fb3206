import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html, safeUrl } from './html.ts';
import { perUnit, withUnit } from './unit.ts';

test('values of a template are escaped, in text and in attributes', () => {
  const name = `<script>alert("1")</script> & 'Ñame'`;
  assert.equal(
    String(html`<p title="${name}">${name}</p>`),
    `<p title="&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62; &#38; &#39;Ñame&#39;">&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62; &#38; &#39;Ñame&#39;</p>`,
  );
});

test('templates nest without being escaped twice, and nothing is shown for nothing', () => {
  const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`);
  assert.equal(
    String(html`<ul>${items}${null}${undefined}${false}${0}</ul>`),
    '<ul><li>a</li><li>&#60;b&#62;</li>0</ul>',
  );
});

test('an object that looks like a template is escaped', () => {
  const fake = { toString: () => '<b>' } as never;
  assert.throws(() => String(html`${fake}`), TypeError);
});

test('only addresses of the web, of mail and of telephones become links', () => {
  assert.equal(safeUrl('https://example.com/a?b=1'), 'https://example.com/a?b=1');
  assert.equal(safeUrl('mailto:ana@example.com'), 'mailto:ana@example.com');
  for (const url of ['javascript:alert(1)', 'data:text/html,x', '/relative', '', null])
    assert.equal(safeUrl(url), null);
});

test('a price and a quantity name their unit, except for pieces', () => {
  assert.deepEqual([perUnit('libra'), perUnit('Unidad')], [' / libra', '']);
  assert.deepEqual([withUnit('2', 'libra'), withUnit('2', 'unidad'), withUnit('2', null)], ['2 libra', '2', '2']);
});
