import { z } from 'zod';
import { toTimestamp } from '#platform/date.ts';
import { firstProblem } from '#platform/http/validate.ts';
import { parseRepaired } from '#platform/text.ts';
import type { Writer } from '../blocked-sender/blocked-sender.ts';
import type { Source } from '../conversation/conversation.sql.ts';
import type { Receipt } from '../message/status.ts';
import { isTemplateField, readNotice, type TemplateNotice } from '../template/notice.ts';
import type { Arriving, ArrivingMedium } from './arriving.ts';

/** One change of the provider's webhook, for one number. */
export interface Part {
  address: string;
  /** When the provider sent it. Null: the time is not given. */
  at: Temporal.Instant | null;
  field: string;
  value: Record<string, unknown>;
}

const Envelope = z.object({ entry: z.array(z.unknown()).max(10_000) });
const Entry = z.object({
  id: z.coerce.string(),
  time: z.coerce.number().min(0).max(9_999_999_999_999).optional().catch(undefined),
  changes: z.array(z.unknown()).max(10_000),
});
const Change = z.object({ field: z.string(), value: z.record(z.string(), z.unknown()) });

/** The address of a change that names no number: its business account. */
export const accountAddress = (account: string): string => `account:${account}`;

/**
 * Every entry and every change, each with the number that it is for. An unreadable one is a part too, so that it does not block the
 * others. Throws if this is no webhook of the provider.
 */
export function partsOf(body: Uint8Array): Part[] {
  const { entry } = Envelope.parse(parseRepaired(Buffer.from(body).toString('utf8')));
  return entry.flatMap((each) => {
    const { id, time, changes } = Entry.safeParse(each).data ?? { id: '', time: undefined, changes: [each] };
    return changes.map((change) => {
      const { field, value } = Change.safeParse(change).data ?? { field: 'unreadable', value: { change } };
      const { phone_number_id: phone } = (value.metadata ?? {}) as { phone_number_id?: unknown };
      const address = typeof phone === 'string' || typeof phone === 'number' ? String(phone) : accountAddress(id);
      return { address: address.slice(0, 254), at: timeOf(time), field, value };
    });
  });
}

/** Seconds, or milliseconds in some versions. */
function timeOf(time: number | undefined): Temporal.Instant | null {
  if (!time) return null;
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(time < 100_000_000_000 ? time * 1000 : time));
}

const Text = z.string().max(60_000);
const Id = z.string().min(1).max(512);
const Medium = z.object({
  id: Id,
  mime_type: z.string().max(200).default(''),
  sha256: z.string().max(100).optional(),
  caption: Text.optional(),
  filename: z.string().max(255).optional(),
});

const Changed = z.looseObject({
  original_message_id: z.string().max(512).default(''),
  message: z
    .looseObject({ text: z.looseObject({ body: Text.nullish() }).nullish(), caption: Text.nullish() })
    .nullish(),
});

const WireMessage = z.looseObject({
  id: Id,
  from: z.string().max(40).optional(),
  to: z.string().max(40).optional(),
  from_user_id: z.string().max(200).optional(),
  to_user_id: z.string().max(200).optional(),
  timestamp: z.coerce.number().int().min(0).max(9_999_999_999),
  type: z.string().min(1).max(40),
  context: z.looseObject({ id: Id.nullish() }).nullish(),
  reaction: z.looseObject({ message_id: Id.nullish() }).nullish(),
  system: z.looseObject({ type: z.string().nullish(), user_id: z.string().max(200).nullish() }).nullish(),
  contacts: z.array(z.looseObject({ name: z.looseObject({}).nullish() })).nullish(),
  edit: Changed.nullish(),
  revoke: Changed.nullish(),
});
type WireMessage = z.infer<typeof WireMessage>;

const WireStatus = z.looseObject({
  id: Id,
  status: z.enum(['sent', 'delivered', 'read', 'played', 'failed']),
  timestamp: z.coerce.number().int().min(0).max(9_999_999_999),
  biz_opaque_callback_data: z.string().max(512).optional(),
  pricing: z
    .looseObject({
      billable: z.boolean().default(false),
      pricing_model: z.string().max(60).default(''),
      category: z.string().max(60).default(''),
    })
    .optional(),
  errors: z
    .array(z.looseObject({ code: z.coerce.string(), title: z.string().optional(), message: z.string().optional() }))
    .optional(),
});

