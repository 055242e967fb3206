import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { filesUsage, readObject } from '#test/files.ts';
import { field, newForm, onePage, submissionsOf, submit, uploadFor, visit } from '#test/forms.ts';
import { anonymous, type Business, codeOf, eventually, newBusiness } from '#test/harness.ts';
import { moveClock } from '#test/sandbox-clock.ts';

const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  .png()
  .toBuffer();
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

const photoForm = (business: Business, more: object = {}) =>
  newForm(business, onePage(field('file', 'photo', more), field('signature', 'sign')));

test('an upload answers a question once, for its form and its visitor only', async () => {
  const business = await newBusiness();
  const [form, other] = [await photoForm(business), await photoForm(business)];
  const { visitor } = await visit(form.publicId);
  const { visitor: stranger } = await visit(form.publicId);
  const { id } = await uploadFor(form.publicId, visitor, 'photo', 'hola');
  const wrong = async (publicId: string, sent: object) => {
    const { error } = await submit(publicId, sent);
    assert.deepEqual([error?.status, error?.errors[0]?.path], [422, 'body.answers.photo'], JSON.stringify(error));
  };
  await wrong(form.publicId, { visitor: stranger, answers: { photo: [id] } });
  await wrong(form.publicId, { answers: { photo: [id] } });
  await wrong(form.publicId, { visitor, answers: { photo: [crypto.randomUUID()] } });
  await wrong(other.publicId, { visitor: (await visit(other.publicId)).visitor, answers: { photo: [id] } });
  const sent = await submit(form.publicId, { visitor, answers: { photo: id } });
  assert.equal(sent.response.status, 201);
  await wrong(form.publicId, { visitor, answers: { photo: [id] } });
  const [kept] = (await submissionsOf(business, form.id)).data;
  const [fileId] = kept!.answers.photo as string[];
  assert.equal(await (await readObject(business, fileId!)).text(), 'hola');
  const held = await business.api.DELETE('/v1/files', { body: { id: fileId! } });
  assert.equal(codeOf(held), 'file_in_use');
  const path = { formId: form.id, submissionId: kept!.id };
  await business.api.DELETE('/v1/forms/{formId}/submissions/{submissionId}', { params: { path } });
  assert.equal((await readObject(business, fileId!)).status, 404);
  assert.equal((await filesUsage(business)).usedBytes, 0);
});

test('the type of an upload is that of its bytes, and a refused one takes no room', async () => {
  const business = await newBusiness();
  const form = await photoForm(business, { accepts: ['image'] });
  const { visitor } = await visit(form.publicId);
  for (const bytes of ['no picture', SVG, '<html><script>alert(1)</script></html>'])
    assert.equal((await uploadFor(form.publicId, visitor, 'photo', bytes, 'a.png')).code, 'file_type_refused');
  assert.equal((await uploadFor(form.publicId, visitor, 'sign', 'text', 'a.png')).code, 'file_type_refused');
  assert.equal((await uploadFor(form.publicId, visitor, 'photo', picture, 'a.txt')).status, 201);
  const { usedBytes, reservedBytes } = await filesUsage(business);
  assert.deepEqual([usedBytes, reservedBytes], [picture.length, 0]);
});

test('an SVG and a page that visitors upload are only ever downloaded', async () => {
  const business = await newBusiness();
  const form = await photoForm(business);
  const { visitor } = await visit(form.publicId);
  for (const bytes of [SVG, '<html><script>alert(1)</script></html>']) {
    const { id } = await uploadFor(form.publicId, visitor, 'photo', bytes, 'a.png');
    await submit(form.publicId, { visitor, answers: { photo: [id] } });
    const [kept] = (await submissionsOf(business, form.id)).data;
    const { headers } = await readObject(business, (kept!.answers.photo as string[])[0]!);
    assert.match(headers.get('content-disposition')!, /^attachment/);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
  }
});

test('uploads need a question that takes files, a known visitor, an open form and room', async () => {
  const business = await newBusiness();
  const form = await photoForm(business, { bytesMax: 10 });
  const { visitor } = await visit(form.publicId);
  assert.equal((await uploadFor(form.publicId, visitor, 'name', 'x')).code, 'not_a_file_question');
  assert.equal((await uploadFor(form.publicId, 'a.b.c', 'photo', 'x')).code, 'visitor_unknown');
  assert.equal((await uploadFor(form.publicId, visitor, 'photo', 'x'.repeat(11))).status, 413);
  assert.equal((await uploadFor(`form_${'x'.repeat(30)}`, visitor, 'photo', 'x')).status, 404);
  for (let count = 0; count < 20; count++)
    assert.equal((await uploadFor(form.publicId, visitor, 'photo', `${count}`)).status, 201);
  assert.equal((await uploadFor(form.publicId, visitor, 'photo', 'x')).code, 'too_many_visitor_uploads');
});

test('a visitor deletes their own upload, and nobody else’s', async () => {
  const business = await newBusiness();
  const form = await photoForm(business);
  const [{ visitor }, { visitor: stranger }] = [await visit(form.publicId), await visit(form.publicId)];
  const { id } = await uploadFor(form.publicId, visitor, 'photo', 'hola');
  const remove = async (who: string) =>
    (
      await anonymous.DELETE('/v1/forms/{formId}/upload', {
        params: { path: { formId: form.publicId } },
        body: { id, visitor: who },
      })
    ).response.status;
  assert.deepEqual([await remove(stranger), await remove(visitor), await remove(visitor)], [404, 204, 404]);
  assert.equal((await filesUsage(business)).usedBytes, 0);
});

test('uploads that are never submitted are deleted after a day', async () => {
  const business = await newBusiness({ sandbox: true });
  const form = await photoForm(business);
  const { visitor } = await visit(form.publicId);
  const { id } = await uploadFor(form.publicId, visitor, 'photo', 'uno');
  await uploadFor(form.publicId, visitor, 'photo', 'nunca');
  await submit(form.publicId, { visitor, answers: { photo: [id] } });
  await moveClock(business, Temporal.Now.instant().add({ hours: 48 }));
  await eventually(async () => (await filesUsage(business)).usedBytes === 3);
});

test('of many files that a visitor uploads at once, no more than twenty are kept', async () => {
  const business = await newBusiness();
  const form = await photoForm(business);
  const { visitor } = await visit(form.publicId);
  const uploadAt = (place: number) => uploadFor(form.publicId, visitor, 'photo', `file ${place}`);
  for (let place = 0; place < 18; place++) await uploadAt(place);
  const uploads = await Promise.all([18, 19, 20, 21].map(uploadAt));
  assert.deepEqual(uploads.map(({ code }) => code ?? '').sort(), [
    '',
    '',
    'too_many_visitor_uploads',
    'too_many_visitor_uploads',
  ]);
  const { files, reservedBytes } = await filesUsage(business);
  assert.deepEqual([files, reservedBytes], [20, 0]);
});
