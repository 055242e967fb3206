import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { App } from '#app';
import { realNow } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { newCertificate } from '#test/certificates.ts';
import { ecfDocuments } from '#test/ecf-trial.ts';
import { behaviours, companyBody, newIssuer, newTaxId } from '#test/einvoice.ts';
import { HELD_MAX_MS, shortestOfTurnsMs } from '#test/event-loop.ts';
import { app, type Business, eventually, newMember, startTestApp } from '#test/harness.ts';
import { followUp, takeOver } from '#test/jobs.ts';
import { approvalXml } from '../ecf/ecf-messages.ts';
import { ecfXml } from '../ecf/ecf-xml.ts';
import type { Ecf } from '../ecf.port.ts';
import { submitFiscalDocument } from '../sending/document.ts';
import { signXml, verifyXml } from '../xml/ecf-signature.ts';
import { issuerAnswer } from './answer.ts';

const sender = newCertificate({ taxId: '00112345673', bits: 2048 });
const DAY_MS = 86_400_000;
type Receiver = Business & { taxId: string };

/** Hands a file in as the protocol does: a form with one part. */
async function handIn(address: string, xml: string): Promise<{ status: number; text: string }> {
  const form = new FormData();
  form.set('xml', new Blob([xml], { type: 'text/xml' }), 'documento.xml');
  const response = await fetch(address, { method: 'POST', body: form });
  return { status: response.status, text: await response.text() };
}

const addressOf = async ({ api }: Business, path: string): Promise<string> =>
  `${(await api.GET('/v1/einvoice/company')).data!.receiverUrl}/fe/${path}`;

function invoiceFor(buyerTaxId: string, issuerTaxId: string, number = 'E310000000001'): string {
  const issuer = { taxId: issuerTaxId, name: 'Suplidora del Este', address: 'Higüey' };
  const [credit] = ecfDocuments(issuer, { numberOf: () => number });
  return ecfXml({ ...credit!, buyer: { ...credit!.buyer!, taxId: buyerTaxId } }, realNow());
}

const receiptOf = (text: string) => ({
  state: /<Estado>(\d)</.exec(text)?.[1],
  reason: /<CodigoMotivoNoRecibido>(\d)</.exec(text)?.[1] ?? null,
  isSigned: verifyXml(text) !== null,
});

const receivedBy = async ({ api }: Business) => (await api.GET('/v1/einvoice/received')).data!.data;

test('a document made out to us is received, kept, and answered with a signed receipt', async () => {
  const business = await newIssuer();
  const issuer = newTaxId();
  const { xml } = signXml(invoiceFor(business.taxId, issuer), sender);
  const address = await addressOf(business, 'recepcion/api/ecf');
  const { status, text } = await handIn(address, xml);
  assert.equal(status, 200);
  assert.deepEqual(receiptOf(text), { state: '0', reason: null, isSigned: true });
  assert.match(text, new RegExp(`<RNCEmisor>${issuer}</RNCEmisor><RNCComprador>${business.taxId}<`));
  const [kept] = await receivedBy(business);
  assert.deepEqual(
    [kept?.state, kept?.issuerTaxId, kept?.issuerName, kept?.type, kept?.total, kept?.itbis, kept?.issuedOn],
    ['received', issuer, 'Suplidora del Este', '31', '27008.32', '3706.32', '2026-11-15'],
  );
  const file = await business.api.GET('/v1/einvoice/received/{receivedId}/xml', {
    params: { path: { receivedId: kept!.id } },
  });
  assert.equal(await file.data!.text(), xml);
  const again = await handIn(address, xml);
  assert.deepEqual(receiptOf(again.text), { state: '1', reason: '3', isSigned: true });
  assert.equal((await receivedBy(business)).length, 1);
});

test('a document sent many times concurrently is received once', async () => {
  const business = await newIssuer();
  const { xml } = signXml(invoiceFor(business.taxId, newTaxId()), sender);
  const address = await addressOf(business, 'recepcion/api/ecf');
  const answers = await Promise.all(Array.from({ length: 6 }, () => handIn(address, xml)));
  const reasons = answers.map(({ text }) => receiptOf(text).reason).sort();
  assert.deepEqual(reasons, ['3', '3', '3', '3', '3', null]);
  assert.equal((await receivedBy(business)).length, 1);
});

