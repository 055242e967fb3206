import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { validateXML } from 'xmllint-wasm';
import { fillInFiscalStamps } from '#modules/invoicing/index.ts';
import { behaviours, newIssuer } from '#test/einvoice.ts';
import { changeReturn, newReturn } from '#test/fulfilment.ts';
import { app, type Business, eventually } from '#test/harness.ts';

interface Issuer extends Business {
  taxId: string;
  itbis: string;
  contactId: string;
}

async function newShop(): Promise<Issuer> {
  const business = await newIssuer();
  for (const type of ['E31', 'E32', 'E34'] as const)
    await business.api.POST('/v1/taxes/numerals', { body: { type, start: 1, end: 100 } });
  const { data } = await business.api.GET('/v1/taxes/list', { params: { query: { itemsPerPage: 200 } } });
  const contact = await business.api.POST('/v1/beneficiary', {
    body: { name: 'Suplidora del Este', taxId: '131246796' },
  });
  return { ...business, itbis: data!.data.find(({ code }) => code === 'ITBIS-18')!.id, contactId: contact.data!.id };
}

/** An invoice that the authority has accepted. */
async function accepted(shop: Issuer, body: object) {
  const { data, error } = await shop.api.POST('/v1/record/pending', { body: body as never });
  assert.ok(data, JSON.stringify(error));
  await electronicOf(shop, data.id, 'accepted');
  return data;
}

const electronicOf = (business: Business, sourceId: string, state: string) =>
  eventually(async () => {
    const { data } = await business.api.GET('/v1/einvoice/document', { params: { query: { sourceId } } });
    const [document] = data!.data;
    return document?.state === state && document;
  });

const xmlOf = async ({ taxId }: Issuer, number: string): Promise<string> =>
  (await app.simulators.ecf.handedIn(taxId)).find((each) => each.number === number)!.xml;

/** The authority's schemas are not ours to publish; they are tested against where they are at hand. */
async function checkSchema(t: TestContext, xml: string): Promise<void> {
  const path = join(resolve(process.env.ECF_SCHEMAS ?? '../shared/facts/xsd'), 'ecf34.xsd');
  if (!existsSync(path)) return t.diagnostic('skipped: the schema of the tax authority is not at hand');
  const schema = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  const { errors } = await validateXML({
    xml,
    schema: schema.replaceAll('" Indicador', '"Indicador').replaceAll('(?:', '('),
  });
  assert.deepEqual(
    errors.map(({ message }) => message),
    [],
  );
}

test('a return of an electronic invoice is sent to the authority as a credit note', async (t) => {
  const shop = await newShop();
  const invoice = await accepted(shop, {
    contactId: shop.contactId,
    fiscalType: 'E31',
    elements: [
      // A third of what is left after the discount is no whole number of cents.
      { description: 'Café', quantity: '3', unitPrice: '33.335', discount: { amount: '0.02' }, taxIds: [shop.itbis] },
      { description: 'Libro', quantity: '2', unitPrice: '650' },
    ],
  });
  const [coffee] = invoice.elements;
  const note = await newReturn(shop, invoice.id, {
    reason: 'Llegó roto',
    lines: [{ elementId: coffee!.id, quantity: '1' }],
  });
  const sent = await electronicOf(shop, note.id, 'accepted');
  assert.deepEqual(
    [sent.sourceKind, sent.type, sent.number, sent.total, sent.buyerTaxId],
    ['return', '34', 'E340000000001', note.total, '131246796'],
  );
  const xml = await xmlOf(shop, sent.number);
  const [year, month, day] = invoice.date.split('-');
  const reference = `<NCFModificado>${invoice.fiscalNumber}</NCFModificado><FechaNCFModificado>${day}-${month}-${year}</FechaNCFModificado><CodigoModificacion>3</CodigoModificacion><RazonModificacion>Llegó roto<`;
  assert.ok(xml.includes(reference), xml);
  assert.match(xml, /<IndicadorNotaCredito>0</);
  assert.match(xml, new RegExp(`<MontoTotal>${note.total}</MontoTotal>`));
  await checkSchema(t, xml);
});

test('the credit notes of an invoice in dollars have the pesos of the books, which add up to the invoice', async () => {
  const shop = await newShop();
  const invoice = await accepted(shop, {
    contactId: shop.contactId,
    fiscalType: 'E31',
    currency: 'USD',
    rate: '58.77',
    elements: [{ description: 'Café', quantity: '3', unitPrice: '10.01', taxIds: [shop.itbis] }],
  });
  const totals: string[] = [];
  for (let part = 1; part <= 3; part++) {
    const note = await newReturn(shop, invoice.id, {
      lines: [{ elementId: invoice.elements[0]!.id, quantity: '1' }],
    });
    const sent = await electronicOf(shop, note.id, 'accepted');
    const xml = await xmlOf(shop, note.fiscalNumber!);
    assert.deepEqual([sent.total, /<MontoTotal>([^<]+)/.exec(xml)![1]], [note.baseTotal, note.baseTotal]);
    totals.push(`${/<MontoGravadoTotal>([^<]+)/.exec(xml)![1]} + ${/<TotalITBIS>([^<]+)/.exec(xml)![1]}`);
  }
  assert.equal(invoice.baseTotal, '2082.81');
  assert.deepEqual(totals, ['588.29 + 105.79', '588.28 + 106.37', '588.29 + 105.79']);
});

