import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { validateXML } from 'xmllint-wasm';
import { sum } from '#platform/decimal.ts';
import { newCertificate } from '#test/certificates.ts';
import { ecfDocuments } from '#test/ecf-trial.ts';
import { signXml } from '../xml/ecf-signature.ts';
import { structureFault } from '../xml/received-structure.ts';
import { parseXml } from '../xml/xml-reading.ts';
import type { EcfDocument, EcfType } from './ecf-document.ts';
import { annulmentXml, approvalXml, receiptXml, summaryXml } from './ecf-messages.ts';
import { ecfProblems } from './ecf-problems.ts';
import { ecfTotals, inPesos, pesoTotals } from './ecf-totals.ts';
import { ecfXml } from './ecf-xml.ts';

/** The authority's schemas are not ours to publish; they are tested against where they are at hand. */
const schemas = resolve(process.env.ECF_SCHEMAS ?? '../shared/facts/xsd');
const skip = existsSync(schemas) ? false : `the schemas of the tax authority are not in ${schemas}`;
const signedAt = Temporal.Instant.from('2026-11-15T17:05:09Z');
const key = newCertificate();
const limits = { consumerThreshold: '250000.00' };

const documents = ecfDocuments({
  name: 'Colmado «La Esquina» & Hijos, SRL',
  tradeName: 'La Esquina',
  address: 'C/ Duarte #12, Santo Domingo',
  municipality: '010101',
  province: '010000',
  phones: ['+1 (809) 555-0123', 'ext. 4'],
  email: 'ventas@esquina.do',
  sellerCode: 'V-7',
  internalNumber: 'F-1001',
});
const documentOf = (type: EcfType): EcfDocument => documents.find((document) => document.type === type)!;

/** Two of the published schemas do not compile as they are: a name begins with a blank, and a pattern is no pattern. */
function schema(name: string): string {
  const text = readFileSync(join(schemas, name), 'utf8').replace(/^\uFEFF/, '');
  return text.replaceAll('" Indicador', '"Indicador').replaceAll('(?:', '(');
}

async function faultsOf(xml: string, schemaName: string): Promise<string[]> {
  const { errors } = await validateXML({ xml, schema: schema(schemaName) });
  return errors.map(({ message }) => message);
}

for (const [place, document] of documents.entries())
  test(`a signed e-CF of type ${document.type} (${place + 1}) is what its schema says`, { skip }, async () => {
    assert.deepEqual(ecfProblems(document, limits), []);
    const { xml } = signXml(ecfXml(document, signedAt), key);
    assert.deepEqual(await faultsOf(xml, `ecf${document.type}.xsd`), []);
  });

test('a document without its buyer violates its schema', { skip }, async () => {
  const { xml } = signXml(ecfXml(documentOf('31'), signedAt).replace(/<RNCComprador>\d+<\/RNCComprador>/, ''), key);
  assert.match((await faultsOf(xml, 'ecf31.xsd')).join(), /RNCComprador/);
});

test('the summary of a consumer invoice matches its schema', { skip }, async () => {
  const small = documents.at(-1)!;
  const { xml } = signXml(summaryXml(small, 'aB+/9='), key);
  assert.deepEqual(await faultsOf(xml, 'RFCE_32_v.1.0.xsd'), []);
});

test('the summary cuts the name of the buyer at 150 characters, not inside a character reference', () => {
  const small = documents.at(-1)!;
  const name = `${'ñ'.repeat(148)}&&${'x'.repeat(50)}`;
  const xml = summaryXml({ ...small, buyer: { ...small.buyer!, name } }, 'aB+/9=');
  assert.match(xml, new RegExp(`<RazonSocialComprador>${'ñ'.repeat(148)}(&amp;|&#38;){2}</RazonSocialComprador>`));
});

