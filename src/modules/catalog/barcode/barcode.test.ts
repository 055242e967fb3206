import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { newId } from '#platform/id.ts';
import { newResource } from '#test/catalog.ts';
import { newBusiness } from '#test/harness.ts';
import { checkDigit, internalEan13, isEan13 } from './barcode.ts';

test('the check digit equals that of printed barcodes', () => {
  for (const printed of ['4006381333931', '5901234123457', '9780201379624', '0012345678905']) {
    assert.equal(checkDigit(printed.slice(0, 12)), printed[12]);
  }
});

test('a mistyped digit makes an EAN-13 invalid, and different numbers give different barcodes', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 9_999_999_999n }),
      fc.nat(12),
      fc.integer({ min: 1, max: 9 }),
      (number, place, shift) => {
        const code = internalEan13('20', number);
        assert.ok(isEan13(code));
        const mistyped = code.slice(0, place) + ((Number(code[place]) + shift) % 10) + code.slice(place + 1);
        assert.ok(!isEan13(mistyped));
        assert.notEqual(internalEan13('20', (number + 1n) % 10_000_000_000n), code);
      },
    ),
  );
});

test('each resource without a barcode gets a new one', async () => {
  const { api } = await newBusiness();
  const [one, other] = [await newResource(api), await newResource(api)];
  const printed = await newResource(api, { barcodes: ['7460123456789'] });
  const resourceIds = [one.id, printed.id, other.id];
  const { data } = await api.POST('/v1/resource/barcode/generate', { body: { resourceIds, prefix: '21' } });
  const [first, kept, second] = data!.data;
  assert.deepEqual([kept!.barcode, kept!.isNew], ['7460123456789', false]);
  assert.ok([first, second].every((made) => made!.isNew && isEan13(made!.barcode) && made!.barcode.startsWith('21')));
  assert.notEqual(first!.barcode, second!.barcode);
  const found = await api.GET('/v1/resource', { params: { query: { barcode: first!.barcode } } });
  assert.equal(found.data!.data[0]!.id, one.id);
  const unknown = await api.POST('/v1/resource/barcode/generate', { body: { resourceIds: [newId()] } });
  assert.equal(unknown.error?.errors?.[0]?.path, 'body.resourceIds[0]');
});

test('free barcodes are unique, even concurrently, and skip those entered by hand', async () => {
  const { api } = await newBusiness();
  await newResource(api, { barcodes: [internalEan13('20', 3n), internalEan13('20', 5n)] });
  const made = await Promise.all(
    Array.from({ length: 4 }, () => api.POST('/v1/resource/barcode/generate', { body: { count: 3 } })),
  );
  const barcodes = made.flatMap(({ data }) => data!.data.map(({ barcode }) => barcode));
  assert.equal(barcodes.length, 12);
  assert.equal(new Set(barcodes).size, 12);
  assert.ok(!barcodes.includes(internalEan13('20', 3n)) && !barcodes.includes(internalEan13('20', 5n)));
});
