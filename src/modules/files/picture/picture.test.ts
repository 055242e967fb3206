import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import sharp from 'sharp';
import { readObject, uploadFile } from '#test/files.ts';
import { type Business, newBusiness } from '#test/harness.ts';
import { runNow } from '#test/jobs.ts';
import { makePictures } from './make.ts';

test('pictures are made once in a few sizes, without the data of the camera', async () => {
  const business = await newBusiness();
  const photo = await sharp({ create: { width: 2000, height: 1000, channels: 3, background: '#c81e1e' } })
    .withExif({ IFD0: { Copyright: 'secreto', Make: 'Camara' } })
    .jpeg()
    .toBuffer();
  const file = await uploadFile(business, photo, 'foto.jpg');
  await picturesMade(business);
  const { data } = await business.api.GET('/v1/files', { params: { query: { search: 'foto' } } });
  const described = data!.data[0]!;
  assert.deepEqual([described.width, described.height], [2000, 1000]);
  assert.deepEqual(
    described.pictures.map(({ size }) => size),
    [128, 512, 1600],
  );
  const small = Buffer.from(await (await readObject(business, described.pictures[0]!.key)).arrayBuffer());
  const { width, height, format, exif } = await sharp(small).metadata();
  assert.deepEqual([width, height, format, exif], [128, 64, 'webp', undefined]);
  assert.equal((await readObject(business, `${file.id}/999`)).status, 404);
});

test('a file that is no picture, or decodes into a huge one, is stored without smaller pictures', async () => {
  const business = await newBusiness();
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const bomb = Buffer.from(png);
  bomb.writeUInt32BE(60_000, 16);
  bomb.writeUInt32BE(60_000, 20);
  await uploadFile(business, bomb, 'bomba.png');
  await uploadFile(business, png.subarray(0, 60), 'cortada.png');
  await uploadFile(business, Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(500)]), 'roto.pdf');
  await picturesMade(business);
  const { data } = await business.api.GET('/v1/files');
  assert.deepEqual(
    data!.data.map(({ pictures, width }) => [pictures.length, width]),
    [
      [0, null],
      [0, null],
      [0, null],
    ],
  );
});

test('a PDF has its page count and a picture of its first page', async () => {
  const business = await newBusiness();
  await uploadFile(business, pdfOf(3), 'contrato.pdf');
  await picturesMade(business);
  const { data } = await business.api.GET('/v1/files');
  const [file] = data!.data;
  assert.deepEqual(
    [file!.pages, file!.contentType, file!.pictures.map(({ size }) => size)],
    [3, 'application/pdf', [128, 512, 1600]],
  );
});

/** Makes the pictures that wait for a worker. */
async function picturesMade(business: Business): Promise<void> {
  for (const sha256 of (await business.api.GET('/v1/files')).data!.data.flatMap((file) => file.sha256 ?? []))
    await runNow(makePictures, { organizationId: business.id, sha256 });
}

/** A small valid PDF of some empty pages. */
function pdfOf(pages: number): string {
  const kids = Array.from({ length: pages }, (_, index) => `${index + 3} 0 R`).join(' ');
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${pages}>>`,
    ...Array.from({ length: pages }, () => '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>'),
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj${object}endobj\n`).join('');
  return `%PDF-1.7\n${body}trailer<</Root 1 0 R/Size ${objects.length + 1}>>\n%%EOF`;
}
