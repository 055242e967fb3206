import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newContact, newDivision } from '#test/books.ts';
import { newResource } from '#test/catalog.ts';
import { newDocument } from '#test/documents.ts';
import { newDelivery } from '#test/fulfilment.ts';
import { newBusiness, newMember } from '#test/harness.ts';
import { assertHas, fetchPdf, pagesOf } from '#test/pdf.ts';
import { mainDivision } from '#test/stock.ts';

/** A pharmacy with ten units in a lot, and a customer. */
async function newPharmacy() {
  const business = await newBusiness({ name: 'Farmacia La Fe' });
  const { api } = business;
  const [{ id: resourceId }, contactId, supplier, fromDivisionId] = await Promise.all([
    newResource(api, { name: 'Insulina', tracksLots: true, code: 'INS-1' }),
    newContact(business, 'Clínica Abreu'),
    newContact(business, 'Droguería Oriental'),
    mainDivision(business),
  ]);
  const lots = [{ lot: 'L-77', expiresOn: '2998-01-31' }];
  await newDocument(api, {
    direction: 'purchase',
    contactId: supplier,
    elements: [{ resourceId, quantity: 10, unitPrice: 100, lots }],
  });
  return { business, api, resourceId, contactId, fromDivisionId };
}

test('a delivery note has the quantities and lots of one delivery, its address and its carrier, and no price', async () => {
  const { business, api, resourceId, contactId } = await newPharmacy();
  const elements = [{ resourceId, quantity: 4, unitPrice: 150 }];
  const sale = await newDocument(api, { contactId, deliverLater: true, elements });
  const delivery = await newDelivery(business, {
    pendingRecordId: sale.id,
    address: 'Calle El Conde 7',
    carrier: 'Ramón',
    lines: [{ elementId: sale.elements[0]!.id, quantity: 3 }],
  });
  for (const format of ['letter', 'receipt']) {
    const answer = await fetchPdf(business, `/v1/resource/delivery/${delivery.id}/note?format=${format}`);
    assert.match(answer.headers.get('content-disposition')!, /conduce-000001\.pdf/);
    const [text] = await pagesOf(answer);
    const parts = [
      'Farmacia La Fe',
      'CONDUCE',
      'Clínica Abreu',
      'Ramón',
      'Insulina',
      'L-77',
      'Recibido conforme',
      'Calle El Conde 7',
    ];
    assertHas(text!, parts);
    assert.match(text!, /\b3\b/);
    assert.doesNotMatch(text!, /150|450|600/);
    if (format === 'letter') assertHas(text!, ['INS-1', 'Factura: 000001']);
  }
  await api.PATCH('/v1/resource/delivery', { body: { id: delivery.id, status: 'canceled' } });
  assertHas((await pagesOf(await fetchPdf(business, `/v1/resource/delivery/${delivery.id}/note`)))[0]!, ['ANULADO']);
});

test('the note of a transfer names the branches and the items', async () => {
  const { business, resourceId, fromDivisionId } = await newPharmacy();
  const toDivisionId = await newDivision(business, 'Sucursal Norte');
  const delivery = await newDelivery(business, { fromDivisionId, toDivisionId, lines: [{ resourceId, quantity: 2 }] });
  const [text] = await pagesOf(await fetchPdf(business, `/v1/resource/delivery/${delivery.id}/note`));
  assertHas(text!, ['CONDUCE DE TRANSFERENCIA', 'DESTINO Sucursal Norte', 'INS-1 Insulina', 'L-77', 'Despachado por']);
});

test('a note is printed only in its organization and with the permission to read deliveries', async () => {
  const { business, resourceId, fromDivisionId } = await newPharmacy();
  const toDivisionId = await newDivision(business, 'Sucursal Norte');
  const { id } = await newDelivery(business, { fromDivisionId, toDivisionId, lines: [{ resourceId, quantity: 1 }] });
  const path = `/v1/resource/delivery/${id}/note`;
  assert.equal((await fetchPdf(await newBusiness(), path)).status, 404);
  const stranger = await newMember(business, 'custom', ['contacts:read']);
  assert.equal((await fetchPdf(business, path, stranger.token)).status, 403);
});
