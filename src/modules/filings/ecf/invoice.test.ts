import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillInFiscalStamps } from '#modules/invoicing/index.ts';
import { cashOf } from '#test/accounts.ts';
import { behaviours, newIssuer } from '#test/einvoice.ts';
import { app, type Business, eventually } from '#test/harness.ts';
import { verifyXml } from '../xml/ecf-signature.ts';

interface Issuer extends Business {
  taxId: string;
  /** The ids of the law's taxes by their codes. */
  taxes: Record<string, string>;
}

/** A company with electronic numbers of the kinds that it sells and buys with. */
async function newShop(): Promise<Issuer> {
  const business = await newIssuer();
  for (const type of ['E31', 'E32', 'E33', 'E41', 'E46'] as const)
    await business.api.POST('/v1/taxes/numerals', { body: { type, start: 1, end: 100 } });
  const { data } = await business.api.GET('/v1/taxes/list', { params: { query: { itemsPerPage: 200 } } });
  return { ...business, taxes: Object.fromEntries(data!.data.map(({ code, id }) => [code, id])) };
}

async function newContact({ api }: Business, name: string, taxId: string): Promise<string> {
  const { data, error } = await api.POST('/v1/beneficiary', { body: { name, taxId } });
  assert.ok(data, JSON.stringify(error));
  return data.id;
}

async function issue({ api }: Business, body: object) {
  const { data, error } = await api.POST('/v1/record/pending', { body: body as never });
  assert.ok(data, JSON.stringify(error));
  return data;
}

const electronicOf = (business: Business, sourceId: string, ...states: string[]) =>
  eventually(async () => {
    const { data } = await business.api.GET('/v1/einvoice/document', { params: { query: { sourceId } } });
    const [document] = data!.data;
    return document && states.includes(document.state) && document;
  });

const xmlOf = async (business: Issuer, number: string): Promise<string> => {
  const sent = (await app.simulators.ecf.handedIn(business.taxId)).find((each) => each.number === number);
  return verifyXml(sent!.xml)!.content;
};

test('an invoice with an electronic number goes to the authority by itself, with the total of its paper', async () => {
  const shop = await newShop();
  const contactId = await newContact(shop, 'Suplidora del Este', '130222223');
  const invoice = await issue(shop, {
    contactId,
    fiscalType: 'E31',
    elements: [
      { description: 'Asesoría', quantity: '3', unitPrice: '33.335', taxIds: [shop.taxes['ITBIS-18']] },
      { description: 'Café', quantity: '1.125', unitPrice: '285.5', taxIds: [shop.taxes['ITBIS-16']] },
      { description: 'Libro', quantity: '2', unitPrice: '650', discount: { amount: '50' } },
    ],
  });
  const sent = await electronicOf(shop, invoice.id, 'accepted');
  assert.deepEqual([sent.number, sent.total, sent.buyerTaxId], [invoice.fiscalNumber, invoice.total, '130222223']);
  const xml = await xmlOf(shop, sent.number);
  assert.match(xml, new RegExp(`<MontoTotal>${invoice.total}</MontoTotal>`));
  assert.match(xml, /<MontoExento>1250\.00</);
  assert.match(xml, /<RazonSocialComprador>Suplidora del Este</);
});

test('a ticket that is paid when it is issued is not a sale on credit', async () => {
  const shop = await newShop();
  const contactId = await newContact(shop, 'Suplidora del Este', '130222223');
  const accountId = await cashOf(shop);
  const termsOf = async (payments: object[]) => {
    const elements = [{ description: 'Asesoría', unitPrice: '100' }];
    const { id } = await issue(shop, {
      contactId,
      fiscalType: 'E31',
      elements,
      ...(payments.length > 0 && { payments }),
    });
    const { number } = await electronicOf(shop, id, 'accepted');
    return /<TipoPago>.*?(?=<\/IdDoc>)/.exec(await xmlOf(shop, number))![0];
  };
  assert.equal(await termsOf([{ accountId }]), '<TipoPago>1</TipoPago>');
  assert.match(await termsOf([{ accountId, amount: '40' }]), /^<TipoPago>2<\/TipoPago><FechaLimitePago>/);
  assert.match(await termsOf([]), /^<TipoPago>2<\/TipoPago><FechaLimitePago>/);
});

test('a small sale with prices including ITBIS is summarised with its payments', async () => {
  const shop = await newShop();
  const invoice = await issue(shop, {
    fiscalType: 'E32',
    pricesIncludeTax: true,
    elements: [
      { description: 'Cerveza', quantity: '7', unitPrice: '175', taxIds: [shop.taxes['ITBIS-18']] },
      { description: 'Pan', quantity: '3', unitPrice: '10' },
    ],
  });
  const sent = await electronicOf(shop, invoice.id, 'accepted');
  assert.deepEqual([sent.summarised, sent.total, invoice.total], [true, '1255.00', '1255.00']);
});

test('a tip included in the price is shown separately, and the total stays the same', async () => {
  const shop = await newShop();
  const invoice = await issue(shop, {
    fiscalType: 'E32',
    pricesIncludeTax: true,
    elements: [
      { description: 'Cena', quantity: '3', unitPrice: '999.99', taxIds: [shop.taxes['ITBIS-18'], shop.taxes.PROPINA] },
    ],
  });
  const sent = await electronicOf(shop, invoice.id, 'accepted');
  assert.equal(sent.total, invoice.total);
  const xml = await xmlOf(shop, sent.number);
  assert.match(xml, /<ImpuestoAdicional><TipoImpuesto>001</);
});