test('a changed document, an expired certificate, another buyer and a type that is not exchanged are refused', async () => {
  const business = await newIssuer();
  const issuer = newTaxId();
  const address = await addressOf(business, 'recepcion/api/ecf');
  const ended = newCertificate({ from: new Date(Date.now() - 9 * DAY_MS), to: new Date(Date.now() - DAY_MS) });
  const good = invoiceFor(business.taxId, issuer);
  const cases: [string, string][] = [
    [signXml(good, sender).xml.replace('<MontoTotal>', '<MontoTotal>1'), '2'],
    [good, '2'],
    [signXml(good, ended).xml, '2'],
    [signXml(invoiceFor('131246796', issuer), sender).xml, '4'],
    [signXml(good.replaceAll('E310', 'E320').replace('<TipoeCF>31', '<TipoeCF>32'), sender).xml, '1'],
    [signXml(good.replace('<TipoeCF>31', '<TipoeCF>33'), sender).xml, '1'],
    // The schema of its type refuses these.
    [signXml(good.replace(/<TipoPago>\d<\/TipoPago>/, ''), sender).xml, '1'],
    [signXml(good.replace('<Version>1.0<', '<Version>2.0<'), sender).xml, '1'],
    [signXml(good.replace('<NumeroLinea>', '<Extra>1</Extra><NumeroLinea>'), sender).xml, '1'],
  ];
  for (const [xml, reason] of cases) {
    const { text } = await handIn(address, xml);
    assert.deepEqual(receiptOf(text), { state: '1', reason, isSigned: true });
  }
  const refused = (await receivedBy(business)).filter(({ state }) => state === 'refused');
  assert.ok(refused.length > 0 && refused.every(({ problem }) => problem));
  assert.ok(refused.some(({ problem }) => problem!.includes('unknown element Extra')));
  const right = await handIn(address, signXml(good, sender).xml);
  assert.equal(receiptOf(right.text).state, '0');
  for (const junk of ['hola', '<ECF/>', '<!DOCTYPE a [<!ENTITY x "y">]><ECF>&x;</ECF>'])
    assert.equal((await handIn(address, junk)).status, 422);
});

test('nested, endless and large documents are refused without holding up anybody', async () => {
  const business = await newIssuer();
  const address = await addressOf(business, 'recepcion/api/ecf');
  const lines = '<Item><a>1</a></Item>'.repeat(25_000);
  const nasty = [
    '<a>'.repeat(8_000),
    '<a>'.repeat(600_000),
    '<a>'.repeat(250_000) + '</a>'.repeat(250_000),
    `<ECF>${'<b/>'.repeat(400_000)}</ECF>`,
    `<ECF ${'x="1" '.repeat(300_000)}/>`,
    `<ECF>${lines}</ECF>`,
  ];
  for (const xml of nasty) {
    let status = 0;
    const held = await shortestOfTurnsMs(async () => {
      ({ status } = await handIn(address, xml));
    });
    assert.equal(status, 422, xml.slice(0, 20));
    assert.ok(held < HELD_MAX_MS, `${xml.slice(0, 20)} held the event loop for ${held} ms`);
  }
});

/** A company of production, with a tax authority that confirms the documents with these security codes. */
async function inProduction(context: TestContext, service: App, confirmed: string[]) {
  const business = await newIssuer();
  const { taxId } = business;
  await business.api.POST('/v1/einvoice/company', { body: { ...companyBody, taxId, environment: 'production' } });
  const authority = {
    isAccepted: async ({ securityCode }: { securityCode: string }) => confirmed.includes(securityCode),
  };
  context.mock.method(service.engine.services.connections, 'open', async () => authority);
  return {
    business,
    address: (await addressOf(business, 'recepcion/api/ecf')).replace(app.publicUrl, service.publicUrl),
  };
}

test('in production without authorities only a document that the tax authority confirms is received', async (context) => {
  const confirmed: string[] = [];
  const { business, address } = await inProduction(context, app, confirmed);
  const issuer = newTaxId();
  const { xml, signatureValue } = signXml(invoiceFor(business.taxId, issuer), newCertificate({ taxId: issuer }));
  const refused = await handIn(address, xml);
  assert.deepEqual(receiptOf(refused.text), { state: '1', reason: '2', isSigned: true });
  assert.match((await receivedBy(business))[0]!.problem!, /tax authority does not confirm/);
  confirmed.push(signatureValue.slice(0, 6));
  assert.equal(receiptOf((await handIn(address, xml)).text).state, '0');
});

