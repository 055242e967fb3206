import { createHash } from 'node:crypto';
import {
  errorClassOf,
  type Messaging,
  MessagingCredentials,
  messaging,
  type OutgoingMessage,
  type ProviderTemplate,
  type SendResult,
} from '#modules/chats/index.ts';
import { realNow } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { isSignedBody } from '#platform/ports/body-signature.ts';
import { type Adapter, adapter, ProviderRefused } from '#platform/ports/port.ts';
import { type Faults, faultsIn, overTheWire } from '#platform/ports/simulator-faults.ts';
import type { SimulatorStore } from '#platform/ports/simulator-store.ts';
import { Gathered } from './gathered.ts';
import {
  changeAccount,
  changeNumber,
  findAccount,
  type SignedUp,
  type SimulatedAccount,
  type SimulatedNumber,
  setUpOf,
  signUp,
} from './set-up.ts';
import { calm, type SimulatedMessage, type Switches } from './simulated-message.ts';
import {
  accountOf,
  type Decision,
  decide,
  listTemplates,
  putTemplate,
  removeTemplate,
  submitTemplate,
  templateError,
} from './templates.ts';
import { WebhookPost } from './webhook-post.ts';

const NAME = 'simulator';
export const ROOT = '/simulator/msgapp';
export const numberPage = (address: string): string => `${ROOT}/number/${encodeURIComponent(address)}`;
const SENT_MAX = 1000;
const ACCEPTED_TOGETHER_MAX = 50;
/** A text that the provider refuses with this error: `error 131026`. */
const REFUSED = /^error (\d{1,6})$/;

/** A simulated messaging app for use without a contract: you are the customer. Its webhooks are signed like the real ones. */
export interface MessagingSimulator {
  adapter: Adapter<Messaging, typeof MessagingCredentials>;
  faults: Faults;
  control: Control;
  post: WebhookPost;
  stop(): void;
}

export interface Control {
  /** The messages that a number has sent, oldest first. */
  sent(address: string): Promise<SimulatedMessage[]>;
  switches(address: string, change?: Partial<Switches>): Promise<Switches>;
  /** Delivers a webhook with these changes, signed. */
  deliver(changes: { field: string; value: object }[], account?: string): Promise<number>;
  /** Which messages the customers of a number see as read, oldest first. */
  marks(address: string): Promise<ReadMark[]>;
  sign(body: Uint8Array): Record<string, string>;
  /** Bytes that a message can refer to by their id. */
  addMedia(bytes: Buffer, contentType: string): Promise<{ id: string; sha256: string }>;
  /** Templates of the account of a number, newest first. */
  templates(address: string): Promise<ProviderTemplate[]>;
  putTemplate(address: string, template: ProviderTemplate): Promise<void>;
  /** Decides about a template and reports it: `APPROVED`, `REJECTED`, `PAUSED` … */
  decide(address: string, decision: Decision): Promise<number>;
  /** The owner of a new account signs up, as on the page. */
  signUp(name?: string): Promise<SignedUp>;
  changeNumber(id: string, change: Partial<SimulatedNumber>): Promise<void>;
  changeAccount(id: string, change: Partial<SimulatedAccount>): Promise<void>;
}

interface ReadMark {
  messageId: string;
  /** Whether the customer also sees that an answer is being written. */
  typing: boolean;
}

export interface SimulatorOptions {
  store: SimulatorStore;
  publicUrl: string;
  appSecret: string;
  verifyToken: string;
}

export function messagingSimulator(options: SimulatorOptions): MessagingSimulator {
  const { store } = options;
  const faults = faultsIn(store);
  const post = new WebhookPost(`${options.publicUrl}/v2/chat/webhook/msgapp`, options.appSecret);
  const control = controlOf(store, post);
  const parts = { ...options, faults, post, control };
  const accepting = new Gathered<Sending, () => SendResult>(ACCEPTED_TOGETHER_MAX, (batch) => acceptAll(parts, batch));
  return {
    faults,
    control,
    post,
    stop: () => post.stop(),
    adapter: adapter({
      port: messaging,
      name: NAME,
      config: MessagingCredentials,
      connect: (credentials, organizationId) => connect({ ...parts, accepting }, credentials, organizationId),
    }),
  };
}

interface Line extends SimulatorOptions {
  faults: Faults;
  post: WebhookPost;
  control: Control;
  accepting: Gathered<Sending, () => SendResult>;
}