/** The content of a webhook: messages, statuses, changes of earlier messages, and parts that cannot be read. */
export interface Brought {
  messages: { arriving: Arriving; part: unknown }[];
  receipts: Receipt[];
  changes: MessageChange[];
  moves: { from: Source[]; to: Source[] }[];
  drops: { reason: string; detail: string; part: unknown }[];
  templates: TemplateNotice[];
}

export const nothing = (): Brought => ({
  messages: [],
  receipts: [],
  changes: [],
  moves: [],
  drops: [],
  templates: [],
});

export interface MessageChange {
  kind: 'edit' | 'delete' | 'hide' | 'unhide';
  target: string;
  text: string;
  part: unknown;
  by: Writer;
}

type Profile = Record<string, unknown>;
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const instantOf = (seconds: number): Temporal.Instant => Temporal.Instant.fromEpochMilliseconds(seconds * 1000);
const phoneOf = (digits: unknown): string | null => {
  const [, number] = /^\+?(\d{5,20})$/.exec(String(digits)) ?? [];
  return number ? `+${number}` : null;
};

export function readPart({ field, value, at }: Part): Brought {
  const brought = nothing();
  const isEcho = field === 'smb_message_echoes';
  const drop = (reason: string, detail: string, part: unknown) => brought.drops.push({ reason, detail, part });
  readMessages({ field, value, isEcho }, brought);
  for (const each of list(value.statuses)) {
    const parsed = WireStatus.safeParse(each);
    if (parsed.success) brought.receipts.push(receiptOf(parsed.data));
    else
      drop('unreadable', problemOf(parsed.error), {
        field,
        value: { ...value, messages: undefined, statuses: [each] },
      });
  }
  for (const error of list(value.errors))
    drop('provider_error', JSON.stringify(error).slice(0, 1000), { field, value: { errors: [error] } });
  if (isTemplateField(field)) {
    const read = readNotice(field, value, at);
    if ('notice' in read) brought.templates.push(read.notice);
    else drop('unreadable', read.problem, { field, value, ...(at && { at: String(at) }) });
  } else if (!isEcho && field !== 'messages') drop('field_not_handled', field, { field, value });
  return brought;
}

export const problemOf = (error: unknown): string =>
  error instanceof z.ZodError ? firstProblem(error) : String(error);

/** The messages of a part, or those that were sent from the business's own telephone. Each can be read again by itself. */
function readMessages({ field, value, isEcho }: Omit<Part, 'address' | 'at'> & { isEcho: boolean }, brought: Brought) {
  const name = isEcho ? 'message_echoes' : 'messages';
  const rest = { ...value, messages: undefined, statuses: undefined, message_echoes: undefined };
  const profiles = list(value.contacts).filter((each) => typeof each === 'object' && each !== null) as Profile[];
  for (const each of list(value[name])) {
    const part = { field, value: { ...rest, [name]: [each] } };
    const parsed = WireMessage.safeParse(each);
    if (parsed.success) readMessage(parsed.data, { profiles, isEcho, part }, brought);
    else brought.drops.push({ reason: 'unreadable', detail: problemOf(parsed.error), part });
  }
}

function readMessage(
  message: WireMessage,
  { profiles, isEcho, part }: { profiles: Profile[]; isEcho: boolean; part: unknown },
  brought: Brought,
): void {
  const phone = phoneOf(isEcho ? message.to : message.from);
  const userId = (isEcho ? message.to_user_id : message.from_user_id) ?? userIdOf(profiles, phone);
  const sources = sourcesOf(userId, phone);
  const [first, ...rest] = sources;
  if (!first) {
    brought.drops.push({ reason: 'sender_unknown', detail: 'Neither a user id nor a number.', part });
    return;
  }
  const { type } = message;
  if (type === 'edit' || type === 'revoke') {
    brought.changes.push({ ...changeOf(message), part, by: { sources, commenter: null } });
    return;
  }
  const { system } = message;
  if (type === 'system' && system?.type?.startsWith('user_changed'))
    brought.moves.push({ from: sources, to: sourcesOf(system.user_id, phoneOf(system.wa_id)) });
  const profile = profiles.find(
    ({ user_id: id, wa_id: wa }) =>
      (userId !== undefined && id === userId) || (phone !== null && phoneOf(wa) === phone),
  )?.profile;
  const { name } = (profile ?? {}) as { name?: unknown };
  const { text, content, media } = contentOf(message);
  brought.messages.push({
    part,
    arriving: {
      sources: [first, ...rest],
      name: typeof name === 'string' ? name : '',
      phone,
      email: null,
      providerMessageId: message.id,
      at: instantOf(message.timestamp),
      type,
      text,
      content,
      replyTo: message.context?.id ?? message.reaction?.message_id ?? null,
      media,
      author: isEcho ? 'elsewhere' : 'contact',
    },
  });
}