test('in production a certificate of a trusted authority must name the issuer, unless the tax authority confirms', async (context) => {
  const path = join(process.env.TEST_FOLDER!, `authorities-production-${process.pid}.pem`);
  writeFileSync(path, sender.certificate);
  const careful = await startTestApp({ ECF_AUTHORITIES: path }, { databaseUrl: app.databaseUrl });
  const confirmed: string[] = [];
  const { business, address } = await inProduction(context, careful, confirmed);
  const issuer = newTaxId();
  const signedBy = (taxId: string, number: string) =>
    signXml(invoiceFor(business.taxId, issuer, number), newCertificate({ taxId, issuer: sender }));
  const own = await handIn(address, signedBy(issuer, 'E310000000001').xml);
  assert.equal(receiptOf(own.text).state, '0');
  const delegate = signedBy('00112345673', 'E310000000002');
  assert.equal(receiptOf((await handIn(address, delegate.xml)).text).reason, '2');
  confirmed.push(delegate.signatureValue.slice(0, 6));
  assert.equal(receiptOf((await handIn(address, delegate.xml)).text).state, '0');
  await careful.stop();
});

test('with trusted authorities configured, documents signed by others are refused', async () => {
  const path = join(process.env.TEST_FOLDER!, `authorities-${process.pid}.pem`);
  writeFileSync(path, `Autoridad\n${sender.certificate}`);
  const careful = await startTestApp({ ECF_AUTHORITIES: path }, { databaseUrl: app.databaseUrl });
  const business = await newIssuer();
  const { taxId } = business;
  const { data } = await business.api.POST('/v1/einvoice/company', {
    body: { ...companyBody, taxId, environment: 'test' },
  });
  assert.ok(data!.warnings.some(({ code }) => code === 'issuers_not_checked'));
  const address = (await addressOf(business, 'recepcion/api/ecf')).replace(app.publicUrl, careful.publicUrl);
  const xml = invoiceFor(taxId, newTaxId());
  const stranger = await handIn(address, signXml(xml, newCertificate()).xml);
  assert.deepEqual(receiptOf(stranger.text), { state: '1', reason: '2', isSigned: true });
  assert.match((await receivedBy(business))[0]!.problem!, /no trusted authority/);
  const known = await handIn(address, signXml(xml, newCertificate({ issuer: sender })).xml);
  assert.equal(receiptOf(known.text).state, '0');
  await careful.stop();
});

test('a reception address opens nothing but its own company, and JSON routes take no forms', async () => {
  const business = await newIssuer();
  const address = await addressOf(business, 'recepcion/api/ecf');
  const { xml } = signXml(invoiceFor(business.taxId, newTaxId()), sender);
  assert.equal((await handIn(address.replace(/ecf_[^/]+/, `ecf_${'x'.repeat(32)}`), xml)).status, 404);
  assert.equal((await handIn(address.replace(/ecf_[^/]+/, business.id), xml)).status, 404);
  assert.equal((await handIn(`${app.publicUrl}/v1/einvoice/sign-document`, xml)).status, 401);
  const form = new FormData();
  form.set('xml', '<a/>');
  const headers = { authorization: `Bearer ${business.owner.token}` };
  const signing = await fetch(`${app.publicUrl}/v1/einvoice/sign-document`, { method: 'POST', headers, body: form });
  assert.equal(signing.status, 415);
  const broken = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: 'nothing of the kind',
  });
  assert.equal(broken.status, 400);
});

