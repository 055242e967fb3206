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

test('paper shows the letters of other Latin alphabets without the accents that its fonts lack', () => {
  assert.equal(
    printable('Łukasz Żółć, Şebnem Yılmaz İğci, Nguyễn Thị Đoan'),
    'Lukasz Zólc, Sebnem Yilmaz Igci, Nguyen Thi Doan',
  );
  assert.equal(printable('Škoda, Žofie, Œuvre, ﬁn № 5, 3 − 1'), 'Škoda, Žofie, Œuvre, fin No 5, 3 - 1');
  assert.equal(printable('uno\r\ndos\ttres\u200bcuatro\u202f5 m\u0303'), 'uno\ndos trescuatro 5 m');
});