test('annulments, receipts and approvals match their schemas', { skip }, async () => {
  const range = { type: '31', from: 'E310000000005', to: 'E310000000009' } as const;
  const more = { type: '32', from: 'E320000000001', to: 'E320000000001' } as const;
  const annulment = signXml(annulmentXml('101850043', [range, more], signedAt), key).xml;
  assert.match(annulment, /<CantidadeNCFAnulados>6</);
  assert.deepEqual(await faultsOf(annulment, 'ANECF_v.1.0.xsd'), []);
  const common = { issuerTaxId: '101850043', buyerTaxId: '131246796', number: 'E310000000001', at: signedAt };
  for (const refused of [null, 'duplicate'] as const) {
    const receipt = signXml(receiptXml({ ...common, refused }), key).xml;
    assert.deepEqual(await faultsOf(receipt, 'ARECF_v1.0.xsd'), []);
  }
  for (const approved of [true, false]) {
    const answer = { ...common, issuedOn: '2026-11-15', total: '118.00', approved, reason: 'No la pedimos' };
    const approval = signXml(approvalXml(answer), key).xml;
    assert.deepEqual(await faultsOf(approval, 'ACECF_v.1.0.xsd'), []);
  }
});

test('a text with every sign that XML minds, and a name that is too long, still validate', { skip }, async () => {
  const document = documentOf('31');
  const odd = `Tubo 1/2" <galvanizado> & 'corto' \u0001 ${'largo '.repeat(40)}`;
  const strange = { ...document, lines: [{ ...document.lines[0]!, name: odd, description: 'ñandú 🌴' }] };
  const { xml } = signXml(ecfXml(strange, signedAt), key);
  assert.deepEqual(await faultsOf(xml, 'ecf31.xsd'), []);
  assert.ok(!xml.includes('\u0001'));
});

test('a discount on the whole document lowers the base of its treatment', { skip }, async () => {
  const document: EcfDocument = {
    ...documentOf('45'),
    adjustments: [
      { kind: 'discount', description: 'Pronto pago', percent: '10', amount: '1750.00', itbis: 'general' },
      { kind: 'surcharge', description: 'Flete', percent: null, amount: '250.00', itbis: 'general' },
    ],
  };
  const totals = ecfTotals(document);
  assert.deepEqual([totals.bases.general, totals.itbisTotal], [1_600_000n, 288_000n]);
  const { xml } = signXml(ecfXml(document, signedAt), key);
  assert.deepEqual(await faultsOf(xml, 'ecf45.xsd'), []);
});

test('totals follow the formulas of the authority', () => {
  const totals = ecfTotals(documentOf('31'));
  assert.deepEqual(
    totals.lines.map(({ amount }) => amount),
    [1_450_000n, 685_200n, 195_000n],
  );
  assert.deepEqual(totals.bases, { general: 1_450_000n, reduced: 685_200n, exempt: 195_000n });
  assert.deepEqual(totals.itbis, { general: 261_000n, reduced: 109_632n });
  assert.equal(totals.total, 1_450_000n + 685_200n + 195_000n + 261_000n + 109_632n);
  assert.deepEqual([totals.withheldItbis, totals.withheldIsr], [78_300n, 29_000n]);
});

test('ITBIS included in prices is computed from the sum, and the total stays the paid amount', () => {
  const totals = ecfTotals(documents.at(-1)!);
  assert.deepEqual(totals.bases, { general: 88_983n, exempt: 10_000n });
  assert.deepEqual(totals.itbis, { general: 16_017n });
  assert.equal(totals.total, 115_000n);
});

test('the legal tip is no part of the base of ITBIS, selective taxes are', () => {
  const meal = ecfTotals(documentOf('45'));
  assert.deepEqual([meal.itbisTotal, meal.otherTaxesTotal, meal.total], [315_000n, 175_000n, 2_240_000n]);
  const document = documentOf('45');
  const rum = { ...document.lines[0]!, otherTaxes: [{ code: '014', rate: '1', amount: '1000.00' }] };
  const taxed = ecfTotals({ ...document, lines: [rum] });
  assert.deepEqual([taxed.bases.general, taxed.itbisTotal], [1_750_000n, 333_000n]);
});

test('ITBIS charged line by line is reported as charged', () => {
  const document = documentOf('31');
  const lines = ['0.10', '0.10', '0.10'].map((unitPrice) => ({
    ...document.lines[0]!,
    quantity: '1',
    discount: '0',
    unitPrice,
    itbisAmount: '0.02',
  }));
  assert.equal(ecfTotals({ ...document, lines }).itbisTotal, 6n);
  const computed = lines.map((line) => ({ ...line, itbisAmount: null }));
  assert.equal(ecfTotals({ ...document, lines: computed }).itbisTotal, 5n);
});

