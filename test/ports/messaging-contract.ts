import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type ErrorClass,
  type Messaging,
  type MessagingCredentials,
  PinTriesExceeded,
  PinWrong,
  ReconnectNeeded,
  RegistrationWait,
} from '#modules/chats/messaging.port.ts';
import { newId } from '#platform/id.ts';
import { ProviderRefused, ProviderTimeout, ProviderUnavailable } from '#platform/ports/port.ts';
import { refusesWith } from './refuses-with.ts';

/** An adapter under test, with controls for the owner of the account and for network failures. */
export interface MessagingUnderTest {
  connect(credentials: Partial<MessagingCredentials>): Messaging;
  signUp(): Promise<{ code: string; account: string; phoneNumberId: string }>;
  changeNumber(id: string, change: { pin?: string; mustWait?: boolean }): Promise<void>;
  sentBy(phoneNumberId: string): Promise<number>;
  /** Loses the answer to the next message after it was sent. */
  loseNextMessage(how: 'timeout' | 'error'): Promise<void>;
  sign(body: Buffer): Record<string, string>;
}

const codes: [number, ErrorClass][] = [
  [1, 'retry'],
  [130429, 'retry'],
  [131056, 'retry'],
  [190, 'reconnect'],
  [200, 'reconnect'],
  [132000, 'template'],
  [132015, 'template'],
  [131026, 'never'],
  [131047, 'never'],
  [131050, 'stop-user'],
  [131042, 'stop-account'],
  [999999, 'never'],
];

const message = (text = 'Hola') => ({
  reference: newId(),
  via: 'msgapp' as const,
  to: { userId: null, phone: '+18095550123', threadId: null },
  replyTo: null,
  type: 'text',
  text,
  content: {},
  file: null,
});
const template = (name: string, text = 'Hola {{1}}, gracias.') => ({
  name,
  language: 'es',
  category: 'UTILITY',
  components: [{ type: 'BODY', text, example: { body_text: [['Ana']] } }],
  headerFile: null,
});

