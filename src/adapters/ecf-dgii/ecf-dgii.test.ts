import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { EcfConnection } from '#modules/filings/index.ts';
import readSeed from '#modules/filings/xml/read-seed.compute.ts';
import { ThreadPool } from '#platform/compute/thread-pool.ts';
import { outboundClient } from '#platform/http/outbound.ts';
import { newId } from '#platform/id.ts';
import { ProviderRefused, ProviderUnavailable } from '#platform/ports/port.ts';
import { newCertificate } from '#test/certificates.ts';
import { startDgii } from '#test/dgii.ts';
import { type EcfUnderTest, ecfContract } from '#test/ports/ecf-contract.ts';
import { refusesWith } from '#test/ports/refuses-with.ts';
import { jsonIn, messagesIn, resultIn, spokenIn } from './answers.ts';
import { ecfDgii } from './ecf-dgii.ts';

const key = newCertificate();
const dgii = await startDgii();
after(() => dgii.close());
const threads = new ThreadPool();
after(() => threads.close());
const callOf = (allowPrivate: boolean) => ({ call: outboundClient({ allowPrivate }), threads });
const adapter = ecfDgii(callOf(true), { documents: dgii.url, summaries: dgii.url });
const { certificate, privateKey } = key;
const config: EcfConnection = { environment: 'test', taxId: '101850043', certificate, privateKey };

ecfContract(
  'ecf-dgii',
  async (): Promise<EcfUnderTest> => ({
    key,
    ecf: adapter.connect(config, newId()),
    play: async (operation, what) => dgii.play(operation, what),
  }),
);

test('a token is reused for the calls of one company and never for another', async () => {
  const [mine, theirs] = [newId(), newId()];
  const before = dgii.tokensGiven();
  await adapter.connect(config, mine).findTrackId('E310000000001');
  await adapter.connect(config, mine).findTrackId('E310000000001');
  assert.equal(dgii.tokensGiven(), before + 1);
  await adapter.connect(config, theirs).findTrackId('E310000000001');
  assert.equal(dgii.tokensGiven(), before + 2);
});

test('a token that expires early is replaced once', async () => {
  const company = adapter.connect(config, newId());
  await company.findTrackId('E310000000001');
  dgii.endTokens();
  assert.equal(await company.findTrackId('E319999999999'), null);
});

test('each environment has its own URLs, and file names follow the protocol', async () => {
  for (const [environment, path] of [
    ['test', 'testecf'],
    ['certification', 'certecf'],
    ['production', 'ecf'],
  ] as const) {
    await adapter
      .connect({ ...config, environment }, newId())
      .send({ name: '101850043E310000000001.xml', xml: '<a/>' });
    const sent = dgii.requests.at(-1)!;
    assert.equal(sent.path, `/${path}/recepcion/api/facturaselectronicas`);
    assert.equal(sent.file, '101850043E310000000001.xml');
  }
});

test('an unreachable authority is unavailable, and a rejection is a refusal', async () => {
  const nowhere = ecfDgii(callOf(true), {
    documents: 'http://127.0.0.1:9',
    summaries: 'http://127.0.0.1:9',
  });
  await assert.rejects(nowhere.connect(config, newId()).authenticate(), refusesWith(ProviderUnavailable));
  assert.equal((await nowhere.connect(config, newId()).health()).state, 'down');
  const guarded = ecfDgii(callOf(false), { documents: dgii.url, summaries: dgii.url });
  await assert.rejects(guarded.connect(config, newId()).authenticate(), refusesWith(ProviderRefused));
});

test('a bad request for a document means that the authority does not have it', async () => {
  const company = adapter.connect(config, newId());
  for (const operation of ['findTrackId', 'findSummary'])
    dgii.answer(operation, { status: 400, body: { mensaje: 'No se encontró el comprobante' } });
  assert.equal(await company.findTrackId('E310000000001'), null);
  assert.equal(await company.findSummary('E320000000001', 'abcdef'), null);
});

