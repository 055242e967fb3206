import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newIssuer } from '#test/einvoice.ts';
import { newReturn, returnOf } from '#test/fulfilment.ts';
import { app, type Business, codeOf, eventually } from '#test/harness.ts';
import { ecfDocuments } from '../tables.ts';

let business: Business & { taxId: string };
let taxes: Record<string, string>;
let contacts: Record<'company' | 'other' | 'tourist' | 'informal', string>;

const newTax = async (body: object): Promise<string> =>
  (await business.api.POST('/v1/taxes', { body: body as never })).data!.id;

before(async () => {
  business = await newIssuer();
  for (const type of ['E31', 'E32', 'E33', 'E34', 'E41', 'E43', 'E44', 'E46', 'E47', 'B01'] as const) {
    const body = { type, start: 1, end: 100, authorizedOn: '2026-10-01' };
    assert.ok((await business.api.POST('/v1/taxes/numerals', { body })).data);
  }
  const { data } = await business.api.GET('/v1/taxes/list', { params: { query: { itemsPerPage: 200 } } });
  taxes = Object.fromEntries(data!.data.map(({ code, id }) => [code, id]));
  const rates = [{ validFrom: '2000-01-01', rate: '10' }];
  taxes.ITBIS10 = await newTax({ code: 'ITBIS-10', name: 'ITBIS 10 %', kind: 'itbis', rates });
  taxes.ROMESP = await newTax({ code: 'RON-ESP', name: 'ISC ron', kind: 'isc', fiscalCode: '006', rates });
  taxes.ROMVAL = await newTax({ code: 'RON-VAL', name: 'ISC ron ad valorem', kind: 'isc', fiscalCode: '023', rates });
  const contact = async (body: object) =>
    (await business.api.POST('/v1/beneficiary', { body: body as never })).data!.id;
  contacts = {
    company: await contact({ name: 'Suplidora del Este', taxId: '131246796' }),
    other: await contact({ name: 'Ferretería Ozama', taxId: '101850043' }),
    tourist: await contact({ name: 'John Smith', taxId: '123456789', taxIdKind: 'passport' }),
    informal: await contact({ name: 'Don Chepe', taxId: '00112345673' }),
  };
});

const line = (change: object = {}) => ({ description: 'Café', unitPrice: '1000', ...change });
const itbis = () => line({ taxIds: [taxes['ITBIS-18']] });
const post = (body: object) => business.api.POST('/v1/record/pending', { body: body as never });

const remaining = async () => {
  const { data } = await business.api.GET('/v1/taxes/numerals', { params: { query: { itemsPerPage: 100 } } });
  return data!.data.map(({ type, remaining: left }) => [type, left]);
};

/** The request is refused at this field, and takes no number. */
async function refused(body: object, path: string, code = 'fiscal_document_unacceptable') {
  const numbers = await remaining();
  const { error, response } = await post(body);
  assert.equal(response.status, 422, JSON.stringify(body));
  const problem = error as { code: string; errors?: { path: string }[] };
  assert.equal(problem.code, code, JSON.stringify(problem));
  assert.ok(
    problem.errors!.some((each) => each.path === path),
    `${path}: ${JSON.stringify(problem.errors)}`,
  );
  assert.deepEqual(await remaining(), numbers);
}

async function issued(body: object) {
  const { data, error } = await post(body);
  assert.ok(data, JSON.stringify(error));
  return data;
}

const xmlOf = async (sourceId: string): Promise<string> => {
  const document = await eventually(() =>
    app.engine.within(business.id, async (ctx) => {
      const found = await ecfDocuments.find(ctx, { sourceId });
      return found?.signedXml ? found : null;
    }),
  );
  return document.signedXml!;
};