const sourcesOf = (userId: string | null | undefined, phone: string | null): Source[] => [
  ...(userId ? [{ kind: 'user' as const, value: userId }] : []),
  ...(phone ? [{ kind: 'phone' as const, value: phone }] : []),
];

const userIdOf = (profiles: Profile[], phone: string | null): string | undefined => {
  const found = profiles.find(({ wa_id: wa }) => phone !== null && phoneOf(wa) === phone)?.user_id;
  return typeof found === 'string' && found.length <= 200 ? found : undefined;
};

function changeOf({ type, edit, revoke }: WireMessage): Pick<MessageChange, 'kind' | 'target' | 'text'> {
  const given = type === 'edit' ? edit : revoke;
  return {
    kind: type === 'edit' ? 'edit' : 'delete',
    target: given?.original_message_id ?? '',
    text: given?.message?.text?.body ?? given?.message?.caption ?? '',
  };
}

const mediaTypes = ['image', 'video', 'audio', 'document', 'sticker'];

interface Content {
  text: string;
  content: Record<string, unknown>;
  media: ArrivingMedium[];
}
type Body = Record<string, unknown>;
type ReadContent = (body: Body, message: WireMessage) => Partial<Content>;

/** The text and the parts of a message. A message of an unknown type is kept as it arrived. */
function contentOf(message: WireMessage): Content {
  const { type } = message;
  const read = contentReaders.get(type) ?? asArrived;
  return { text: '', content: {}, media: [], ...read((message[type] ?? {}) as Body, message) };
}

const asArrived: ReadContent = (_body, message) => ({
  content: { [message.type]: message[message.type] ?? null, ...(message.errors ? { errors: message.errors } : {}) },
});

const readMedium: ReadContent = (body, { type }) => {
  const medium = Medium.safeParse(body);
  if (!medium.success) return { content: { [type]: body } };
  const { id, mime_type: contentType, sha256, caption = '', filename = '' } = medium.data;
  return { text: caption, media: [{ providerMediaId: id, name: filename, contentType, sha256: hexOf(sha256) }] };
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 60_000) : '');

const contentReaders = new Map<string, ReadContent>([
  ...mediaTypes.map((type): [string, ReadContent] => [type, readMedium]),
  ['text', (body) => ({ text: textOf(body.body) })],
  ['button', (body) => ({ text: textOf(body.text), content: { payload: body.payload } })],
  ['system', (body) => ({ text: textOf(body.body), content: { system: body } })],
  ['order', (body) => ({ text: textOf(body.text), content: { order: body } })],
  [
    'reaction',
    (body) => ({ text: textOf(body.emoji), content: { target: body.message_id, emoji: body.emoji ?? null } }),
  ],
  [
    'interactive',
    (body) => {
      const reply = (body[String(body.type)] ?? {}) as { title?: unknown };
      return { text: textOf(reply.title), content: { interactive: body } };
    },
  ],
  [
    'location',
    (body) => ({
      text: [textOf(body.name), textOf(body.address)].filter(Boolean).join(', '),
      content: { location: body },
    }),
  ],
  [
    'contacts',
    (_body, { contacts }) => {
      const names = (contacts ?? []).map(({ name }) => textOf(name?.formatted_name)).filter(Boolean);
      return { text: names.join(', '), content: { contacts: contacts ?? [] } };
    },
  ],
]);

/** The provider writes hashes in base64. */
function hexOf(sha256: string | undefined): string | null {
  if (!sha256) return null;
  if (/^[0-9a-f]{64}$/i.test(sha256)) return sha256.toLowerCase();
  const bytes = Buffer.from(sha256, 'base64');
  return bytes.length === 32 ? bytes.toString('hex') : null;
}

function receiptOf(status: z.infer<typeof WireStatus>): Receipt {
  const reference = z.uuid().safeParse(status.biz_opaque_callback_data);
  const error = status.errors?.[0];
  const { pricing } = status;
  return {
    providerMessageId: status.id,
    reference: reference.success ? reference.data : null,
    status: status.status,
    at: toTimestamp(instantOf(status.timestamp)),
    pricing: pricing ? { category: pricing.category, model: pricing.pricing_model, isBilled: pricing.billable } : null,
    failure: error
      ? { code: error.code.slice(0, 60), message: (error.message ?? error.title ?? '').slice(0, 1000) }
      : null,
  };
}
