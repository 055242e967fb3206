import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newDocument } from '#test/documents.ts';
import { newBusiness } from '#test/harness.ts';
import { assertHas, fetchPdf, pagesOf } from '#test/pdf.ts';

test('no amount on a printed invoice is broken over two lines, however large it is', async () => {
  const business = await newBusiness();
  const { data: taxes } = await business.api.GET('/v1/taxes/list');
  const taxIds = [taxes!.data.find(({ code }) => code === 'ITBIS-18')!.id];
  const elements = [
    { description: 'Nave industrial', quantity: '1', unitPrice: '1234567890.12', taxIds },
    { description: 'Harina', quantity: '12345.678901', unitPrice: '98765.432101', taxIds },
  ];
  const { id } = await newDocument(business.api, { elements, fiscalType: null });
  const pages = await pagesOf(await fetchPdf(business, `/v1/record/pending/${id}/voucher`));
  assertHas(pages.join(), ['1,456,790,110.34', '222,222,220.22', '12,345.678901', '98,765.432101']);
  assertHas(pages.join(), ['RD$ 2,895,595,157.60']);
});

test('every page of a long invoice names it, and one page does not repeat its number', async () => {
  const business = await newBusiness();
  const line = { description: 'Arroz selecto, saco de 125 lb', quantity: '2', unitPrice: '2450' };
  const numberOn = async (count: number) => {
    const elements = Array.from({ length: count }, () => line);
    const { id } = await newDocument(business.api, { elements, fiscalType: null });
    const { data } = await business.api.GET('/v1/record/pending/{pendingRecordId}', {
      params: { path: { pendingRecordId: id } },
    });
    const number = String(data!.number).padStart(6, '0');
    const pages = await pagesOf(await fetchPdf(business, `/v1/record/pending/${id}/voucher`));
    return pages.map((page) => page.split(number).length - 1);
  };
  assert.deepEqual(await numberOn(1), [1]);
  assert.deepEqual(await numberOn(60), [2, 1]);
});