describe('a receipt that the tax authority would reject is not issued', () => {
  test('with taxes that its type does not have', async () => {
    const { company, informal } = contacts;
    await refused({ direction: 'purchase', fiscalType: 'E43', elements: [itbis()] }, 'body.elements[0].taxIds');
    await refused({ fiscalType: 'E44', contactId: company, elements: [line(), itbis()] }, 'body.elements[1].taxIds');
    await refused({ fiscalType: 'E46', contactId: company, elements: [itbis()] }, 'body.elements[0].taxIds');
    const three = line({ taxIds: ['ITBIS-18', 'PROPINA', 'CDT', 'ISC-TELECOM'].map((code) => taxes[code]) });
    await refused({ fiscalType: 'E31', contactId: company, elements: [three] }, 'body.elements[0].taxIds');
    const spirits = line({ taxIds: [taxes['ITBIS-18'], taxes.ROMESP, taxes.ROMVAL] });
    await refused({ fiscalType: 'E31', contactId: company, elements: [spirits] }, 'body.elements[0].taxIds');
    const tipped = line({ taxIds: [taxes['ITBIS-18'], taxes.PROPINA] });
    const bought = { direction: 'purchase', fiscalType: 'E41', contactId: informal, elements: [tipped] };
    await refused(bought, 'body.elements[0].taxIds');
  });

  test('with two ITBIS on a line, or a rate that is not the law’s', async () => {
    const two = line({ taxIds: [taxes['ITBIS-18'], taxes['ITBIS-16']] });
    await refused({ fiscalType: 'E31', contactId: contacts.company, elements: [two] }, 'body.elements[0].taxIds');
    const odd = line({ taxIds: [taxes.ITBIS10] });
    await refused({ fiscalType: 'E32', elements: [odd] }, 'body.elements[0].taxIds');
  });

  test('with a discount in a type without discounts', async () => {
    const discounted = [line({ discount: { amount: '10' } })];
    for (const fiscalType of ['E43', 'E47'])
      await refused({ direction: 'purchase', fiscalType, elements: discounted }, 'body.elements[0].discount');
  });

  test('without a buyer, or with a foreign one where an RNC is required', async () => {
    await refused({ fiscalType: 'E46', elements: [line()] }, 'body.contactId');
    await refused({ fiscalType: 'E31', contactId: contacts.tourist, elements: [itbis()] }, 'body.contactTaxId');
    const byHand = { contactName: 'Jane', contactTaxId: '987654321', contactTaxIdKind: 'foreign' };
    await refused({ fiscalType: 'E31', ...byHand, elements: [itbis()] }, 'body.contactTaxId');
  });

  test('dated in the future or before its range was authorised', async () => {
    const sale = { fiscalType: 'E32', elements: [line()] };
    const tomorrow = Temporal.Now.plainDateISO('America/Santo_Domingo').add({ days: 2 }).toString();
    await refused({ ...sale, date: tomorrow, dueOn: tomorrow }, 'body.date');
    await refused({ ...sale, date: '2026-09-30' }, 'body.date', 'numerals_not_authorized');
    assert.match((await issued({ ...sale, date: '2026-10-01' })).fiscalNumber!, /^E32/);
  });

  test('as a note on a document that is unknown, void or another buyer’s, or with a wrong code', async () => {
    const { company, other } = contacts;
    const invoice = await issued({ fiscalType: 'E31', contactId: company, elements: [itbis()] });
    const note = { fiscalType: 'E33', contactId: company, elements: [itbis()] };
    const on = (modifiesFiscalNumber: string | null, more: object = {}) => ({ ...note, modifiesFiscalNumber, ...more });
    await refused(on('E310000099999'), 'body.modifiesFiscalNumber');
    await refused(on(invoice.fiscalNumber, { contactId: other }), 'body.modifiesFiscalNumber');
    await refused(on(invoice.fiscalNumber, { modificationCode: 5 }), 'body.modificationCode');
    await refused(on(invoice.fiscalNumber, { modificationCode: 2 }), 'body.modificationCode');
    const debit = await issued(on(invoice.fiscalNumber));
    await refused(on(debit.fiscalNumber), 'body.modificationCode');
    const paper = await issued({ fiscalType: 'B01', contactId: company, elements: [itbis()] });
    await business.api.DELETE('/v1/record/pending', { body: { id: paper.id } });
    await refused(on(paper.fiscalNumber), 'body.modifiesFiscalNumber');
  });

  test('as a note without buyer on a large consumer invoice', async () => {
    const elements = [line({ unitPrice: '300000' })];
    const large = await issued({ fiscalType: 'E32', contactId: contacts.tourist, elements });
    await refused(
      { fiscalType: 'E33', modifiesFiscalNumber: large.fiscalNumber, elements: [line()] },
      'body.modifiesFiscalNumber',
    );
  });

  test('as a credit note dated in the future', async () => {
    const invoice = await issued({ fiscalType: 'E31', contactId: contacts.company, elements: [itbis()] });
    const date = Temporal.Now.plainDateISO('America/Santo_Domingo').add({ days: 3 }).toString();
    const late = await returnOf(business, invoice.id, { status: 'issued', date });
    assert.equal(codeOf(late), 'fiscal_document_unacceptable');
  });
});

