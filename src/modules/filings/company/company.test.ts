import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newCertificate } from '#test/certificates.ts';
import { behaviours, certificate, companyBody, newIssuer } from '#test/einvoice.ts';
import { app, type Business, newBusiness, newMember } from '#test/harness.ts';
import { verifyXml } from '../xml/ecf-signature.ts';

const register = ({ api }: Business, change: object = {}) =>
  api.POST('/v1/einvoice/company', { body: { ...companyBody, ...change } });

const DAY_MS = 86_400_000;
const at = (days: number): Date => new Date(Date.now() + days * DAY_MS);
const asBody = ({ p12, password }: { p12: Buffer; password: string }) => ({
  certificate: p12.toString('base64'),
  password,
});

test('a company is registered with its certificate, which cannot be read back', async () => {
  const business = await newBusiness();
  assert.equal((await business.api.GET('/v1/einvoice/company')).response.status, 404);
  const made = await register(business);
  assert.equal(made.response.status, 201);
  assert.deepEqual(
    [made.data?.taxId, made.data?.environment, made.data?.version, made.data?.certificate.holder],
    ['101850043', 'simulator', 1, 'Ana Pérez'],
  );
  const answers = JSON.stringify([made.data, (await business.api.GET('/v1/einvoice/company')).data]);
  for (const secret of [certificate.password, certificate.p12.toString('base64').slice(0, 60), 'PRIVATE KEY'])
    assert.ok(!answers.includes(secret));
  assert.deepEqual((await business.api.GET('/v1/einvoice/company')).data, made.data);
});

test('neither the private key nor the key of the receiver address is readable in the database', async () => {
  const business = await newIssuer();
  const receiverKey = (await business.api.GET('/v1/einvoice/company')).data!.receiverUrl.split('/').at(-1)!;
  assert.match(receiverKey, /^ecf_/);
  const { result } = await app.engine.run({}, async (ctx) => {
    const { tx } = await ctx.enter(business.id);
    const own = ['organizationId', '=', business.id] as const;
    const connections = await tx
      .selectFrom('providerConnections')
      .selectAll()
      .where(...own)
      .execute();
    const companies = await tx
      .selectFrom('ecfCompanies')
      .selectAll()
      .where(...own)
      .execute();
    return { connections, companies };
  });
  const stored = Buffer.concat([
    ...result.connections.map(({ config }) => config),
    Buffer.from(JSON.stringify(result.companies)),
  ]);
  for (const secret of ['PRIVATE KEY', certificate.password, certificate.privateKey.split('\n')[1]!, receiverKey])
    assert.ok(!stored.includes(secret));
});

test('a wrong password, an expired certificate, a file without key and junk are refused and change nothing', async () => {
  const business = await newIssuer();
  const before = (await business.api.GET('/v1/einvoice/company')).data;
  const wrong: [object, string][] = [
    [{ password: 'otra' }, 'certificate_password_wrong'],
    [{ password: undefined }, 'certificate_password_wrong'],
    [asBody(newCertificate({ from: at(-9), to: at(-1) })), 'certificate_expired'],
    [asBody(newCertificate({ withKey: false })), 'certificate_key_missing'],
    [{ certificate: Buffer.from('hola').toString('base64') }, 'certificate_unreadable'],
  ];
  for (const [change, code] of wrong) {
    const refused = await register(business, { name: 'Otro nombre', ...change });
    assert.deepEqual([refused.response.status, refused.error?.code], [422, code]);
    const field = code === 'certificate_password_wrong' ? 'body.password' : 'body.certificate';
    assert.equal(refused.error?.errors[0]?.path, field);
  }
  for (const change of [
    { taxId: '123' },
    { certificate: 'no base64!' },
    { environment: 'moon' },
    { municipality: '1' },
  ])
    assert.equal((await register(business, change)).response.status, 400);
  assert.deepEqual((await business.api.GET('/v1/einvoice/company')).data, before);
});

