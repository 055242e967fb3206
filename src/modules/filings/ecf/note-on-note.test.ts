import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newIssuer } from '#test/einvoice.ts';
import { newReturn, returnOf } from '#test/fulfilment.ts';
import { app, codeOf, eventually } from '#test/harness.ts';

const day = (daysAgo: number): string =>
  Temporal.Now.plainDateISO('America/Santo_Domingo').subtract({ days: daysAgo }).toString();

async function newSeller() {
  const business = await newIssuer();
  const { api, taxId } = business;
  for (const type of ['E31', 'E33', 'E34', 'E46', 'B01', 'B03', 'B04'] as const)
    await api.POST('/v1/taxes/numerals', { body: { type, start: 1, end: 100, authorizedOn: '2026-01-01' } });
  const { data } = await api.GET('/v1/taxes/list', { params: { query: { itemsPerPage: 200 } } });
  const itbis = data!.data.find(({ code }) => code === 'ITBIS-18')!.id;
  const contact = await api.POST('/v1/beneficiary', { body: { name: 'Suplidora del Este', taxId: '131246796' } });
  const contactId = contact.data!.id;
  const post = (body: object) => api.POST('/v1/record/pending', { body: { contactId, ...body } as never });
  const issued = async (unitPrice: string, body: object) => {
    const { data, error } = await post({
      elements: [{ description: 'Café', quantity: '2', unitPrice, taxIds: [itbis] }],
      ...body,
    });
    assert.ok(data, JSON.stringify(error));
    return data;
  };
  const acceptedXml = (number: string) =>
    eventually(async () => {
      const list = await api.GET('/v1/einvoice/document', { params: { query: { itemsPerPage: 100 } } });
      const found = list.data!.data.find((each) => each.number === number);
      if (found?.state !== 'accepted') return false;
      return (await app.simulators.ecf.handedIn(taxId)).find((each) => each.number === number)!.xml;
    });
  /** The number, code and late mark of the reference in an accepted credit note. */
  const referenceOf = async (number: string) => {
    const xml = await acceptedXml(number);
    const field = (name: string) => new RegExp(`<${name}>([^<]+)`).exec(xml)![1];
    return ['NCFModificado', 'FechaNCFModificado', 'CodigoModificacion', 'IndicadorNotaCredito'].map(field);
  };
  return { business, api, itbis, contactId, post, issued, acceptedXml, referenceOf };
}

const written = (date: string): string => date.split('-').toReversed().join('-');

test('a credit note on an electronic debit note names the receipt that the debit note modifies', async () => {
  const { business, api, contactId, issued, referenceOf } = await newSeller();
  const sale = await issued('1000', { fiscalType: 'E31' });
  const debit = await issued('100', { fiscalType: 'E33', modifiesFiscalNumber: sale.fiscalNumber });
  const half = await newReturn(business, debit.id, { lines: [{ elementId: debit.elements[0]!.id, quantity: '1' }] });
  assert.deepEqual([half.fiscalType, half.total, half.modifiesFiscalNumber], ['E34', '118.00', sale.fiscalNumber]);
  assert.deepEqual(await referenceOf(half.fiscalNumber!), [sale.fiscalNumber, written(sale.date), '3', '0']);
  const period = sale.date.slice(0, 7);
  const { data: report } = await api.GET('/v1/taxes/607', { params: { query: { period } } });
  const rows = report!.data.map(({ number, modified, net, itbis }) => [number, modified, net, itbis]);
  assert.deepEqual(rows.slice(1), [
    [debit.fiscalNumber, sale.fiscalNumber, '200.00', '36.00'],
    [half.fiscalNumber, sale.fiscalNumber, '100.00', '18.00'],
  ]);
  const { data: it1 } = await api.GET('/v1/taxes/monthly-payment-summary', { params: { query: { period } } });
  const amountOf = (boxes: { box: string; amount: string }[], name: string) =>
    boxes.find(({ box }) => box === name)!.amount;
  assert.deepEqual(
    ['A1', 'A3', 'A4', 'A11', 'A43'].map((box) => amountOf(it1!.annex, box)),
    ['2000.00', '200.00', '100.00', '2100.00', '0.00'],
  );
  assert.deepEqual([amountOf(it1!.boxes, '11'), amountOf(it1!.boxes, '16')], ['2100.00', '378.00']);
  const { data: owed } = await api.GET('/v1/record/pending', { params: { query: { contactId: [contactId] } } });
  assert.deepEqual(owed!.data.map(({ balance }) => balance).sort(), ['118.00', '2360.00']);
  const rest = await newReturn(business, debit.id);
  assert.deepEqual(await referenceOf(rest.fiscalNumber!), [sale.fiscalNumber, written(sale.date), '3', '0']);
});

