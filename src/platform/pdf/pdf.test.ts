import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printable } from './pdf.ts';

test('paper leaves emoji out, and shows other letters that its fonts lack as question marks', () => {
  assert.equal(printable('Doña Ñíguez & Cía. 👩🏽‍🍳🇩🇴🍌 – “La Única”'), 'Doña Ñíguez & Cía. - "La Única"');
  assert.equal(printable('🧀 Queso\n❤️ Pan'), 'Queso\nPan');
  assert.equal(printable('Café® 2️⃣ #1 *'), 'Café® 2 #1 *');
  assert.equal(printable('漢字'), '??');
  assert.equal(printable('🍌'), '?');
  assert.equal(printable(''), '');
});
