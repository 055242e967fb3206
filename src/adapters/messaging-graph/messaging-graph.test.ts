import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { MessagingCredentials } from '#modules/chats/messaging.port.ts';
import { outboundClient, outboundStream } from '#platform/http/outbound.ts';
import { newId } from '#platform/id.ts';
import { ProviderRefused, ProviderUnavailable } from '#platform/ports/port.ts';
import { APP, startFakeGraph } from '#test/fakes/graph.ts';
import { messagingContract } from '#test/ports/messaging-contract.ts';
import { refusesWith } from '#test/ports/refuses-with.ts';
import { messagingGraph } from './messaging-graph.ts';

const fake = await startFakeGraph();
const client = outboundClient({ allowPrivate: true });
const adapter = messagingGraph({
  // The fake never answers a lost request, so do not wait for it as long as for the provider.
  call: (url, request) => client(url, { ...request, timeoutMs: 1_000 }),
  stream: (url, request) => outboundStream(url, { ...request, allowPrivate: true }),
  apiUrl: fake.url,
  version: 'v23.0',
  appId: APP.id,
  appSecret: APP.secret,
  signUp: { url: 'https://sign-up.example', configuration: '77' },
  verifyToken: 'verify-me',
});
const connect = (credentials: Partial<MessagingCredentials>) =>
  adapter.connect(MessagingCredentials.parse(credentials), newId());

messagingContract('messaging-graph', {
  connect,
  signUp: async () => fake.world.signUp(),
  changeNumber: async (id, change) => void Object.assign(fake.world.phones.get(id)!, change),
  sentBy: async (id) => fake.world.sent.filter(({ phone }) => phone === id).length,
  loseNextMessage: async (how) =>
    void fake.faults.push({ matches: ({ path }) => path.endsWith('/messages'), how, times: 1 }),
  sign: (body) => ({ 'x-hub-signature-256': `sha256=${createHmac('sha256', APP.secret).update(body).digest('hex')}` }),
});

const signedUp = async () => {
  const { code, account, phoneNumberId } = fake.world.signUp();
  const { accessToken } = await connect({}).setUp.exchangeCode(code, 'https://a.example/return');
  return connect({ address: phoneNumberId, account, accessToken });
};

test('the sign-up address has the app, its configuration and where to return to', () => {
  const url = new URL(connect({}).setUp.signUpUrl('st-1', 'https://a.example/return')!);
  assert.equal(url.origin + url.pathname, 'https://sign-up.example/v23.0/dialog/oauth');
  const [app, configuration, back] = ['client_id', 'config_id', 'redirect_uri'].map((name) =>
    url.searchParams.get(name),
  );
  assert.deepEqual([app, configuration, back], [APP.id, '77', 'https://a.example/return']);
});

test('a message carries our id, reaches a user without a number, and a template with a picture names the uploaded file', async () => {
  const line = await signedUp();
  const base = { via: 'msgapp' as const, replyTo: 'wamid.0', content: {}, file: null, text: 'Hola', type: 'text' };
  await line.send({ ...base, reference: 'ref-1', to: { userId: 'DO.1', phone: null, threadId: null } });
  const [first] = fake.world.sent.slice(-1);
  assert.deepEqual(
    [first!.body.recipient, first!.body.to, first!.body.biz_opaque_callback_data, first!.body.context],
    ['DO.1', undefined, 'ref-1', { message_id: 'wamid.0' }],
  );
  await line.send({
    ...base,
    reference: 'ref-2',
    to: { userId: null, phone: '+18095550123', threadId: null },
    type: 'template',
    content: { media: 'image', template: { name: 'oferta', language: { code: 'es' }, components: [] } },
    file: { name: 'a.png', contentType: 'image/png', read: async () => Buffer.from('png') },
  });
  const [second] = fake.world.sent.slice(-1);
  assert.deepEqual((second!.body.template as { components: unknown }).components, [
    { type: 'header', parameters: [{ type: 'image', image: { id: 'uploaded-1' } }] },
  ]);
});

test('the example of a header that is a file is uploaded before the template is submitted', async () => {
  const line = await signedUp();
  await line.submitTemplate(
    {
      name: 'oferta',
      language: 'es',
      category: 'MARKETING',
      components: [
        { type: 'HEADER', format: 'IMAGE' },
        { type: 'BODY', text: 'Hola' },
      ],
      headerFile: { name: 'a.png', contentType: 'image/png', read: async () => Buffer.from('png') },
    },
    null,
  );
  const [upload] = fake.world.uploads.slice(-1);
  assert.deepEqual([upload!.body, upload!.headers.file_offset], ['png', '0']);
  assert.match(upload!.headers.authorization!, /^OAuth /);
  const made = [...fake.world.templates.values()].find(({ name }) => name === 'oferta')!;
  assert.deepEqual(made.components[0]!.example, { header_handle: ['handle-1'] });
});

test('bytes of a medium are streamed with the token, and an unknown medium is refused', async () => {
  const line = await signedUp();
  fake.world.media.set('m-1', { bytes: 'hola', type: 'image/png' });
  const media = await line.openMedia('m-1');
  const chunks: Buffer[] = [];
  for await (const chunk of media.bytes) chunks.push(chunk);
  assert.deepEqual([Buffer.concat(chunks).toString(), media.contentType], ['"hola"', 'image/png']);
  await assert.rejects(line.openMedia('m-2'), refusesWith(ProviderRefused));
});

test('an answer that is not the provider’s own says nothing about what happened', async () => {
  const line = await signedUp();
  fake.faults.push({ matches: ({ path }) => path.endsWith('/message_templates'), how: 'down', times: 1 });
  await assert.rejects(line.listTemplates(), refusesWith(ProviderUnavailable));
});
