import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { freePort } from '#test/free-port.ts';
import { asProviderFailure } from '../ports/provider-call.ts';
import { checkOutboundUrl, isPublicAddress, OutboundFailed, OutboundRefused, outboundClient } from './outbound.ts';

const outbound = { method: 'POST', body: '{}', timeoutMs: 5_000, answerBytesMax: 1_000 } as const;
const trial = outboundClient({ allowPrivate: true });

async function receiver(listener: RequestListener): Promise<{ port: number; url: string }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}/` };
}

const refusedFor = (reason: string) => (error: unknown) => error instanceof OutboundRefused && error.reason === reason;
const failedBy = (by: string) => (error: unknown) => error instanceof OutboundFailed && error.by === by;

test('only addresses of the open internet are public', () => {
  for (const address of ['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::1']) {
    assert.equal(isPublicAddress(address), true, address);
  }
  const others = {
    'this machine': ['127.0.0.1', '127.255.255.254', '0.0.0.0', '0.1.2.3', '::1', '::'],
    'private networks': ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fd00::1', 'fc00::1', 'fec0::1'],
    'link-local and metadata': ['169.254.169.254', 'fe80::1', 'fd00:ec2::254', '168.63.129.16', '100.100.100.200'],
    'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
    'multicast and broadcast': ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1'],
    'reserved, documentation and benchmarks': [
      '192.0.0.192',
      '192.0.2.1',
      '198.18.0.1',
      '203.0.113.7',
      '240.0.0.1',
      '2001:db8::1',
      '100::1',
      '4000::1',
    ],
    'an IPv4 address inside': [
      '::ffff:127.0.0.1',
      '::ffff:8.8.8.8',
      '::127.0.0.1',
      '::ffff:0:10.0.0.1',
      '64:ff9b::7f00:1',
      '64:ff9b:1::a00:1',
      '2002:7f00:1::',
      '2001:0:4136:e378::1',
    ],
    'no address at all': ['', 'localhost', '8.8.8.8.evil.example'],
  };
  for (const [kind, addresses] of Object.entries(others)) {
    for (const address of addresses) assert.equal(isPublicAddress(address), false, `${kind}: ${address}`);
  }
});

test('a URL that leads inside is refused however its address is written', () => {
  const hosts = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '１２７.0.0.1',
    '0',
    '0.0.0.0',
    '169.254.169.254',
    '0xa9fea9fe',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:a9fe:a9fe]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    'localhost',
    'LOCALHOST.',
    'api.localhost',
  ];
  for (const host of hosts) {
    assert.throws(() => checkOutboundUrl(`https://${host}/hook`, false), refusedFor('private_address'), host);
  }
  assert.equal(checkOutboundUrl('https://hooks.example.com:8443/a?b=c', false).port, '8443');
});

test('only https without credentials is called', () => {
  for (const url of ['http://example.com/', 'ftp://example.com/', 'file:///etc/passwd', 'gopher://example.com/']) {
    assert.throws(() => checkOutboundUrl(url, false), refusedFor('scheme'), url);
  }
  assert.throws(() => checkOutboundUrl('https://ana:secret@example.com/', false), refusedFor('credentials'));
  assert.throws(() => checkOutboundUrl('example.com/hook', false), refusedFor('invalid_url'));
  assert.throws(() => checkOutboundUrl('file:///etc/passwd', true), refusedFor('scheme'));
});

test('a name is refused when any of its addresses is private', async () => {
  const answers: Record<string, string[]> = {
    'inside.example': ['10.1.2.3'],
    'metadata.example': ['169.254.169.254'],
    'mixed.example': ['93.184.215.14', '127.0.0.1'],
    'mapped.example': ['::ffff:127.0.0.1'],
  };
  let connections = 0;
  const fetch = outboundClient({
    allowPrivate: false,
    resolve: async (name) => answers[name]!.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  });
  const { port } = await receiver((_request, response) => {
    connections++;
    response.end();
  });
  for (const name of Object.keys(answers)) {
    await assert.rejects(fetch(`https://${name}:${port}/`, outbound), failedBy('name'), name);
  }
  assert.equal(connections, 0);
});