test('a seed of ours, signed, gives a token; one of another company, an old or an unsigned one does not', async () => {
  const [business, other] = [await newIssuer(), await newIssuer()];
  const seedOf = async (of: Receiver) => (await fetch(await addressOf(of, 'autenticacion/api/semilla'))).text();
  const address = await addressOf(business, 'autenticacion/api/validacioncertificado');
  const seed = await seedOf(business);
  assert.match(seed, /<SemillaModel><valor>[\w.-]+<\/valor><fecha>\d{4}-/);
  // As some issuers write it.
  const otherCase = address.replace('autenticacion/api/validacion', 'Autenticacion/api/Validacion');
  const { status, text } = await handIn(otherCase, signXml(seed, sender).xml);
  assert.equal(status, 200);
  assert.ok((JSON.parse(text) as { token: string }).token.length > 40);
  const old = seed.replace(/\.(\d{13})\./, (_, at) => `.${Number(at) - 600_000}.`);
  for (const wrong of [seed, signXml(await seedOf(other), sender).xml, signXml(old, sender).xml])
    assert.equal((await handIn(address, wrong)).status, 400);
});

test('a received document is approved or rejected once, and the authority is notified', async () => {
  const business = await newIssuer();
  const address = await addressOf(business, 'recepcion/api/ecf');
  const issuer = newTaxId();
  for (const number of ['E310000000001', 'E310000000002'])
    await handIn(address, signXml(invoiceFor(business.taxId, issuer, number), sender).xml);
  const [second, first] = await receivedBy(business);
  const answer = (body: { id: string; approved: boolean; reason?: string }) =>
    business.api.POST('/v1/einvoice/received/approval', { body });
  await behaviours.next({ kind: 'down', organizationId: business.id, operation: 'approve', times: 1 });
  const approved = await answer({ id: first!.id, approved: true });
  assert.deepEqual(
    [approved.data?.commercialApproval?.answer, approved.data?.commercialApproval?.state],
    ['approved', 'waiting'],
  );
  assert.equal((await answer({ id: first!.id, approved: false, reason: 'No' })).error?.code, 'approval_given');
  const rejected = await answer({ id: second!.id, approved: false, reason: 'No la pedimos' });
  assert.equal(rejected.data?.commercialApproval?.reason, 'No la pedimos');
  await eventually(async () => {
    const answers = (await receivedBy(business)).map(({ commercialApproval }) => commercialApproval);
    return answers.every((given) => given?.state === 'accepted' && given.issuer?.state === 'notified');
  }, 30_000);
  await handIn(address, signXml(invoiceFor(business.taxId, issuer, 'E310000000003'), sender).xml);
  const third = (await receivedBy(business))[0]!.id;
  await behaviours.next({ kind: 'reject', organizationId: business.id, operation: 'approve', times: 1 });
  await answer({ id: third, approved: true });
  await eventually(async () => (await receivedBy(business))[0]!.commercialApproval?.state === 'rejected');
  assert.equal((await answer({ id: third, approved: true })).data?.commercialApproval?.state, 'waiting');
  assert.equal((await answer({ id: newId(), approved: true })).response.status, 404);
  const viewer = await newMember(business);
  const tried = await viewer.api.POST('/v1/einvoice/received/approval', { body: { id: first!.id, approved: true } });
  assert.equal(tried.response.status, 403);
});

/** Puts another authority in place of the simulated one, for one organization and until that is undone. */
function replaceEcf(organizationId: string, other: (authority: Ecf) => Ecf): () => void {
  const { adapter } = app.simulators.ecf;
  const { connect } = adapter;
  adapter.connect = (config, id) => (id === organizationId ? other(connect(config, id)) : connect(config, id));
  return () => {
    adapter.connect = connect;
  };
}