test('amounts in another currency are reported with their pesos', () => {
  const document = documentOf('46');
  const xml = ecfXml(document, signedAt);
  assert.equal(ecfTotals(inPesos(document)).total, 19_120_000n);
  assert.match(xml, /<MontoTotal>191200\.00<\/MontoTotal>/);
  assert.match(xml, /<TipoMoneda>USD<\/TipoMoneda><TipoCambio>59\.7500<\/TipoCambio>/);
  assert.match(xml, /<MontoTotalOtraMoneda>3200\.00<\/MontoTotalOtraMoneda>/);
});

const treatments = ['general', 'reduced', 'zero', 'exempt', 'not-billable'] as const;
const anyLine = fc.record({
  itbis: fc.constantFrom(...treatments),
  quantity: fc.integer({ min: 1, max: 5_000 }),
  unitPrice: fc.integer({ min: 1_000, max: 90_000_000 }),
  discountPercent: fc.integer({ min: 0, max: 90 }),
});
const someLines = { minLength: 1, maxLength: 12 };

test('in every currency the lines of each treatment sum to its base, and the bases and taxes to the total', () => {
  const government = documentOf('45');
  const property = fc.property(fc.array(anyLine, someLines), fc.integer({ min: 1, max: 990_000 }), (given, rate) => {
    const lines = given.map(({ itbis, quantity, unitPrice, discountPercent }) => ({
      ...government.lines[0]!,
      itbis,
      quantity: (quantity / 100).toFixed(2),
      unitPrice: (unitPrice / 10_000).toFixed(4),
      discount: (Math.floor((quantity * unitPrice * discountPercent) / 1e6 / 100) / 100).toFixed(2),
      otherTaxes: [],
    }));
    const document = { ...government, lines, currency: 'USD', exchangeRate: (rate / 10_000).toFixed(4) };
    for (const totals of [ecfTotals(document), pesoTotals(document)]) {
      for (const treatment of treatments) {
        const amounts = totals.lines.filter((_, place) => lines[place]!.itbis === treatment);
        assert.equal(sum(amounts.map(({ amount }) => amount)), totals.bases[treatment] ?? 0n, treatment);
      }
      const { general = 0n, reduced = 0n, zero = 0n, exempt = 0n } = totals.bases;
      assert.equal(totals.taxedTotal, general + reduced + zero);
      assert.equal(totals.itbisTotal, sum(Object.values(totals.itbis)));
      assert.equal(totals.total, totals.taxedTotal + exempt + totals.itbisTotal);
    }
  });
  fc.assert(property, { numRuns: 300 });
});

test('the tax withheld of each line in another currency sums to the total in pesos', () => {
  const document = documentOf('47');
  const line = { ...document.lines[0]!, withheld: { itbis: '0', isr: '0.27' } };
  const xml = ecfXml({ ...document, currency: 'USD', exchangeRate: '59.8765', lines: [line, line, line] }, signedAt);
  const cents = [...xml.matchAll(/<MontoISRRetenido>([\d.]+)</g)].map(([, amount]) => Math.round(Number(amount) * 100));
  // 0.27 USD are 16.17 pesos, but three times as much are 48.50.
  assert.deepEqual(cents, [1617, 1616, 1617]);
  assert.match(xml, /<TotalISRRetencion>48\.50</);
});

test('a credit note after thirty days says that ITBIS does not come back', () => {
  const note = documentOf('34');
  const indicator = (issuedOn: string) =>
    /<IndicadorNotaCredito>(\d)/.exec(ecfXml({ ...note, reference: { ...note.reference!, issuedOn } }, signedAt))?.[1];
  assert.equal(indicator('2026-10-16'), '0');
  assert.equal(indicator('2026-10-15'), '1');
});