test('a connection that leads inside is dropped, whatever the name resolved to', async () => {
  let requests = 0;
  const { port } = await receiver((_request, response) => {
    requests++;
    response.end();
  });
  const sockets: Socket[] = [];
  const fetch = outboundClient({
    allowPrivate: false,
    resolve: async () => [{ address: '93.184.215.14', family: 4 }],
    connector: () => (_options, callback) => {
      const socket = connect(port, '127.0.0.1', () => callback(null, socket));
      sockets.push(socket);
    },
  });
  await assert.rejects(fetch('https://rebound.example/', outbound), failedBy('name'));
  assert.equal(sockets.length, 1);
  assert.equal(sockets[0]!.destroyed, true);
  assert.equal(requests, 0);
});

test('a name is looked up again for each connection: a later private answer is refused', async () => {
  const answers = ['10.0.0.1', '192.168.0.1'];
  const fetch = outboundClient({
    allowPrivate: false,
    resolve: async () => [{ address: answers.shift()!, family: 4 }],
  });
  await assert.rejects(fetch('https://rebound.example/', outbound), failedBy('name'));
  await assert.rejects(fetch('https://rebound.example/', outbound), failedBy('name'));
  assert.deepEqual(answers, []);
});

test('a redirect is an answer and is not followed', async () => {
  let secondVisited = false;
  const second = await receiver((_request, response) => {
    secondVisited = true;
    response.end();
  });
  const first = await receiver((_request, response) => response.writeHead(302, { location: second.url }).end());
  assert.equal((await trial(first.url, outbound)).status, 302);
  assert.equal(secondVisited, false);
});

test('of a long answer only the beginning is read', async () => {
  const { url } = await receiver((_request, response) => {
    response.write('a'.repeat(5_000));
    const more = setInterval(() => response.write('b'.repeat(50_000)), 1);
    response.on('close', () => clearInterval(more));
  });
  const answer = await trial(url, outbound);
  assert.equal(answer.body.toString(), 'a'.repeat(1_000));
  assert.equal(answer.truncated, true);
});

test('an answer that never comes, or never ends, is a timeout', async () => {
  const silent = await receiver(() => {});
  const endless = await receiver((_request, response) => void response.write('a'));
  for (const { url } of [silent, endless]) {
    await assert.rejects(trial(url, { ...outbound, timeoutMs: 50 }), failedBy('timeout'));
  }
});

test('the caller can give up', async () => {
  const { url } = await receiver(() => {});
  const reason = new Error('stopping');
  await assert.rejects(trial(url, { ...outbound, signal: AbortSignal.abort(reason) }), reason);
});

test('a network failure is distinguished from a refusal', async () => {
  const closed = await receiver(() => {});
  const nowhere = outboundClient({
    allowPrivate: true,
    resolve: () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })),
  });
  await assert.rejects(nowhere('http://nowhere.example/', outbound), failedBy('name'));
  await assert.rejects(trial(`https://127.0.0.1:${closed.port}/`, outbound), failedBy('certificate'));
  const reset = await receiver((request) => request.socket.destroy());
  await assert.rejects(trial(reset.url, outbound), failedBy('connection'));
});

test('a failure does not reveal what a name resolves to', async () => {
  const errorOf = async (resolve: () => Promise<{ address: string; family: number }[]>, allowPrivate: boolean) => {
    const fetch = outboundClient({ allowPrivate, resolve });
    return fetch(`https://name.example:${await freePort()}/`, outbound).then(
      () => 'answered',
      (error: Error) => `${asProviderFailure(error)} ${error.name} ${error.message}`,
    );
  };
  const unknown = () =>
    Promise.reject(Object.assign(new Error('queryA ENOTFOUND name.example'), { code: 'ENOTFOUND' }));
  const inside = async () => [{ address: '10.1.2.3', family: 4 }];
  const refusing = async () => [{ address: '127.0.0.1', family: 4 }];
  const answers = new Set([await errorOf(unknown, false), await errorOf(inside, false), await errorOf(refusing, true)]);
  assert.equal(answers.size, 1, [...answers].join('\n'));
});