test('notifying an issuer can be retried, and the outcome of an old answer does not count for a new one', async () => {
  const business = await newIssuer();
  const address = await addressOf(business, 'recepcion/api/ecf');
  await handIn(address, signXml(invoiceFor(business.taxId, newTaxId()), sender).xml);
  const { id } = (await receivedBy(business))[0]!;
  const answer = (approved: boolean) =>
    business.api.POST('/v1/einvoice/received/approval', { body: { id, approved, reason: 'No la pedimos' } });
  const given = async () => (await receivedBy(business))[0]!.commercialApproval!;
  await behaviours.next({ kind: 'down', organizationId: business.id, operation: 'answerIssuer' });
  await behaviours.next({ kind: 'reject', organizationId: business.id, operation: 'approve', times: 1 });
  await answer(true);
  await eventually(async () => (await given()).state === 'rejected');
  await takeOver(issuerAnswer, business.id, id);
  // The issuer gets the old answer while the new one is given.
  const restore = replaceEcf(business.id, (authority) => ({
    ...authority,
    answerIssuer: async () => {
      restore();
      await answer(false);
    },
  }));
  await followUp(issuerAnswer, business.id, id);
  await eventually(async () => (await given()).state === 'accepted');
  assert.deepEqual([(await given()).answer, (await given()).issuer?.state], ['rejected', 'waiting']);

  await takeOver(issuerAnswer, business.id, id, { failures: 16 });
  const end = replaceEcf(business.id, () => {
    throw new Error('a fault of ours');
  });
  await followUp(issuerAnswer, business.id, id);
  end();
  assert.deepEqual((await given()).issuer, { state: 'failed', problem: 'Something went wrong here.' });
  await behaviours.clear(business.id);
  assert.equal((await answer(true)).error?.code, 'approval_given');
  assert.equal((await answer(false)).data?.commercialApproval?.issuer?.state, 'waiting');
  await eventually(async () => (await given()).issuer?.state === 'notified');
});

test('a buyer’s answer is kept with our document; an answer to an unknown document is refused', async () => {
  const business = await newIssuer();
  const source = { kind: 'invoice', id: newId() };
  const [credit] = ecfDocuments({ taxId: business.taxId }, { sequenceExpiresOn: '2099-12-31' });
  const content = { ...credit!, issuer: { branch: null, sellerCode: null, internalNumber: null } };
  await app.engine.within(business.id, (ctx) => submitFiscalDocument(ctx, { source, content }));
  const address = await addressOf(business, 'aprobacioncomercial/api/ecf');
  const answer = (change: object = {}) =>
    approvalXml({
      issuerTaxId: business.taxId,
      buyerTaxId: '401506254',
      number: 'E310000000001',
      issuedOn: '2026-11-15',
      total: '27008.32',
      approved: false,
      reason: 'Precio equivocado',
      at: realNow(),
      ...change,
    });
  for (const wrong of [
    { total: '1.00' },
    { buyerTaxId: '131246796' },
    { issuerTaxId: '131246796' },
    { number: 'E310000000009' },
    { reason: null },
  ])
    assert.equal((await handIn(address, signXml(answer(wrong), sender).xml)).status, 400);
  assert.equal((await handIn(address, answer())).status, 400);
  assert.equal((await handIn(address, signXml(answer(), sender).xml)).status, 200);
  const { data } = await business.api.GET('/v1/einvoice/document');
  assert.deepEqual(
    [data?.data[0]?.commercialApproval?.state, data?.data[0]?.commercialApproval?.reason],
    ['rejected', 'Precio equivocado'],
  );
});

test('numbers that are on no document are annulled once; used ones and the wrong way round are refused', async () => {
  const business = await newIssuer();
  const annul = (from: string, to: string) => business.api.POST('/v1/einvoice/annulment', { body: { from, to } });
  const done = await annul('E310000000101', 'E310000000110');
  assert.deepEqual([done.response.status, done.data?.count, done.data?.type], [201, 10, '31']);
  assert.equal((await annul('E310000000110', 'E310000000120')).error?.code, 'numbers_not_unused');
  assert.equal((await annul('E310000000130', 'E310000000120')).error?.code, 'numbers_order');
  assert.equal((await annul('E310000000130', 'E320000000140')).error?.code, 'numbers_order');
  assert.equal((await annul('E420000000130', 'E420000000140')).error?.code, 'numbers_order');
  const { data: range } = await business.api.POST('/v1/taxes/numerals', {
    body: { type: 'E31', start: 301, end: 320 },
  });
  assert.equal((await annul('E310000000301', 'E310000000310')).error?.code, 'numbers_not_unused');
  const unused = { numeralsId: range!.id, from: 301, to: 310, reason: '08' as const };
  await business.api.POST('/v1/taxes/numerals/void', { body: unused });
  assert.equal((await annul('E310000000309', 'E310000000311')).error?.code, 'numbers_not_unused');
  assert.equal((await annul('E310000000301', 'E310000000310')).response.status, 201);
  await behaviours.next({ kind: 'reject', organizationId: business.id, operation: 'annul', times: 1 });
  assert.equal((await annul('E310000000201', 'E310000000201')).error?.code, 'provider_refused');
  await behaviours.next({ kind: 'down', organizationId: business.id, operation: 'annul', times: 1 });
  assert.equal((await annul('E310000000201', 'E310000000201')).response.status, 502);
  const list = async (query: object) => (await business.api.GET('/v1/einvoice/annulment', { params: { query } })).data!;
  const { total, nextCursor } = await list({ itemsPerPage: 1 });
  assert.deepEqual([total, (await list({ cursor: nextCursor })).data.length], [4, 3]);
  const { data: sent } = await list({ type: '31,32', sort: 'annulled' });
  assert.deepEqual(
    sent.map(({ firstNumber, state }) => [firstNumber, state]),
    [
      ['E310000000101', 'accepted'],
      ['E310000000301', 'accepted'],
      ['E310000000201', 'refused'],
      ['E310000000201', 'sending'],
    ],
  );
});