/** The tests that every adapter of the port must pass. */
export function messagingContract(name: string, under: MessagingUnderTest): void {
  const promise = (sentence: string, keep: () => Promise<void>) => test(`${name}: ${sentence}`, keep);
  const signedUp = async () => {
    const { code, account, phoneNumberId } = await under.signUp();
    const { accessToken } = await under.connect({}).setUp.exchangeCode(code, null);
    const line = under.connect({ address: phoneNumberId, account, accessToken });
    return { line, code, account, phoneNumberId, accessToken };
  };

  promise('a webhook is signed over its exact bytes', async () => {
    const line = under.connect({});
    const body = Buffer.from('{"text":"é"}');
    assert.equal(line.verifyWebhook(body, under.sign(body)), true);
    for (const headers of [{}, { 'x-hub-signature-256': 'sha256=00' }, under.sign(Buffer.from('{}'))])
      assert.equal(line.verifyWebhook(body, headers), false);
  });

  promise('the sign-up names its state, and its code opens the account once', async () => {
    assert.equal(
      new URL(under.connect({}).setUp.signUpUrl('st-1', 'https://a.example/r')!).searchParams.get('state'),
      'st-1',
    );
    const { line, code, account, phoneNumberId } = await signedUp();
    const [opened] = await line.setUp.listAccounts();
    assert.deepEqual([opened!.id, opened!.numbers.map(({ id }) => id)], [account, [phoneNumberId]]);
    assert.equal(opened!.numbers[0]!.isRegistered, false);
    await assert.rejects(under.connect({}).setUp.exchangeCode(code, null), refusesWith(ProviderRefused));
    await assert.rejects(under.connect({ accessToken: 'made-up' }).setUp.listAccounts(), refusesWith(ProviderRefused));
  });

  promise('a token identifies its own numbers and no others', async () => {
    const [mine, other] = [await signedUp(), await signedUp()];
    assert.match((await mine.line.setUp.identify('msgapp', mine.phoneNumberId)).displayAddress, /809/);
    for (const address of [other.phoneNumberId, 'made-up'])
      await assert.rejects(
        mine.line.setUp.identify('msgapp', address),
        refusesWith(ReconnectNeeded, ProviderRefused),
        address,
      );
  });

  promise('a PIN is right, wrong, tried too often or too early', async () => {
    const { line, phoneNumberId } = await signedUp();
    const register = (pin: string) => line.setUp.register(phoneNumberId, pin);
    await under.changeNumber(phoneNumberId, { mustWait: true });
    await assert.rejects(register('004217'), refusesWith(RegistrationWait));
    await under.changeNumber(phoneNumberId, { mustWait: false, pin: '004217' });
    await assert.rejects(register('111111'), refusesWith(PinWrong));
    await register('004217');
    await register('004217');
    const [opened] = await line.setUp.listAccounts();
    assert.equal(opened!.numbers[0]!.isRegistered, true);
    for (let times = 0; times < 3; times++) await assert.rejects(register('111111'), refusesWith(PinWrong));
    await assert.rejects(register('004217'), refusesWith(PinTriesExceeded));
  });

  promise('an account is subscribed before its webhooks go to another address, and both can be repeated', async () => {
    const { line, account } = await signedUp();
    const callback = { url: 'https://colmado.example/v2/chat/webhook/msgapp', verifyToken: 'verify-me' };
    await assert.rejects(line.setUp.overrideCallback(account, callback), refusesWith(ProviderRefused));
    for (let times = 0; times < 2; times++) {
      await line.setUp.subscribe(account);
      await line.setUp.overrideCallback(account, callback);
    }
  });

  promise('health names the entity that restricts sending', async () => {
    const { line, account, phoneNumberId } = await signedUp();
    const failing = async () => (await line.setUp.readHealth(account)).filter(({ canSend }) => canSend !== 'AVAILABLE');
    const [number] = await failing();
    assert.deepEqual([number!.type, number!.id, number!.problems[0]!.code], ['PHONE_NUMBER', phoneNumberId, '133010']);
    await line.setUp.register(phoneNumberId, '004217');
    assert.deepEqual(await failing(), []);
    await assert.rejects(
      under.connect({ accessToken: 'made-up' }).setUp.readHealth(account),
      refusesWith(ReconnectNeeded),
    );
  });

  promise('a message gets an id of its own, and errors have their class', async () => {
    const { line, phoneNumberId } = await signedUp();
    const [one, two] = [await line.send(message()), await line.send(message())];
    assert.ok(one.outcome === 'accepted' && two.outcome === 'accepted' && one.id !== two.id);
    for (const [code, kind] of codes) {
      const refused = await line.send(message(`error ${code}`));
      assert.deepEqual(
        refused.outcome === 'refused' && [refused.code, refused.class],
        [String(code), kind],
        String(code),
      );
    }
    assert.equal(await under.sentBy(phoneNumberId), 2);
    await line.markRead('wamid.1', true);
  });

  promise('a message whose answer is lost was sent, and that is not known', async () => {
    const { line, phoneNumberId } = await signedUp();
    await under.loseNextMessage('timeout');
    await assert.rejects(line.send(message()), refusesWith(ProviderTimeout));
    await under.loseNextMessage('error');
    await assert.rejects(line.send(message()), refusesWith(ProviderUnavailable));
    assert.equal(await under.sentBy(phoneNumberId), 2);
  });

  promise('templates are submitted, listed, changed and deleted; deleting again is no error', async () => {
    const { line } = await signedUp();
    const made = await line.submitTemplate(template('uno'), null);
    await line.submitTemplate(template('dos'), null);
    await assert.rejects(line.submitTemplate(template('uno'), null), refusesWith(ProviderRefused));
    await line.submitTemplate(template('uno', 'Adiós {{1}}, gracias.'), made.id);
    const listed = await line.listTemplates();
    assert.deepEqual(listed.map((each) => [each.name, each.status, each.category]).toSorted(), [
      ['dos', 'PENDING', 'UTILITY'],
      ['uno', 'PENDING', 'UTILITY'],
    ]);
    assert.equal(listed.find(({ id }) => id === made.id)!.components[0]!.text, 'Adiós {{1}}, gracias.');
    for (let times = 0; times < 2; times++) await line.deleteTemplate(made);
    assert.deepEqual(
      (await line.listTemplates()).map((each) => each.name),
      ['dos'],
    );
  });
}