test('a draft is sent when it is issued, and a receipt on paper never', async () => {
  const shop = await newShop();
  await shop.api.POST('/v1/taxes/numerals', { body: { type: 'B02', start: 1, end: 9 } });
  const elements = [{ description: 'Pan', unitPrice: '10' }];
  const paper = await issue(shop, { fiscalType: 'B02', elements });
  const draft = await issue(shop, { fiscalType: 'E32', status: 'draft', elements });
  await shop.api.PATCH('/v1/record/pending', { body: { id: draft.id, status: 'issued' } });
  await electronicOf(shop, draft.id, 'accepted');
  const { data } = await shop.api.GET('/v1/einvoice/document');
  assert.deepEqual(
    data?.data.map(({ sourceId }) => sourceId),
    [draft.id],
  );
  assert.match(paper.fiscalNumber!, /^B02/);
});

test('a debit note names the invoice that it corrects and its day', async () => {
  const shop = await newShop();
  const contactId = await newContact(shop, 'Suplidora del Este', '130222223');
  const elements = [{ description: 'Café', unitPrice: '100', taxIds: [shop.taxes['ITBIS-18']] }];
  const invoice = await issue(shop, { contactId, fiscalType: 'E31', elements });
  const note = await issue(shop, {
    contactId,
    fiscalType: 'E33',
    modifiesFiscalNumber: invoice.fiscalNumber,
    elements,
  });
  const sent = await electronicOf(shop, note.id, 'accepted');
  const [year, month, day] = invoice.date.split('-');
  const expected = `<NCFModificado>${invoice.fiscalNumber}</NCFModificado><FechaNCFModificado>${day}-${month}-${year}<`;
  assert.ok((await xmlOf(shop, sent.number)).includes(expected));
});

test('a purchase from an informal supplier is reported with its withholdings', async () => {
  const shop = await newShop();
  const contactId = await newContact(shop, 'José Albañil', '00113918205');
  const purchase = await issue(shop, {
    contactId,
    direction: 'purchase',
    fiscalType: 'E41',
    elements: [
      {
        description: 'Reparación',
        unitPrice: '1000',
        taxIds: [shop.taxes['ITBIS-18'], shop.taxes['RET-ITBIS-100-INF'], shop.taxes['RET-ISR-PRE']],
      },
    ],
  });
  const sent = await electronicOf(shop, purchase.id, 'accepted');
  const xml = await xmlOf(shop, sent.number);
  assert.match(xml, /<TotalITBISRetenido>180\.00<\/TotalITBISRetenido><TotalISRRetencion>30\.00</);
});

test('the paper of an invoice shows the code and the address once it is signed', async () => {
  const shop = await newShop();
  const invoice = await issue(shop, { fiscalType: 'E32', elements: [{ description: 'Pan', unitPrice: '10' }] });
  const sent = await electronicOf(shop, invoice.id, 'accepted');
  const stamps = new Map<string, { url: string; securityCode: string }>();
  await app.engine.within(shop.id, (ctx) => fillInFiscalStamps(ctx, [invoice.id], stamps as never));
  assert.equal(stamps.get(invoice.id)?.url, sent.qrUrl);
  assert.equal(stamps.get(invoice.id)?.securityCode, sent.securityCode);
});

test('an invoice that the authority has cannot be voided; one that it never received can', async () => {
  const shop = await newShop();
  const elements = [{ description: 'Pan', unitPrice: '10' }];
  const makeVoid = (id: string) => shop.api.DELETE('/v1/record/pending', { body: { id } });
  const accepted = await issue(shop, { fiscalType: 'E32', elements });
  await electronicOf(shop, accepted.id, 'accepted');
  assert.equal((await makeVoid(accepted.id)).error?.code, 'fiscal_receipt_sent');
  await behaviours.next({ kind: 'reject', organizationId: shop.id, times: 1 });
  const rejected = await issue(shop, { fiscalType: 'E32', elements });
  await electronicOf(shop, rejected.id, 'rejected');
  assert.equal((await makeVoid(rejected.id)).data?.status, 'void');
});

test('a corrected invoice is resent with its current content; a void invoice is not', async () => {
  const shop = await newShop();
  const contactId = await newContact(shop, 'Suplidora del Este', '130222223');
  const { data: numerals } = await shop.api.GET('/v1/taxes/numerals', { params: { query: { type: 'E31' } } });
  const reject = () =>
    behaviours.next({ kind: 'reject', organizationId: shop.id, operation: 'send', times: 1, numberUsed: false });
  const resend = (id: string) => shop.api.POST('/v1/einvoice/document/resend', { body: { id } });
  const sell = () => issue(shop, { contactId, fiscalType: 'E31', elements: [{ description: 'Pan', unitPrice: '10' }] });
  await reject();
  const invoice = await sell();
  const { id, number } = await electronicOf(shop, invoice.id, 'rejected');
  await shop.api.PATCH('/v1/taxes/numerals/{id}', {
    params: { path: { id: numerals!.data[0]!.id } },
    body: { expiresOn: '2031-12-31' },
  });
  assert.equal((await resend(id)).response.status, 202);
  await electronicOf(shop, invoice.id, 'accepted');
  assert.match(await xmlOf(shop, number), /<FechaVencimientoSecuencia>31-12-2031</);
  await reject();
  const wrong = await sell();
  const rejected = await electronicOf(shop, wrong.id, 'rejected');
  await shop.api.DELETE('/v1/record/pending', { body: { id: wrong.id } });
  assert.equal((await resend(rejected.id)).error?.code, 'ecf_void');
});