function connect(
  line: Line,
  { address, account, accessToken }: MessagingCredentials,
  organizationId: string,
): Messaging {
  const owner = account || accountOf(address);
  const call = async <T>(operation: string, work: () => Promise<T>): Promise<T> =>
    overTheWire(await line.faults.take(organizationId, operation), work);
  return {
    adapter: NAME,
    verifyToken: line.verifyToken,
    verifyWebhook: (body, headers) => isSignedBody(line.appSecret, body, headers['x-hub-signature-256']),
    chatUrl: () => `${line.publicUrl}${numberPage(address)}`,
    send: async (message) => {
      if (message.file) await message.file.read();
      return (await line.accepting.add({ address, owner, organizationId, message }))();
    },
    markRead: (messageId, typing) =>
      call('markRead', async () => {
        const mark: ReadMark = { messageId, typing };
        await line.store.transaction((objects) => objects.insert('mark', newId(), address, mark));
      }),
    openMedia: (id) => call('openMedia', () => openMedia(line, id)),
    listTemplates: () => call('listTemplates', () => listTemplates(line.store, owner)),
    submitTemplate: (template, id) => call('submitTemplate', () => submitTemplate(line.store, owner, template, id)),
    deleteTemplate: ({ id }) => call('deleteTemplate', () => removeTemplate(line.store, id)),
    setUp: setUpOf(line.store, line.publicUrl, accessToken, call),
  };
}

/** A message on its way to the simulated provider. */
interface Sending {
  address: string;
  owner: string;
  organizationId: string;
  message: OutgoingMessage;
}

/** Accepts what is sent at about the same time in one transaction, or one after the other while faults wait. */
async function acceptAll(line: Omit<Line, 'accepting'>, batch: Sending[]): Promise<(() => SendResult)[]> {
  const isQuiet = (await line.faults.waiting()).length === 0;
  if (isQuiet) return (await accept(line, batch)).map((result) => () => result);
  const answers: (() => SendResult)[] = [];
  for (const each of batch)
    answers.push(
      await overTheWire(
        await line.faults.take(each.organizationId, 'send'),
        async () => (await accept(line, [each]))[0]!,
      ).then(
        (result) => () => result,
        (error) => () => {
          throw error;
        },
      ),
    );
  return answers;
}

async function accept(line: Omit<Line, 'accepting'>, batch: Sending[]): Promise<SendResult[]> {
  const taken = await line.store.transaction((objects) =>
    Promise.all(
      batch.map(async ({ address, owner, message }) => {
        const [, wanted] = REFUSED.exec(message.text) ?? [];
        const sent = simulated(address, message);
        const [known, code] = await Promise.all([
          objects.find<Switches>('switches', address),
          wanted ?? templateError(objects, owner, message),
        ]);
        if (!code)
          await Promise.all([
            objects.insert('message', `${newId()} ${sent.id}`, address, sent),
            objects.insert('line', address, 'lines', { address }),
          ]);
        return { sent, code, switches: { ...calm, ...known } };
      }),
    ),
  );
  return taken.map(({ sent, code, switches }) => {
    if (code) {
      const message = `Error ${code} of the simulator.`;
      return { outcome: 'refused', class: errorClassOf(Number(code)), code, message };
    }
    if (switches.reports) line.post.report(sent, switches);
    return { outcome: 'accepted', id: sent.id };
  });
}

function simulated(address: string, { to, reference, type, text, content }: OutgoingMessage): SimulatedMessage {
  return {
    id: `wamid.${newId().replaceAll('-', '')}`,
    address,
    to: to.phone ?? to.userId ?? to.threadId ?? '',
    reference,
    type,
    text,
    content,
    category: content.template ? String(content.category ?? 'utility').toLowerCase() : 'service',
    at: String(realNow()),
  };
}

async function openMedia(line: Line, id: string) {
  const media = await line.store.transaction((objects) =>
    objects.find<{ base64: string; contentType: string; sha256: string }>('media', id),
  );
  if (!media) throw ProviderRefused('There is no such medium.');
  const bytes = (async function* () {
    yield Buffer.from(media.base64, 'base64');
  })();
  return { contentType: media.contentType, sha256: media.sha256, bytes };
}

function controlOf(store: SimulatorStore, post: WebhookPost): Control {
  return {
    sent: async (address) =>
      (await store.transaction((objects) => objects.list<SimulatedMessage>('message', address, SENT_MAX))).reverse(),
    switches: (address, change) =>
      store.transaction(async (objects) => {
        const known = await objects.find<Switches>('switches', address);
        const next = { ...calm, ...known, ...change };
        if (change && !(await objects.insert('switches', address, address, next)))
          await objects.update('switches', address, next);
        return next;
      }),
    marks: async (address) =>
      (await store.transaction((objects) => objects.list<ReadMark>('mark', address, SENT_MAX))).reverse(),
    deliver: (changes, account) => post.deliver(changes, account),
    sign: (body) => post.sign(body),
    addMedia: async (bytes, contentType) => {
      const id = newId();
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      await store.transaction((objects) =>
        objects.insert('media', id, 'media', { base64: bytes.toString('base64'), contentType, sha256 }),
      );
      return { id, sha256 };
    },
    signUp: (name) => signUp(store, name),
    changeNumber: (id, change) => changeNumber(store, id, change),
    changeAccount: (id, change) => changeAccount(store, id, change),
    templates: async (address) => listTemplates(store, await findAccount(store, address)),
    putTemplate: async (address, template) => putTemplate(store, await findAccount(store, address), template),
    decide: async (address, decision) => {
      const account = await findAccount(store, address);
      return post.deliver([await decide(store, account, decision)], account);
    },
  };
}