test('the credit notes of an invoice whose prices include ITBIS have the ITBIS of the books', async () => {
  const shop = await newShop();
  const invoice = await accepted(shop, {
    contactId: shop.contactId,
    fiscalType: 'E31',
    pricesIncludeTax: true,
    elements: [{ description: 'Café', quantity: '3', unitPrice: '10', taxIds: [shop.itbis] }],
  });
  const notes: string[][] = [];
  for (let part = 1; part <= 3; part++) {
    const note = await newReturn(shop, invoice.id, {
      lines: [{ elementId: invoice.elements[0]!.id, quantity: '1' }],
    });
    await electronicOf(shop, note.id, 'accepted');
    const xml = await xmlOf(shop, note.fiscalNumber!);
    const inXml = ['MontoGravadoTotal', 'TotalITBIS', 'MontoTotal'].map(
      (name) => new RegExp(`<${name}>([^<]+)`).exec(xml)![1]!,
    );
    assert.deepEqual(inXml, [note.net, note.tax, note.total]);
    notes.push(inXml);
  }
  assert.deepEqual(notes, [
    ['8.47', '1.53', '10.00'],
    ['8.48', '1.52', '10.00'],
    ['8.47', '1.53', '10.00'],
  ]);
});

test('a note on the whole invoice voids it; notes on parts of it correct it', async (t) => {
  const shop = await newShop();
  const body = {
    fiscalType: 'E32',
    pricesIncludeTax: true,
    elements: [{ description: 'Cerveza', quantity: '3', unitPrice: '100', taxIds: [shop.itbis] }],
  };
  const whole = await accepted(shop, body);
  const all = await newReturn(shop, whole.id);
  const voiding = await xmlOf(shop, (await electronicOf(shop, all.id, 'accepted')).number);
  assert.match(voiding, /<CodigoModificacion>1</);
  assert.match(voiding, /<MontoTotal>300\.00</);
  await checkSchema(t, voiding);
  const parted = await accepted(shop, body);
  const [beer] = parted.elements;
  for (const quantity of ['1', '2']) {
    const part = await newReturn(shop, parted.id, { lines: [{ elementId: beer!.id, quantity }] });
    const sent = await electronicOf(shop, part.id, 'accepted');
    assert.equal(sent.total, part.total);
    assert.match(await xmlOf(shop, sent.number), /<CodigoModificacion>3</);
  }
});

test('a draft is sent when it is issued, once, and its paper shows the code and the address', async () => {
  const shop = await newShop();
  const invoice = await accepted(shop, { fiscalType: 'E32', elements: [{ description: 'Pan', unitPrice: '10' }] });
  const draft = await newReturn(shop, invoice.id, { status: 'draft' });
  await changeReturn(shop, { id: draft.id, status: 'issued' });
  const sent = await electronicOf(shop, draft.id, 'accepted');
  const { data } = await shop.api.GET('/v1/einvoice/document', { params: { query: { type: '34' } } });
  assert.equal(data!.data.length, 1);
  const stamps = new Map<string, { url: string; securityCode: string }>();
  await app.engine.within(shop.id, (ctx) => fillInFiscalStamps(ctx, [draft.id], stamps as never));
  assert.deepEqual([stamps.get(draft.id)?.url, stamps.get(draft.id)?.securityCode], [sent.qrUrl, sent.securityCode]);
});

test('a credit note that the authority has stays, and one that it never received is voided', async () => {
  const shop = await newShop();
  const invoice = await accepted(shop, { fiscalType: 'E32', elements: [{ description: 'Pan', unitPrice: '10' }] });
  await behaviours.next({ kind: 'reject', organizationId: shop.id, times: 1 });
  const rejected = await newReturn(shop, invoice.id);
  await electronicOf(shop, rejected.id, 'rejected');
  assert.equal((await changeReturn(shop, { id: rejected.id, status: 'void' })).data?.status, 'void');
  const taken = await newReturn(shop, invoice.id);
  await electronicOf(shop, taken.id, 'accepted');
  assert.equal((await changeReturn(shop, { id: taken.id, status: 'void' })).error?.code, 'fiscal_receipt_sent');
});