test('the time of the signature is that of Santo Domingo, with 24 hours', () => {
  assert.match(ecfXml(documentOf('31'), signedAt), /<FechaHoraFirma>15-11-2026 13:05:09</);
  const midnight = Temporal.Instant.from('2026-11-15T04:00:00Z');
  assert.match(ecfXml(documentOf('31'), midnight), /<FechaHoraFirma>15-11-2026 00:00:00</);
});

test('content that the authority would reject is reported with its path', () => {
  const credit = documentOf('31');
  const [first] = credit.lines;
  const withLine = (change: object): EcfDocument => ({ ...credit, lines: [{ ...first!, ...change }] });
  const wrong: [EcfDocument, string][] = [
    [{ ...credit, buyer: null }, 'buyer'],
    [{ ...credit, buyer: { ...credit.buyer!, taxId: null } }, 'buyer.taxId'],
    [{ ...credit, buyer: { ...credit.buyer!, taxId: '12' } }, 'buyer.taxId'],
    [{ ...credit, number: 'E320000000001' }, 'number'],
    [{ ...credit, number: 'B0100000001' }, 'number'],
    [{ ...credit, sequenceExpiresOn: null }, 'sequenceExpiresOn'],
    [{ ...credit, sequenceExpiresOn: '2026-11-14' }, 'sequenceExpiresOn'],
    [{ ...credit, lines: [] }, 'lines'],
    [{ ...credit, payment: { ...credit.payment, dueOn: null } }, 'payment.dueOn'],
    [{ ...credit, payment: { ...credit.payment, forms: [{ form: 'cash', amount: '1' }] } }, 'payment.forms'],
    [{ ...credit, currency: 'ARS', exchangeRate: '1' }, 'currency'],
    [{ ...credit, currency: 'USD' }, 'exchangeRate'],
    [withLine({ quantity: '0.001' }), 'lines[0].quantity'],
    [withLine({ quantity: '1.005' }), 'lines[0].quantity'],
    [withLine({ unitPrice: '-1' }), 'lines[0].unitPrice'],
    [withLine({ discount: '99999999' }), 'lines[0].discount'],
    [withLine({ otherTaxes: [{ code: '040', rate: '1', amount: null }] }), 'lines[0].otherTaxes[0].code'],
    [withLine({ otherTaxes: [{ code: '006', rate: '1', amount: null }] }), 'lines[0].otherTaxes[0]'],
    [{ ...documentOf('33'), reference: null }, 'reference'],
    [{ ...documentOf('43'), buyer: credit.buyer }, 'buyer'],
    [{ ...documentOf('43'), lines: [first!] }, 'lines[0].itbis'],
    [
      { ...documentOf('47'), lines: documentOf('47').lines.map((line) => ({ ...line, withheld: null })) },
      'lines[0].withheld',
    ],
    [{ ...documentOf('32'), buyer: null }, 'buyer.taxId'],
  ];
  for (const [document, path] of wrong)
    assert.ok(
      ecfProblems(document, limits).some((problem) => problem.path === path),
      `${document.type} ${path}: ${JSON.stringify(ecfProblems(document, limits))}`,
    );
});

test('documents that are exchanged fit the structure that received ones are checked with', () => {
  for (const document of documents.filter(({ type }) => ['31', '33', '34', '44'].includes(type))) {
    const { ECF } = parseXml(ecfXml(document, signedAt));
    assert.equal(structureFault(document.type, ECF), null, document.type);
  }
  const xml = ecfXml(documentOf('31'), signedAt);
  const faultIn = (text: string) => structureFault('31', parseXml(text).ECF);
  assert.match(faultIn(xml.replace(/<RNCComprador>\d+<\/RNCComprador>/, ''))!, /RNCComprador is missing/);
  assert.match(faultIn(xml.replace(/<RNCEmisor>\d+</, '<RNCEmisor>12<'))!, /RNCEmisor has a wrong value/);
  assert.match(faultIn(xml.replace('<FechaHoraFirma>', '<Nada>1</Nada><FechaHoraFirma>'))!, /unknown element Nada/);
  const swapped = xml.replace(/(<TipoIngresos>.*?<\/TipoIngresos>)(<TipoPago>.*?<\/TipoPago>)/, '$2$1');
  assert.match(faultIn(swapped)!, /not in its place/);
});
