import assert from 'node:assert/strict';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import packet from 'dns-packet';
import { codeOf, app as mainApp, newBusiness, startTestApp } from '#test/harness.ts';
import { decide } from './domain.ts';

const records = new Map<string, string>();
let server: Socket;
let app: typeof mainApp;

/** A name server that knows `records`: names of TXT records, and aliases as `cname <name>`. */
before(async () => {
  server = createSocket('udp4');
  server.on('message', (message, peer) => {
    const { id, questions = [] } = packet.decode(message);
    const [question] = questions;
    const data = records.get(question!.type === 'TXT' ? question!.name : `${question!.type} ${question!.name}`);
    const answers =
      data === undefined ? [] : [{ type: question!.type, name: question!.name, ttl: 1, data } as packet.Answer];
    const flags = data === undefined ? 3 : 0;
    server.send(
      packet.encode({ type: 'response', id, flags, questions, answers } as packet.Packet),
      peer.port,
      peer.address,
    );
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  app = await startTestApp({ DNS_SERVERS: `127.0.0.1:${server.address().port}` }, { databaseUrl: mainApp.databaseUrl });
});

after(async () => {
  await app.stop();
  server.close();
});

const verify = async (domain: string) => {
  const answer = await fetch(`${app.publicUrl}/v1/websites/domains/${domain}/verify`, { method: 'POST' });
  return ((await answer.json()) as { state: string }).state;
};

test('a domain is verified by its records, and serves the website of one organization', async () => {
  const [shop, other] = [await newBusiness(), await newBusiness()];
  const domain = `tienda-${shop.id.slice(0, 8)}.example.com`;
  const { data } = await shop.api.POST('/v1/websites/domains', { body: { domain: domain.toUpperCase() } });
  assert.deepEqual([data!.domain, data!.state], [domain, 'pending']);
  assert.equal(await verify(domain), 'pending');
  const [proof] = data!.records;
  records.set(proof!.name, proof!.value);
  assert.equal(await verify(domain), 'pending', 'It points elsewhere.');
  records.set(`CNAME ${domain}`, 'localhost');
  assert.equal(await verify(domain), 'verified');

  const rival = await other.api.POST('/v1/websites/domains', { body: { domain } });
  await verify(domain);
  const listed = await other.api.GET('/v1/websites/domains');
  assert.deepEqual([rival.data!.state, listed.data!.data[0]!.problem], ['pending', 'taken']);

  await shop.api.PATCH('/v1/organization/settings', { body: { section: 'website', value: { published: true } } });
  const site = await fetch(`${app.publicUrl}/v1/websites/site/${domain}`);
  assert.equal(((await site.json()) as { site: { url: string } }).site.url, `https://${domain}`);
  assert.equal((await fetch(`${app.publicUrl}/v1/websites/certificate?domain=${domain}`)).status, 200);

  await shop.api.DELETE('/v1/websites/domains/{domain}', { params: { path: { domain } } });
  assert.equal((await fetch(`${app.publicUrl}/v1/websites/site/${domain}`)).status, 404);
  assert.equal((await fetch(`${app.publicUrl}/v1/websites/certificate?domain=${domain}`)).status, 404);
  assert.equal(await verify(`nobody-${domain}`), 'unknown');
});

test('public suffixes, addresses and the own host are no domains', async () => {
  const { api } = await newBusiness();
  const statusOf = async (domain: string) =>
    (await api.POST('/v1/websites/domains', { body: { domain } })).response.status;
  for (const domain of ['com.do', 'github.io', 'x.localhost']) assert.equal(await statusOf(domain), 422, domain);
  for (const domain of ['10.0.0.1', 'localhost', 'a_b.com']) assert.equal(await statusOf(domain), 400, domain);
  const { data } = await api.POST('/v1/websites/domains', { body: { domain: 'peña.example.com' } });
  assert.equal(data!.domain, 'xn--pea-8ma.example.com');
  assert.equal(
    codeOf(await api.DELETE('/v1/websites/domains/{domain}', { params: { path: { domain: 'otra.example.com' } } })),
    'not_found',
  );
});

test('a verified domain whose records are gone is lost after three days', () => {
  const claim = {
    domain: 'a.example.com',
    organizationId: '',
    token: 't',
    state: 'verified' as const,
    problem: null,
    checkedAt: null,
    verifiedAt: '2026-01-01T00:00:00Z',
    failingSince: null,
    createdAt: '2026-01-01T00:00:00Z',
  };
  const gone = { texts: [], pointsHere: true };
  const first = decide(claim, gone, false);
  assert.deepEqual([first.state, first.problem], ['verified', 'proof_missing']);
  const later = decide({ ...claim, failingSince: '2026-01-02T00:00:00Z' }, gone, false);
  assert.equal(later.state, 'lost');
  const back = decide({ ...claim, ...first }, { texts: ['t'], pointsHere: true }, false);
  assert.deepEqual([back.state, back.failingSince], ['verified', null]);
});
