import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { processInbound } from '#modules/chats/inbound/process.ts';
import { app, type Business, baseUrl, eventually, freshEmail } from '#test/harness.ts';
import { runNow } from '#test/jobs.ts';

export const { control, faults } = app.simulators.messaging;

export interface Line {
  business: Business;
  channelId: string;
  /** The id of the number at the simulated provider. */
  address: string;
}

/** A business with a number of the simulated messaging app, which reports nothing by itself. */
export async function newLine(
  business: Business,
  fields: Record<string, unknown> = {},
  switches: Parameters<typeof control.switches>[1] = { reports: false },
): Promise<Line> {
  const { data, error } = await business.api.POST('/v1/channel', {
    body: { kind: 'msgapp', name: 'Ventas', connection: { provider: 'simulator' }, ...fields },
  });
  assert.ok(data, JSON.stringify(error));
  await control.switches(data.address!, switches);
  return { business, channelId: data.id, address: data.address! };
}

export const newPhone = (): string => `1809${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;
export const newWamid = (): string => `wamid.${randomBytes(12).toString('hex')}`;
const seconds = (at: Temporal.Instant): string => String(Math.floor(at.epochMilliseconds / 1000));

interface Written {
  from?: string | undefined;
  userId?: string | undefined;
  id?: string;
  name?: string;
  text?: string;
  at?: Temporal.Instant;
  message?: Record<string, unknown>;
}

/** The value of a change in which a customer writes. */
export function messageValue(
  address: string,
  { from, userId, id = newWamid(), name = 'Ana', text = 'Hola', at, message }: Written,
) {
  return {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: address, phone_number_id: address },
    contacts: [{ profile: { name }, ...(from && { wa_id: from }), ...(userId && { user_id: userId }) }],
    messages: [
      {
        id,
        ...(from && { from }),
        ...(userId && { from_user_id: userId }),
        timestamp: seconds(at ?? Temporal.Now.instant()),
        type: 'text',
        text: { body: text },
        ...message,
      },
    ],
  };
}

export function statusValue(
  address: string,
  status: { id: string; status: string; reference?: string | undefined; at?: Temporal.Instant; extra?: object },
) {
  return {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: address, phone_number_id: address },
    statuses: [
      {
        id: status.id,
        status: status.status,
        timestamp: seconds(status.at ?? Temporal.Now.instant()),
        ...(status.reference && { biz_opaque_callback_data: status.reference }),
        ...status.extra,
      },
    ],
  };
}

/** Delivers changes as the provider does, and processes them at once. */
export async function deliver(business: Business, ...values: object[]): Promise<void> {
  assert.equal(await control.deliver(values.map((value) => ({ field: 'messages', value }))), 200);
  await processed(business);
}

/** Waits until nothing that was received waits any more. */
export async function processed(business: Business): Promise<void> {
  await runNow(processInbound, { organizationId: business.id });
  await eventually(() =>
    app.database.lookUp(async (tx) => {
      const waiting = await tx
        .selectFrom('inboundPayloads')
        .select('id')
        .where('organizationId', '=', business.id)
        .where('state', '=', 'pending')
        .executeTakeFirst();
      return waiting === undefined;
    }),
  );
}

/** A customer writes a text; answers the conversation. */
export async function customerWrites(line: Line, from: string, text = 'Hola', at?: Temporal.Instant) {
  await deliver(line.business, messageValue(line.address, { from, text, ...(at && { at }) }));
  return conversationOf(line, `+${from}`);
}

export async function conversationOf({ business, channelId }: Line, sourceId: string) {
  const { data, error } = await business.api.GET('/v1/conversation/{channelId}/{sourceId}', {
    params: { path: { channelId, sourceId } },
  });
  assert.ok(data, JSON.stringify(error));
  return data;
}

/** The feed, oldest first. */
export async function feedOf({ business, channelId }: Line, sourceId: string) {
  const { data } = await business.api.GET('/v1/conversation/{channelId}/{sourceId}/feed', {
    params: { path: { channelId, sourceId }, query: { itemsPerPage: 200 } },
  });
  return data!.data.toReversed();
}

export const messagesOf = async (line: Line, sourceId: string) =>
  (await feedOf(line, sourceId)).filter(({ direction }) => direction === 'in' || direction === 'out');

/** Sends exactly these bytes to a path. */
export const post = (path: string, body: Buffer, headers: Record<string, string> = {}) =>
  fetch(`${baseUrl}${path}`, {
    method: 'POST',
    body: body as BodyInit,
    headers: { 'content-type': 'application/json', ...headers },
  });

/** The messages that the simulated provider was asked to send from this number. */
export const sentBy = (line: Line) => control.sent(line.address);

export const say = (line: Line, conversationId: string, text: string) =>
  line.business.api.POST('/v1/chat/message', { body: { conversationId, text } });

export const statusIs = (line: Line, from: string, id: string, status: string) =>
  eventually(async () => (await messagesOf(line, `+${from}`)).find((each) => each.id === id && each.status === status));

/** The row of a message, with columns that the API does not show. */
export const columnsOf = (line: Line, id: string) =>
  app.engine.within(line.business.id, ({ tx, organizationId }) =>
    tx
      .selectFrom('messages')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  );

/** A page of a social network, whose comments are delivered and processed at once. */
export async function newPage(business: Business) {
  const { data: channel } = await business.api.POST('/v1/channel', { body: { kind: 'social-a', name: 'Página' } });
  const line = { business, channelId: channel!.id, address: '' };
  const send = async (value: object, ...others: unknown[]) => {
    const change = { field: 'feed', value: { item: 'comment', verb: 'add', post_id: 'p', ...value } };
    const entry = [{ id: '77', time: 1, changes: [...others, change] }];
    const body = Buffer.from(JSON.stringify({ object: 'page', entry }));
    const signature = `sha256=${createHmac('sha256', channel!.inboundSecret).update(body).digest('hex')}`;
    const headers = { 'x-hub-signature-256': signature };
    assert.equal((await post(`/v1/chat/webhook?key=${channel!.publicKey}`, body, headers)).status, 200);
    await processed(business);
  };
  return { business, line, send };
}

/** A channel of letters, which are delivered and processed at once. */
export async function newMailChannel(business: Business) {
  const email = freshEmail();
  const { data } = await business.api.POST('/v1/channel', { body: { kind: 'email', name: 'Correo', email } });
  const deliver = async (mime: string | Buffer, secret = data!.inboundSecret) => {
    const body = Buffer.from(JSON.stringify({ mime: Buffer.from(mime).toString('base64') }));
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    const { status } = await post(`/v1/chat/webhook?key=${data!.publicKey}`, body, {
      'x-hub-signature-256': `sha256=${signature}`,
    });
    await processed(business);
    return status;
  };
  return { line: { business, channelId: data!.id, address: email }, deliver };
}

export const letter = (from: string, id: string, headers: string[], body: string) =>
  [
    `From: Ana <${from}>`,
    'To: ventas@example.com',
    `Message-ID: ${id}`,
    'Subject: =?utf-8?Q?Cotizaci=C3=B3n?=',
    'Date: Mon, 16 Nov 2026 10:00:00 +0000',
    ...headers,
    '',
    body,
  ].join('\r\n');
