import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { uploadFile } from '#test/files.ts';
import { type Business, newBusiness } from '#test/harness.ts';

const remove = ({ api }: Business, id: string) => api.DELETE('/v1/files', { body: { id } });

async function assertHeld(business: Business, id: string, holder: string): Promise<void> {
  const { error } = await remove(business, id);
  assert.equal(error?.code, 'file_in_use');
  assert.ok(error!.detail!.includes(holder), error!.detail!);
}

const elements = [{ description: 'Arroz', unitPrice: '100' }];

test('a file of an invoice cannot be deleted until the invoice lets it go', async () => {
  const business = await newBusiness();
  const { api } = business;
  const [file, other] = [await uploadFile(business, randomBytes(9)), await uploadFile(business, randomBytes(9))];
  const { data: invoice } = await api.POST('/v1/record/pending', { body: { elements, attachments: [file.id] } });
  await assertHeld(business, file.id, invoice!.id);
  const listed = await api.GET('/v1/files/record/{id}', { params: { path: { id: invoice!.id } } });
  assert.deepEqual(
    listed.data!.data.map(({ id, attachedTo }) => [id, attachedTo.map(({ field }) => field)]),
    [[file.id, ['attachments', 'attachments']]],
    'The invoice and its accounting record hold the file.',
  );
  await api.PATCH('/v1/record/pending', { body: { id: invoice!.id, notes: 'Gracias' } });
  await assertHeld(business, file.id, invoice!.id);
  await api.PATCH('/v1/record/pending', { body: { id: invoice!.id, attachments: [other.id] } });
  assert.equal((await remove(business, file.id)).response.status, 204);
  await assertHeld(business, other.id, invoice!.id);
});

test('a void invoice keeps its files, a void draft does not', async () => {
  const business = await newBusiness();
  for (const status of ['issued', 'draft'] as const) {
    const file = await uploadFile(business, randomBytes(9));
    const { data: invoice } = await business.api.POST('/v1/record/pending', {
      body: { elements, attachments: [file.id], status },
    });
    await business.api.DELETE('/v1/record/pending', { body: { id: invoice!.id } });
    const { response } = await remove(business, file.id);
    assert.equal(response.status, status === 'issued' ? 409 : 204);
  }
});

test('a file of an accounting record cannot be deleted until the record lets it go', async () => {
  const business = await newBusiness();
  const { api } = business;
  const file = await uploadFile(business, randomBytes(9));
  const { data: record } = await api.POST('/v1/record', {
    body: { kind: 'expense', amount: '75', attachments: [file.id] },
  });
  await assertHeld(business, file.id, record!.id);
  await api.PATCH('/v1/record', { body: { id: record!.id, description: 'Luz' } });
  await assertHeld(business, file.id, record!.id);
  await api.PATCH('/v1/record', { body: { id: record!.id, attachments: [] } });
  assert.equal((await remove(business, file.id)).response.status, 204);
});

test('a picture of a product cannot be deleted until the product lets it go', async () => {
  const business = await newBusiness();
  const { api } = business;
  const file = await uploadFile(business, randomBytes(9));
  const images = ['https://example.com/a.png', file.id];
  const { data: product } = await api.POST('/v1/resource', { body: { name: 'Arroz', kind: 'goods', images } });
  await assertHeld(business, file.id, product!.id);
  await api.PATCH('/v1/resource', { body: { id: product!.id, images: [images[0]!] } });
  assert.equal((await remove(business, file.id)).response.status, 204);
  const unknown = await api.PATCH('/v1/resource', { body: { id: product!.id, images } });
  assert.deepEqual([unknown.error!.code, unknown.error!.errors[0]!.path], ['reference_not_found', 'body.images[1]']);
});

test('a deletion and an attachment at the same time never leave a field without its file', async () => {
  const business = await newBusiness();
  const { api } = business;
  for (let round = 0; round < 6; round++) {
    const file = await uploadFile(business, randomBytes(9));
    const [invoice, deletion] = await Promise.all([
      api.POST('/v1/record/pending', { body: { elements, attachments: [file.id], status: 'draft' } }),
      remove(business, file.id),
    ]);
    const outcome = `${invoice.response.status} ${deletion.response.status}`;
    assert.ok(['201 409', '422 204'].includes(outcome), outcome);
  }
});