test('the first registration needs a certificate, a later one keeps it, and a stale version is refused', async () => {
  const business = await newBusiness();
  const bare = { certificate: undefined, password: undefined };
  assert.equal((await register(business, bare)).error?.code, 'certificate_required');
  const made = (await register(business)).data!;
  const changed = await register(business, { ...bare, name: 'Colmado Nuevo', version: made.version });
  assert.deepEqual([changed.data?.name, changed.data?.version], ['Colmado Nuevo', 2]);
  assert.deepEqual(changed.data?.certificate.validTo, made.certificate.validTo);
  assert.equal(changed.data?.receiverUrl, made.receiverUrl);
  assert.equal((await register(business, { version: 1 })).error?.code, 'version_conflict');
});

test('warnings name a foreign certificate, a wrong check digit and a certificate that expires soon', async () => {
  const business = await newBusiness();
  const soon = newCertificate({ to: at(5), taxId: '101850043' });
  const doubtful = await register(business, { taxId: '101850042', ...asBody(soon) });
  assert.deepEqual(
    doubtful.data?.warnings.map(({ code }) => code),
    ['check_digit', 'certificate_of_another', 'certificate_expires_soon'],
  );
  const fine = await register(business, asBody(newCertificate({ taxId: '101850043' })));
  assert.deepEqual(fine.data?.warnings, []);
});

test('provider info and health answer before and after the registration', async () => {
  const business = await newBusiness();
  const info = (await business.api.GET('/v1/einvoice/provider-info')).data!;
  assert.deepEqual([info.registered, info.environment, info.certificate], [false, null, null]);
  assert.equal(info.capabilities.types.length, 10);
  assert.equal((await business.api.GET('/v1/einvoice/health')).data?.state, 'not-registered');
  await register(business);
  const after = (await business.api.GET('/v1/einvoice/provider-info')).data!;
  assert.deepEqual([after.registered, after.environment, after.provider], [true, 'simulator', 'ecf-simulator']);
  assert.equal((await business.api.GET('/v1/einvoice/health')).data?.state, 'up');
  await behaviours.next({ kind: 'down', organizationId: business.id, operation: 'health', times: 1 });
  const down = (await business.api.GET('/v1/einvoice/health')).data!;
  assert.deepEqual([down.state, down.environment], ['down', 'simulator']);
});

test('a given document is signed with the company’s certificate, and nothing else is', async () => {
  const business = await newIssuer();
  const sign = (xml: string) => business.api.POST('/v1/einvoice/sign-document', { body: { xml } });
  const { data } = await sign('<?xml version="1.0"?>\n<ARECF>\n  <A>ñ &amp; co</A>\n</ARECF>');
  const verified = verifyXml(data!.xml);
  assert.equal(verified?.content, '<ARECF><A>ñ &amp; co</A></ARECF>');
  assert.equal(verified?.signatureValue.slice(0, 6), data!.securityCode);
  assert.equal((await sign('no xml')).error?.code, 'xml_unreadable');
  assert.equal((await sign(data!.xml)).error?.code, 'xml_already_signed');
  const stranger = await newBusiness();
  const none = await stranger.api.POST('/v1/einvoice/sign-document', { body: { xml: '<a/>' } });
  assert.equal(none.error?.code, 'company_not_registered');
});

test('a viewer sees and signs nothing, and a dry run registers nothing', async () => {
  const business = await newBusiness();
  const viewer = await newMember(business);
  assert.equal((await viewer.api.POST('/v1/einvoice/company', { body: companyBody })).response.status, 403);
  assert.equal((await viewer.api.POST('/v1/einvoice/sign-document', { body: { xml: '<a/>' } })).response.status, 403);
  const tried = await business.api.POST('/v1/einvoice/company', {
    body: companyBody,
    headers: { 'dry-run': 'true' },
  });
  assert.equal(tried.response.status, 200);
  assert.equal((await business.api.GET('/v1/einvoice/company')).response.status, 404);
});
