import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrast, textOn } from './colour.ts';
import { html } from './html.ts';
import { languageOf } from './language.ts';
import { renderPage } from './page.ts';

test('the language of a page is the first of ours that the reader accepts', () => {
  const cases: [string | undefined, string][] = [
    [undefined, 'es'],
    ['', 'es'],
    ['en', 'en'],
    ['en-US,en;q=0.9,es;q=0.8', 'en'],
    ['fr-FR, es-DO;q=0.7, en;q=0.3', 'es'],
    ['es;q=0.2, en;q=0.9', 'en'],
    ['en;q=0, es', 'es'],
    ['de', 'es'],
    ['*;;;q=x,,', 'es'],
  ];
  for (const [header, language] of cases) assert.equal(languageOf(header), language, String(header));
});

test('text on any colour of an organization can be read', () => {
  for (let step = 0; step < 4096; step++) {
    const colour = `#${[step >> 8, (step >> 4) & 15, step & 15].map((part) => (part * 17).toString(16).padStart(2, '0')).join('')}`;
    assert.ok(contrast(colour, textOn(colour)) >= 4.5, colour);
  }
});

test('a page allows its own files only, and cannot be framed or indexed', () => {
  const { headers, body } = renderPage({ language: 'es', title: 'Factura', body: html`<p>Hola</p>` });
  assert.match(headers['content-security-policy']!, /^default-src 'none'; style-src 'self' 'sha256-[^']+';/);
  assert.doesNotMatch(headers['content-security-policy']!, /unsafe/);
  assert.match(headers['content-security-policy']!, /frame-ancestors 'none'/);
  assert.equal(headers['referrer-policy'], 'no-referrer');
  assert.match(body.toString(), /^<!doctype html>\n<html lang="es">/);
});

test('a colour that is not one cannot leave the stylesheet', () => {
  const brand = { name: '</title><script>', logoUrl: null, colour: 'red}</style><script>' };
  const { body } = renderPage({ language: 'en', title: 'Invoice', brand, body: '' });
  assert.doesNotMatch(body.toString(), /<script/);
});