test('a credit note on an electronic debit note is late by the day of the receipt that it names', async () => {
  const { business, issued, referenceOf } = await newSeller();
  const sale = await issued('1000', { fiscalType: 'E31', date: day(40) });
  const debit = await issued('100', { fiscalType: 'E33', modifiesFiscalNumber: sale.fiscalNumber, date: day(10) });
  const note = await newReturn(business, debit.id);
  assert.deepEqual([note.net, note.tax], ['200.00', '0.00']);
  assert.deepEqual(await referenceOf(note.fiscalNumber!), [sale.fiscalNumber, written(sale.date), '3', '1']);
});

test('a credit note voids its invoice only with the whole total, and no note on that invoice follows', async () => {
  const { business, issued, post, itbis, referenceOf } = await newSeller();
  const elements = [{ description: 'Flete', unitPrice: '50', taxIds: [itbis] }];
  const late = await issued('1000', { fiscalType: 'E31', date: day(40) });
  const lateNote = await newReturn(business, late.id);
  assert.deepEqual(await referenceOf(lateNote.fiscalNumber!), [late.fiscalNumber, written(late.date), '3', '1']);
  const raised = await issued('1000', { fiscalType: 'E31' });
  await issued('10', { fiscalType: 'E33', modifiesFiscalNumber: raised.fiscalNumber });
  const raisedNote = await newReturn(business, raised.id);
  assert.equal((await referenceOf(raisedNote.fiscalNumber!))[2], '3');
  const plain = await issued('1000', { fiscalType: 'E31' });
  const voiding = { fiscalType: 'E33', modifiesFiscalNumber: plain.fiscalNumber, modificationCode: 1, elements };
  assert.equal(codeOf(await post(voiding)), 'fiscal_document_unacceptable');
  const plainNote = await newReturn(business, plain.id);
  assert.equal((await referenceOf(plainNote.fiscalNumber!))[2], '1');
  const after = await post({ fiscalType: 'E33', modifiesFiscalNumber: plain.fiscalNumber, elements });
  assert.equal(codeOf(after), 'fiscal_document_unacceptable');
  assert.deepEqual((after.error as { errors: { path: string }[] }).errors[0]!.path, 'body.modifiesFiscalNumber');
  await issued('10', { fiscalType: 'E33', modifiesFiscalNumber: raised.fiscalNumber });
});

test('a debit note on an export has lines without ITBIS at zero and not exempt', async () => {
  const { business, issued, acceptedXml } = await newSeller();
  const elements = [{ description: 'Cacao', unitPrice: '1000' }];
  const sale = await issued('0', { fiscalType: 'E46', elements });
  const debit = await issued('0', { fiscalType: 'E33', modifiesFiscalNumber: sale.fiscalNumber, elements });
  const note = await newReturn(business, debit.id);
  for (const { fiscalNumber } of [sale, debit, note])
    assert.match(await acceptedXml(fiscalNumber!), /<IndicadorFacturacion>3</, fiscalNumber!);
});

test('a credit note on a debit note on paper names the debit note', async () => {
  const { business, issued } = await newSeller();
  const sale = await issued('1000', { fiscalType: 'B01' });
  const debit = await issued('100', { fiscalType: 'B03', modifiesFiscalNumber: sale.fiscalNumber });
  const note = await newReturn(business, debit.id);
  assert.deepEqual([note.fiscalType, note.modifiesFiscalNumber], ['B04', debit.fiscalNumber]);
});

test('the credit note of a supplier on a debit note names the receipt of the supplier', async () => {
  const { business, api, issued } = await newSeller();
  const bought = { direction: 'purchase', expenseType: '02' };
  await issued('1000', { ...bought, fiscalNumber: 'E310000000001', date: day(40) });
  const debit = await issued('100', {
    ...bought,
    fiscalNumber: 'E330000000001',
    modifiesFiscalNumber: 'E310000000001',
  });
  const note = await newReturn(business, debit.id, { fiscalNumber: 'E340000000001' });
  assert.deepEqual([note.modifiesFiscalNumber, note.tax], ['E310000000001', '0.00']);
  const query = { period: note.date.slice(0, 7) };
  const { data } = await api.GET('/v1/taxes/606', { params: { query } });
  const row = data!.data.find(({ number }) => number === 'E340000000001')!;
  assert.equal(row.modified, 'E310000000001');
  const again = await returnOf(business, debit.id, { fiscalNumber: 'E340000000002' });
  assert.equal(codeOf(again), 'nothing_to_return');
});