test('a truncated directory does not prove that a buyer is missing', async () => {
  const company = adapter.connect(config, newId());
  dgii.answer('findReceiver', { body: [{ rnc: '1', nombre: 'x'.repeat(1_000_000) }] });
  await assert.rejects(company.findReceiver('131246796'), refusesWith(ProviderUnavailable));
});

test('a seed has only two short fields and is rebuilt before signing', () => {
  const seed = (inner: string) =>
    readSeed(`<?xml version="1.0"?>\n<SemillaModel xmlns="urn:x">${inner}</SemillaModel>`);
  const [valor, fecha] = ['<valor>a+/b==</valor>', '<fecha>2026-11-15T09:45:00.12-04:00</fecha>'];
  assert.match(
    seed(`${valor}\n${fecha}`)!,
    /^<SemillaModel xmlns:xsi="[^"]+" xmlns:xsd="[^"]+"><valor>a\+\/b==<\/valor>/,
  );
  const tooLong = `<valor>${'a'.repeat(1_001)}</valor>`;
  for (const wrong of ['', valor, valor + valor + fecha, `${valor}${fecha}<ECF/>`, tooLong + fecha])
    assert.equal(seed(wrong), null);
  for (const wrong of [
    '<ECF><valor>a</valor><fecha>b</fecha></ECF>',
    '<ECF',
    'nothing',
    `${seed(valor + fecha)}<ECF/>`,
  ])
    assert.equal(readSeed(wrong), null);
});

test('an answer of any form is understood or ignored', () => {
  const answer = (body: string) => jsonIn({ body: Buffer.from(body) });
  assert.equal(spokenIn(answer('"Texto solo"')), 'Texto solo');
  assert.equal(spokenIn(answer('multipart cannot be empty')), 'multipart cannot be empty');
  assert.equal(spokenIn(answer('<html>Error</html>')), null);
  assert.equal(spokenIn(answer('{"title":"Bad Request","status":400}')), 'Bad Request');
  assert.equal(spokenIn(answer('{"mensajes":[{"codigo":3,"valor":"Uno"}]}')), 'Uno');
  assert.deepEqual(messagesIn(answer('{"mensajes":["a",null,{"codigo":"7","valor":"b"},{"valor":""}]}')), [
    { code: '', text: 'a' },
    { code: '7', text: 'b' },
  ]);
  assert.equal(resultIn(answer('{"codigo":"01"}')).state, 'accepted');
  assert.equal(resultIn(answer('{"codigo":99}')).state, 'processing');
  assert.equal(resultIn(answer('[]')).state, 'processing');
  assert.equal(spokenIn(answer('"Uno\\u0000 dos\\ud800"')), 'Uno dos\ufffd');
});

test('an annulment that is answered with a number in use is no annulment', async () => {
  const company = adapter.connect(config, newId());
  const file = { name: 'a.xml', xml: '<ANECF/>' };
  for (const body of [
    { codigo: '3', estado: 'Rechazado', mensaje: 'Secuencia ya utilizada' },
    { codigo: '0', mensajes: ['e-NCF E310000000001 utilizado'] },
    { estado: 'Rechazado', mensaje: 'El rango ya fue utilizado' },
    {},
  ]) {
    dgii.answer('annul', { body });
    assert.equal((await company.annul(file)).accepted, false, JSON.stringify(body));
  }
  dgii.answer('annul', { body: { estado: 'Aceptado', mensaje: 'Rango anulado' } });
  assert.equal((await company.annul(file)).accepted, true);
});

test('the directory gives the address where a company authenticates', async () => {
  const company = adapter.connect(config, newId());
  const entry = {
    rnc: '131246796',
    razonSocial: 'Otra',
    urlRecepcion: 'https://a.example',
    urlOpcional: 'https://b.example',
  };
  dgii.answer('findReceiver', { body: { contribuyentes: [entry] } });
  assert.equal((await company.findReceiver('131246796'))?.authenticationUrl, 'https://b.example');
});
