import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newContact } from '#test/books.ts';
import { newDocument } from '#test/documents.ts';
import { newReturn, returnOf } from '#test/fulfilment.ts';
import { app, type Business, codeOf, newBusiness } from '#test/harness.ts';

const lock = ({ api }: Business, lockDate: string | null) =>
  api.PATCH('/v1/organization/settings', { body: { section: 'accounting', value: { lockDate } } });

/** The rows of the forms of October. */
async function formsOf({ api, owner }: Business) {
  const query = { params: { query: { period: '2026-10' } } };
  const [bought, sold] = [await api.GET('/v1/taxes/606', query), await api.GET('/v1/taxes/607', query)];
  const headers = { authorization: `Bearer ${owner.token}` };
  const voided = await fetch(`${app.publicUrl}/v1/taxes/608/file?period=2026-10`, { headers });
  return [bought.data!.data, sold.data!.data, sold.data!.consumerSummary, await voided.text()];
}

test('what the forms of a locked month declare neither changes nor is added or voided', async () => {
  const business = await newBusiness();
  const { api } = business;
  await api.PATCH('/v1/organization', { body: { taxId: '131246796' } });
  const numeralsId = (await api.POST('/v1/taxes/numerals', { body: { type: 'B02', start: 1, end: 9 } })).data!.id;
  await api.POST('/v1/taxes/numerals', { body: { type: 'B04', start: 1, end: 9 } });
  const contactId = await newContact(business);
  const date = '2026-10-05';
  const gift = { date, fiscalType: 'B02', elements: [{ description: 'Muestra', unitPrice: '0' }] };
  const [free, other, sale, draft] = [
    await newDocument(api, gift),
    await newDocument(api, gift),
    await newDocument(api, { date, fiscalType: 'B02' }),
    await newDocument(api, { ...gift, status: 'draft' }),
  ];
  const bought = { direction: 'purchase', contactId, date, expenseType: '02' };
  const bill = await newDocument(api, { ...bought, fiscalNumber: 'B0100000001' });
  const credited = await newDocument(api, { ...bought, fiscalNumber: 'B0100000002' });
  const note = await newReturn(business, credited.id, { date });
  const freeNote = await newReturn(business, free.id, { date });
  await lock(business, '2026-10-31');
  const before = await formsOf(business);
  const change = async (id: string, fields: object) =>
    codeOf(await api.PATCH('/v1/record/pending', { body: { id, ...fields } }));
  const refused = [
    await change(bill.id, { expenseType: '05' }),
    await change(bill.id, { paymentForm: '01' }),
    await change(sale.id, { incomeType: '03' }),
    await change(draft.id, { status: 'issued' }),
    codeOf(await api.POST('/v1/record/pending', { body: gift as never })),
    codeOf(await api.DELETE('/v1/record/pending', { body: { id: other.id } })),
    codeOf(
      await api.POST('/v1/taxes/numerals/void', {
        body: { numeralsId, from: 4, to: 5, reason: '05', date: '2026-10-31' },
      }),
    ),
    codeOf(await api.PATCH('/v1/resource/return', { body: { id: note.id, fiscalNumber: 'B0400000009' } })),
    codeOf(await api.PATCH('/v1/resource/return', { body: { id: freeNote.id, status: 'void' } })),
    codeOf(await returnOf(business, sale.id, { date: '2026-10-31' })),
  ];
  assert.deepEqual([...new Set(refused)], ['period_locked'], JSON.stringify(refused));
  assert.deepEqual(await formsOf(business), before);
  // No form has these.
  assert.equal(await change(bill.id, { dueOn: '2026-12-31', notes: 'Llamar en diciembre', stage: 'cobro' }), undefined);
  await lock(business, null);
  assert.equal(await change(bill.id, { expenseType: '05' }), undefined);
  assert.equal((await returnOf(business, sale.id, { date: '2026-11-02' })).response.status, 201);
});