test('a reception address is found in any case, the key in it too', async () => {
  const business = await newIssuer();
  const address = await addressOf(business, 'recepcion/api/ecf');
  const [origin, path] = [new URL(address).origin, new URL(address).pathname];
  const { xml } = signXml(invoiceFor(business.taxId, newTaxId()), sender);
  const { status, text } = await handIn(`${origin}${path.toUpperCase()}`, xml);
  assert.deepEqual([status, receiptOf(text).state], [200, '0']);
});

test('a signed seed is answered with a token in the form that the caller accepts', async () => {
  const business = await newIssuer();
  const seed = await (await fetch(await addressOf(business, 'autenticacion/api/semilla'))).text();
  const form = new FormData();
  form.set('xml', new Blob([signXml(seed, sender).xml], { type: 'text/xml' }), 'semilla.xml');
  const address = await addressOf(business, 'autenticacion/api/validacioncertificado');
  const ask = (accept: string) => fetch(address, { method: 'POST', body: form, headers: { accept } });
  const json = await ask('application/json');
  assert.ok(((await json.json()) as { token: string }).token);
  const xml = await ask('application/xml');
  assert.match(xml.headers.get('content-type')!, /^application\/xml/);
  assert.match(
    await xml.text(),
    /^<\?xml[^>]*><RespuestaAutenticacion><token>[^<]+<\/token><expira>[^<]+<\/expira><expedido>/,
  );
});

test('a rejection needs its reason', async () => {
  const business = await newIssuer();
  const address = await addressOf(business, 'recepcion/api/ecf');
  await handIn(address, signXml(invoiceFor(business.taxId, newTaxId()), sender).xml);
  const { id } = (await receivedBy(business))[0]!;
  const { response, error } = await business.api.POST('/v1/einvoice/received/approval', {
    body: { id, approved: false },
  });
  assert.equal(response.status, 400);
  assert.deepEqual(
    error?.errors?.map(({ path }) => path),
    ['body.reason'],
  );
});

test('a number that was burnt and never sent can be annulled once its document is void', async () => {
  const business = await newIssuer();
  await business.api.POST('/v1/taxes/numerals', { body: { type: 'E31', start: 1, end: 20 } });
  const contact = await business.api.POST('/v1/beneficiary', { body: { name: 'Otra', taxId: '131246796' } });
  const elements = [{ description: 'Pan', unitPrice: '10' }];
  // The document waits, because the certificate is gone: it never reaches the authority.
  await app.engine.within(business.id, ({ tx }) =>
    tx.deleteFrom('ecfCompanies').where('organizationId', '=', business.id).execute(),
  );
  const { data } = await business.api.POST('/v1/record/pending', {
    body: { fiscalType: 'E31', contactId: contact.data!.id, elements },
  });
  const number = data!.fiscalNumber!;
  await eventually(async () => (await business.api.GET('/v1/einvoice/document')).data!.data.length === 1);
  const { taxId } = business;
  const annul = () => business.api.POST('/v1/einvoice/annulment', { body: { from: number, to: number } });
  await business.api.DELETE('/v1/record/pending', { body: { id: data!.id } });
  await business.api.POST('/v1/einvoice/company', { body: { ...companyBody, taxId } });
  assert.equal((await annul()).response.status, 201);
  assert.equal((await annul()).error?.code, 'numbers_not_unused');
});
