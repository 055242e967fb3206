import { z } from 'zod';
import { port } from '#platform/ports/port.ts';
import { refusal } from '#platform/refusal.ts';

/**
 * A provider of messages with numbers or pages of the organization: the messaging app and its comments. One adapter serves
 * every channel that names it, each with its own credentials.
 *
 * A call whose outcome is unknown ends in `ProviderUnavailable` or `ProviderTimeout`. The provider has no idempotency key, so
 * `send` must not be repeated after that: the status webhook, which carries `reference`, decides.
 */
export const messaging = port<Messaging>('messaging');

export const ReconnectNeeded = refusal(
  'reconnect_needed',
  'The provider no longer accepts the token of this number: connect it again.',
  409,
);

export const PinWrong = refusal(
  'pin_wrong',
  'The PIN of the number is wrong: give the one that was set in the messaging app.',
);
export const PinTriesExceeded = refusal(
  'pin_tries_exceeded',
  'The PIN was tried, or the number registered, too often: wait before you try again.',
  429,
);
export const RegistrationWait = refusal(
  'registration_wait',
  'The provider cannot register this number yet: try again later.',
  409,
);

/** For adapters: deleting a template that the provider does not have is no error. */
export const TemplateGone = refusal(
  'template_gone',
  'The provider does not have this template any more: submit it again.',
  404,
);

export const MessagingCredentials = z.object({
  /** The number or the page. */
  address: z.string().default(''),
  account: z.string().default(''),
  accessToken: z.string().default(''),
});
export type MessagingCredentials = z.infer<typeof MessagingCredentials>;

export interface Messaging {
  readonly adapter: string;
  /** Whether the provider signed these bytes. */
  verifyWebhook(rawBody: Uint8Array, headers: Readonly<Record<string, string | string[] | undefined>>): boolean;
  /** The provider sends this back to prove that the address is ours; compare it in constant time. */
  readonly verifyToken: string | null;
  /** The page on which anybody writes to the number; `?text=` prefills the message. Null: nobody can dial it. */
  chatUrl(displayAddress: string): string | null;
  send(message: OutgoingMessage): Promise<SendResult>;
  markRead(providerMessageId: string, typing: boolean): Promise<void>;
  openMedia(providerMediaId: string): Promise<IncomingMedia>;
  /** All of them; more than the provider allows is refused. */
  listTemplates(): Promise<ProviderTemplate[]>;
  /** Submits a template for approval; with an id, a new version of it. Its id, category and status are the provider's. */
  submitTemplate(template: NewProviderTemplate, id: string | null): Promise<ProviderTemplate>;
  /** Deletes one language of a template. One that is gone already is no error. */
  deleteTemplate(template: { id: string; name: string }): Promise<void>;
  readonly setUp: NumberSetUp;
}

/** The steps that connect a number. Each has its effect once, however often it is called. */
export interface NumberSetUp {
  /** Where the owner of the account signs up; null: this service is not set up for it. */
  signUpUrl(state: string, returnUrl: string): string | null;
  /** Exchanges the code of a sign-up. `returnUrl`: where the provider sent it; null: it came from a popup. */
  exchangeCode(code: string, returnUrl: string | null): Promise<{ accessToken: string }>;
  /** The business accounts that the token opens, with their numbers. */
  listAccounts(): Promise<ProviderAccount[]>;
  /** How the number or page is known, if the token opens it; else `ReconnectNeeded` or `ProviderRefused`. */
  identify(via: OutgoingMessage['via'], address: string): Promise<IdentifiedAddress>;
  /** Registers a number. Refuses with `PinWrong`, `PinTriesExceeded` or `RegistrationWait`. */
  register(phoneNumberId: string, pin: string): Promise<void>;
  /** Has the webhooks of an account sent to the app. */
  subscribe(account: string): Promise<void>;
  /** Has them sent to this address instead of the app's; only after `subscribe`. */
  overrideCallback(account: string, callback: { url: string; verifyToken: string }): Promise<void>;
  readHealth(account: string): Promise<HealthEntity[]>;
}

export interface IdentifiedAddress {
  displayAddress: string;
  messagesPerSecond: number;
}

export interface ProviderAccount {
  id: string;
  name: string;
  numbers: ProviderNumber[];
}

interface ProviderNumber {
  id: string;
  displayNumber: string;
  name: string;
  quality: string | null;
  /** How fast the provider takes messages of the number. */
  messagesPerSecond: number;
  isRegistered: boolean;
}

/** The throughput of a number, as the provider names its levels. */
export const messagesPerSecondOf = (level: string | undefined): number =>
  level?.toUpperCase() === 'HIGH' ? 1_000 : 80;

/** The entities that take part in sending, and the problems that block it. */
export interface HealthEntity {
  /** `PHONE_NUMBER`, `MESSAGE_TEMPLATE`, `WABA`, `BUSINESS`, `APP`. */
  type: string;
  id: string;
  canSend: 'AVAILABLE' | 'LIMITED' | 'BLOCKED';
  problems: { code: string; message: string; solution: string | null }[];
}

export interface OutgoingMessage {
  /** Our id, which comes back in every status of the message. */
  reference: string;
  /** Comments are answered at the comment, messages sent to the user or the number. */
  via: 'msgapp' | 'social-a';
  to: { userId: string | null; phone: string | null; threadId: string | null };
  replyTo: string | null;
  type: string;
  text: string;
  content: Record<string, unknown>;
  file: OutgoingFile | null;
}

/** The bytes of a picture, sound or document, read when they are sent. */
export interface OutgoingFile {
  name: string;
  contentType: string;
  read: () => Promise<Buffer>;
}

/** The meaning of a provider error for the message and for those after it. */
export type ErrorClass = 'retry' | 'reconnect' | 'template' | 'never' | 'stop-user' | 'stop-account';

export type SendResult =
  | { outcome: 'accepted'; id: string }
  | { outcome: 'refused'; class: ErrorClass; code: string; message: string };

interface IncomingMedia {
  contentType: string;
  /** In hexadecimal. Null: the provider does not give it. */
  sha256: string | null;
  bytes: AsyncIterable<Buffer>;
}

export interface ProviderTemplate {
  id: string;
  name: string;
  language: string;
  category: string;
  status: string;
  components: Record<string, unknown>[];
  reason: string | null;
  quality: string | null;
}

export interface NewProviderTemplate {
  name: string;
  language: string;
  category: string;
  components: Record<string, unknown>[];
  /** The example of a header that is a file. */
  headerFile: OutgoingFile | null;
}

const classes: [ErrorClass, (code: number) => boolean][] = [
  ['retry', (code) => [1, 2, 4, 80007, 130429, 131000, 131016, 131056, 131057, 133004].includes(code)],
  ['reconnect', (code) => [0, 3, 10, 190].includes(code) || (code >= 200 && code <= 299)],
  ['template', (code) => code >= 132000 && code <= 132999],
  ['stop-user', (code) => [131049, 131050, 130472].includes(code)],
  ['stop-account', (code) => [131031, 131042, 131048, 368, 130497, 131037].includes(code)],
];

/** The provider's error codes by what follows from them; an unknown one is never retried. */
export const errorClassOf = (code: number): ErrorClass => classes.find(([, matches]) => matches(code))?.[0] ?? 'never';
