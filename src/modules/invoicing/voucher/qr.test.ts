import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { letterPdf } from './letter.ts';
import { receiptPdf } from './receipt.ts';
import type { Voucher } from './voucher.ts';

const party = { taxId: '131246796', address: 'C/ Duarte 12', phone: null, email: null };
const line = {
  code: null,
  notes: [],
  quantity: '1',
  unit: null,
  unitPrice: '10.00',
  discount: null,
  tax: '1.80',
  total: '11.80',
};
const voucherOf = (lines: number): Voucher => ({
  language: 'es',
  notation: { dateFormat: 'dd/MM/yyyy', timeFormat: '12h', decimalSeparator: '.' },
  title: 'Factura de crédito fiscal',
  number: '1',
  fiscal: { number: 'E310000000001', expiresOn: '2027-12-31', modifies: null, modification: null },
  stamp: null,
  issuer: { ...party, name: 'La Esquina', logoKey: null },
  party: { ...party, role: 'Cliente', name: 'Don Pepe' },
  date: '2026-11-15',
  dueOn: null,
  details: [],
  lines: Array.from({ length: lines }, (_, place) => ({ ...line, description: `Artículo ${place}` })),
  legend: null,
  totals: [{ label: 'Total', value: 'RD$ 11.80', strong: true }],
  payments: [],
  notes: null,
  terms: null,
  electronic: { url: `https://ecf.dgii.gov.do/${'x'.repeat(180)}`, securityCode: 'abcdef', signedAt: null },
  signatures: [],
  appearance: { accentColor: '#123456', header: null, footer: null, showCodes: false, showDiscounts: false },
});

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The edges of the QR code and of its page, in points from the top left. */
function qrOf(pdf: Buffer): Box & { width: number; height: number } {
  const text = pdf.toString('latin1');
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text)!.map(Number) as [number, number, number];
  const streams = [...text.matchAll(/stream\n([\s\S]*?)\nendstream/g)].flatMap(([, bytes]) => {
    try {
      return [inflateSync(Buffer.from(bytes!, 'latin1')).toString('latin1')];
    } catch {
      return [];
    }
  });
  // The squares of the code are the only shape that repeats so often on a page. PDFKit turns the y axis around.
  const boxesOf = (content: string) =>
    [...content.matchAll(/^([\d.-]+) ([\d.-]+) ([\d.]+) ([\d.]+) re$/gm)]
      .map((match) => match.slice(1).map(Number) as [number, number, number, number])
      .filter(([, , wide, high]) => wide === high && wide < 8);
  const boxes = streams.map(boxesOf).find((found) => found.length > 100)!;
  return {
    left: Math.min(...boxes.map(([x]) => x)),
    top: Math.min(...boxes.map(([, y]) => y)),
    right: Math.max(...boxes.map(([x, , wide]) => x + wide)),
    bottom: Math.max(...boxes.map(([, y, , high]) => y + high)),
    width,
    height,
  };
}

const TWENTY_MILLIMETRES = (20 / 25.4) * 72;

for (const [name, draw] of Object.entries({ letter: letterPdf, receipt: receiptPdf }))
  test(`the QR code on a ${name} is at least 20 mm from every edge, however many lines there are`, async () => {
    for (const lines of [1, 12, 17, 22, 27, 30, 60]) {
      const { left, top, right, bottom, width, height } = qrOf(await draw(voucherOf(lines), null));
      for (const distance of [left, top, width - right, height - bottom])
        assert.ok(distance >= TWENTY_MILLIMETRES, `${lines} lines: ${distance} pt`);
    }
  });
