import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { sql } from 'kysely';
import sharp, { type Sharp } from 'sharp';
import { sweepLooseFiles } from '#platform/storage/files.ts';
import { app, type Business, baseUrl, newBusiness, newMember } from '#test/harness.ts';
import { runNow } from '#test/jobs.ts';

type Colour = { r: number; g: number; b: number };
const red: Colour = { r: 200, g: 30, b: 30 };
const blue: Colour = { r: 30, g: 30, b: 200 };

const picture = (background: Colour, width = 1600, height = 800) =>
  sharp({ create: { width, height, channels: 3, background } });
const base64 = async (image: Sharp): Promise<string> => (await image.toBuffer()).toString('base64');

const give = ({ api }: Business, image: { base64: string; contentType?: 'image/png' } | null) =>
  api.PATCH('/v1/organization', { body: { image } });

const look = (organizationId: string, query = '', headers: Record<string, string> = {}) =>
  fetch(`${baseUrl}/v1/organization/image/${organizationId}${query}`, { headers });

const measured = async (response: Response) => {
  assert.equal(response.headers.get('content-type'), 'image/webp');
  const bytes = Buffer.from(await response.arrayBuffer());
  const { width, height, format } = await sharp(bytes).metadata();
  const { dominant } = await sharp(bytes).stats();
  return { width, height, format, dominant };
};

test('an image of any format is stored as WebP and served in each size', async () => {
  for (const format of ['png', 'jpeg', 'webp', 'avif', 'gif'] as const) {
    const business = await newBusiness();
    const given = await give(business, { base64: await base64(picture(red, 400, 200).toFormat(format)) });
    assert.equal(given.response.status, 200, format);
    assert.match(given.data!.imageUrl!, new RegExp(`/v1/organization/image/${business.id}\\?v=[0-9a-f]{12}$`));
    const whole = await measured(await look(business.id, '?size=1024'));
    assert.deepEqual([whole.width, whole.height, whole.format], [400, 200, 'webp']);
    assert.ok(whole.dominant.r > 150 && whole.dominant.b < 80);
    assert.equal((await measured(await look(business.id))).width, 256);
    assert.equal((await measured(await look(business.id, '?size=64'))).width, 64);
  }
});

test('the address with its version is cached forever, any other for a while, and a current ETag gets 304', async () => {
  const business = await newBusiness();
  const { data } = await give(business, { base64: await base64(picture(red).png()) });
  const forever = await fetch(data!.imageUrl!);
  assert.match(forever.headers.get('cache-control')!, /immutable/);
  assert.equal((await measured(await look(business.id, '?size=1024'))).width, 1024);
  assert.doesNotMatch((await look(business.id)).headers.get('cache-control')!, /immutable|no-store/);
  assert.doesNotMatch((await look(business.id, '?v=000000000000')).headers.get('cache-control')!, /immutable/);
  const tag = forever.headers.get('etag')!;
  const held = await look(business.id, '', { 'if-none-match': `"other", W/${tag}` });
  assert.equal(held.status, 304);
  assert.equal(await held.text(), '');
  assert.equal((await look(business.id, '?size=64', { 'if-none-match': tag })).status, 200);
});

test('a new image replaces the old one, whose files are deleted', async () => {
  const business = await newBusiness();
  const keyNow = () =>
    app.engine.run({}, ({ tx }) =>
      tx.selectFrom('organizations').select('imageKey').where('id', '=', business.id).executeTakeFirstOrThrow(),
    );
  await give(business, { base64: await base64(picture(red).png()) });
  const { imageKey: first } = (await keyNow()).result;
  await give(business, { base64: await base64(picture(blue).png()) });
  assert.ok((await measured(await look(business.id))).dominant.b > 150);
  const { storage } = app.engine;
  assert.ok(await storage.get(`${first}/256.webp`), 'An address that a reader holds still works for a while.');
  await app.engine.run({}, ({ tx }) =>
    sql`UPDATE loose_files SET since = now() - interval '2 hours' WHERE key LIKE ${`${first}/%`}`.execute(tx),
  );
  await runNow(sweepLooseFiles, {});
  assert.equal(await storage.get(`${first}/256.webp`), null);
  const { imageKey: second } = (await keyNow()).result;
  assert.ok(await storage.get(`${second}/1024.webp`));
});

test('no image, an image that was removed and an unknown organization look the same', async () => {
  const without = await newBusiness();
  const removed = await newBusiness();
  await give(removed, { base64: await base64(picture(red).png()) });
  assert.equal((await give(removed, null)).data?.imageUrl, null);
  const answers = await Promise.all(
    [without.id, removed.id, crypto.randomUUID()].map(async (id) => {
      const response = await look(id, '?size=128&v=000000000000');
      const { etag, 'cache-control': cached } = Object.fromEntries(response.headers);
      return { status: response.status, etag, cached, ...(await measured(response)) };
    }),
  );
  assert.equal(answers[0]?.width, 128);
  assert.deepEqual(answers[1], answers[0]);
  assert.deepEqual(answers[2], answers[0]);
});

/** A PNG whose header promises more than the file holds. */
function claimingToBe(png: Buffer, width: number, height: number): Buffer {
  const bomb = Buffer.from(png);
  bomb.writeUInt32BE(width, 16);
  bomb.writeUInt32BE(height, 20);
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
  return bomb;
}

test('a file that is not an image, or decodes into a huge one, is refused', async () => {
  const business = await newBusiness();
  const png = await picture(red, 40, 40).png().toBuffer();
  const huge = claimingToBe(png, 12_000, 12_000);
  // One column of fifty million pixels took thirteen seconds to decode.
  const thin = claimingToBe(png, 1, 50_000_000);
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  const cases: [string, string][] = [
    ['%%% not base64 %%%', 'not_base64'],
    [Buffer.from(svg).toString('base64'), 'not_an_image'],
    [png.subarray(0, 60).toString('base64'), 'not_an_image'],
    [huge.toString('base64'), 'too_large'],
    [thin.toString('base64'), 'too_large'],
  ];
  for (const [given, code] of cases) {
    const { error, response } = await give(business, { base64: given });
    assert.equal(response.status, 400);
    assert.deepEqual([error?.errors[0]?.path, error?.errors[0]?.code], ['body.image', code]);
  }
  const jpeg = await base64(picture(red, 40, 40).jpeg());
  const lied = await give(business, { base64: jpeg, contentType: 'image/png' });
  assert.equal(lied.error?.errors[0]?.code, 'wrong_content_type');
});

test('a viewer cannot change the image, and a dry run stores none', async () => {
  const business = await newBusiness();
  const image = { base64: await base64(picture(red, 40, 40).png()) };
  const viewer = await newMember(business, 'viewer');
  assert.equal((await give({ ...business, api: viewer.api }, image)).error?.code, 'forbidden');
  const { storage } = app.engine;
  const written: string[] = [];
  const write = storage.write;
  storage.write = async (key, bytes) => {
    written.push(key);
    await write(key, bytes);
  };
  await business.api.PATCH('/v1/organization', { body: { image }, headers: { 'dry-run': 'true' } });
  storage.write = write;
  assert.deepEqual(written, []);
  assert.equal((await look(business.id)).headers.get('etag'), '"none-256"');
});