describe('an electronic receipt says', () => {
  test('a passport of nine digits as a foreign id, in the XML and in the 607', async () => {
    const { tourist } = contacts;
    const sale = await issued({ fiscalType: 'E46', contactId: tourist, date: '2026-10-20', elements: [line()] });
    const xml = await xmlOf(sale.id);
    assert.match(xml, /<IdentificadorExtranjero>123456789</);
    assert.doesNotMatch(xml, /<RNCComprador>/);
    const { data } = await business.api.GET('/v1/taxes/607', { params: { query: { period: '2026-10' } } });
    const row = data!.data.find(({ documentId }) => documentId === sale.id)!;
    assert.deepEqual([row.taxId, row.idType], ['123456789', '3']);
    const isr = line({ taxIds: [taxes['RET-ISR-EXT']] });
    const body = { direction: 'purchase', fiscalType: 'E47', contactName: 'Cloud Inc', contactTaxId: '401234567' };
    const abroad = await issued({ ...body, elements: [isr] });
    assert.match(await xmlOf(abroad.id), /<IdentificadorExtranjero>401234567</);
  });

  test('that it replaces a paper receipt, or refers to a consumer invoice', async () => {
    const { company } = contacts;
    const paper = await issued({ fiscalType: 'B01', contactId: company, elements: [itbis()] });
    const replaced = { fiscalType: 'E31', contactId: company, elements: [itbis()] };
    const code = async (body: object) => {
      const { id, modificationCode } = await issued(body);
      return [modificationCode, /<CodigoModificacion>(\d)</.exec(await xmlOf(id))?.[1]];
    };
    assert.deepEqual(await code({ ...replaced, modifiesFiscalNumber: paper.fiscalNumber }), [null, '4']);
    const consumer = await issued({ fiscalType: 'E32', contactId: company, elements: [itbis()] });
    const referring = { ...replaced, modifiesFiscalNumber: consumer.fiscalNumber };
    assert.deepEqual(await code({ ...referring, modificationCode: 5 }), [5, '5']);
    for (const modificationCode of [1, 2, 3, 4])
      await refused({ ...referring, modificationCode }, 'body.modificationCode');
    const text = { fiscalType: 'E33', contactId: company, modificationCode: 2, elements: [line({ unitPrice: '0' })] };
    const sold = await issued(replaced);
    assert.deepEqual(await code({ ...text, modifiesFiscalNumber: sold.fiscalNumber }), [2, '2']);
  });

  test('cash for a credit invoice of nothing, and free for a consumer invoice', async () => {
    const elements = [line({ unitPrice: '0' })];
    const credit = await issued({ fiscalType: 'E31', contactId: contacts.company, elements });
    const consumer = await issued({ fiscalType: 'E32', elements });
    assert.match(await xmlOf(credit.id), /<TipoPago>1</);
    assert.match(await xmlOf(consumer.id), /<TipoPago>3</);
  });

  test('a free line whose discount is its price in cents', async () => {
    const half = (amount: string) => line({ unitPrice: '33.33', quantity: '0.5', discount: { amount } });
    const free = await issued({ fiscalType: 'E32', elements: [half('16.67'), itbis()] });
    assert.deepEqual(
      [free.elements[0]!.discountAmount, free.elements[0]!.net, free.total],
      ['16.67', '0.00', '1180.00'],
    );
    assert.match(await xmlOf(free.id), /<DescuentoMonto>16.67<\/DescuentoMonto>.*?<MontoItem>0.00<\/MontoItem>/s);
  });

  test('the amounts of the books at a rate with six decimals', async () => {
    const elements = [
      line({ unitPrice: '33.33', taxIds: [taxes['ITBIS-18']] }),
      line({ unitPrice: '0.07', quantity: '3', taxIds: [taxes['ITBIS-16'], taxes.PROPINA] }),
      line({ unitPrice: '19.99' }),
    ];
    const foreign = { currency: 'USD', rate: '59.123457', fiscalType: 'E31', contactId: contacts.company, elements };
    const sale = await issued({ ...foreign, date: '2026-10-21' });
    const xml = await xmlOf(sale.id);
    const amount = (name: string) => new RegExp(`<${name}>([\\d.]+)<`).exec(xml)![1];
    const { data } = await business.api.GET('/v1/taxes/607', { params: { query: { period: '2026-10' } } });
    const row = data!.data.find(({ documentId }) => documentId === sale.id)!;
    assert.equal(amount('MontoTotal'), sale.baseTotal);
    const tip = amount('MontoImpuestoAdicional');
    assert.deepEqual([amount('TotalITBIS'), tip], [row.itbis, row.tip]);
    const cents = (text: string | undefined) => Math.round(Number(text) * 100);
    assert.equal(cents(amount('MontoGravadoTotal')) + cents(amount('MontoExento')), cents(row.net));
  });

  test('one unit at the whole worth where the price in pesos, times the quantity, would be more than a peso off', async () => {
    const elements = ['1000', '60000'].map((quantity) => line({ quantity, unitPrice: '0.1234' }));
    const xml = await xmlOf((await issued({ fiscalType: 'E32', currency: 'USD', rate: '0.8765', elements })).id);
    const written = (name: string) =>
      [...xml.matchAll(new RegExp(`<${name}>([\\d.]+)<`, 'g'))].map((match) => match[1]);
    assert.deepEqual(written('CantidadItem'), ['1000.00', '1.00']);
    assert.deepEqual(written('PrecioUnitarioItem'), ['0.1082', '6489.6060']);
    assert.deepEqual(written('MontoItem'), ['108.16', '6489.61']);
    assert.deepEqual(written('PrecioOtraMoneda'), ['0.1234', '7404.0000']);
  });

  test('goods for a line of free text, and a service for one that is counted in hours', async () => {
    const elements = [line({ unit: 'lb' }), line(), line({ description: 'Asesoría', unit: 'hora' })];
    const xml = await xmlOf((await issued({ fiscalType: 'E32', elements })).id);
    const kinds = [...xml.matchAll(/<IndicadorBienoServicio>(\d)</g)].map((match) => match[1]);
    assert.deepEqual(kinds, ['1', '1', '2']);
  });

  test('the price without ITBIS in a credit note after thirty days, as the books and the 607', async () => {
    const { company: contactId } = contacts;
    const elements = [itbis()];
    const sale = await issued({ fiscalType: 'E31', contactId, date: '2026-10-02', dueOn: '2026-12-31', elements });
    const note = await newReturn(business, sale.id, { date: '2026-11-03' });
    assert.deepEqual([note.net, note.tax, note.total], ['1000.00', '0.00', '1000.00']);
    const xml = await xmlOf(note.id);
    assert.match(xml, /<IndicadorNotaCredito>1</);
    assert.match(xml, /<MontoGravadoI1>1000.00</);
    assert.match(xml, /<TotalITBIS>0.00</);
    assert.match(xml, /<MontoTotal>1000.00</);
    const path = { pendingRecordId: sale.id };
    const { data } = await business.api.GET('/v1/record/pending/{pendingRecordId}', { params: { path } });
    assert.equal(data!.balance, '180.00');
    const form = await business.api.GET('/v1/taxes/607', { params: { query: { period: '2026-11' } } });
    const row = form.data!.data.find(({ documentId }) => documentId === note.id)!;
    assert.deepEqual([row.net, row.itbis], ['1000.00', '0.00']);
  });
});
