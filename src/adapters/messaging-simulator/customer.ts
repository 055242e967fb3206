import { newId } from '#platform/id.ts';
import type { SimulatorStore } from '#platform/ports/simulator-store.ts';
import type { SimulatedMessage, Switches, Written } from './simulated-message.ts';
import { statusOf, type WebhookPost } from './webhook-post.ts';

const SHOWN_MAX = 200;

type Change = { field: string; value: object };

/** The actions of the customer of a number. */
interface Saying {
  from: string;
  name: string;
  text: string;
  /** The button that is pressed, instead of a text. */
  button?: string | undefined;
  replyTo?: string | undefined;
}

const digitsOf = (phone: string): string => phone.replace(/\D/g, '');

/** The customer writes or presses a button. The switches delay, repeat or hold back the webhook. */
export async function customerSays(
  store: SimulatorStore,
  post: WebhookPost,
  { address, account, switches }: { address: string; account: string; switches: Switches },
  { from, name, text, button, replyTo }: Saying,
): Promise<void> {
  const id = `wamid.${newId().replaceAll('-', '')}`;
  const wa = digitsOf(from);
  const written: Written = { id, address, from: `+${wa}`, name, text: button ?? text, at: new Date().toISOString() };
  const body = button
    ? { type: 'button', button: { text: button, payload: button } }
    : { type: 'text', text: { body: text } };
  const change: Change = {
    field: 'messages',
    value: {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: address, phone_number_id: address },
      contacts: [{ profile: { name }, wa_id: wa }],
      messages: [
        {
          id,
          from: wa,
          timestamp: String(Math.floor(Date.now() / 1000)),
          ...body,
          ...(replyTo && { context: { id: replyTo } }),
        },
      ],
    },
  };
  const held = await store.transaction(async (objects) => {
    await objects.insert('written', `${newId()} ${id}`, address, written);
    await objects.insert('line', address, 'lines', { address });
    const waiting = await objects.find<Change>('held', address);
    if (waiting) await objects.delete('held', address);
    else if (switches.reorder) await objects.insert('held', address, address, change);
    return { waiting, isHeld: !waiting && switches.reorder };
  });
  // In the wrong order, every first message comes after the second.
  if (!held.isHeld) post.send([change], account, switches);
  if (held.waiting) post.send([held.waiting], account, { ...switches, delayMs: switches.delayMs * 2 + 50 });
}

/** The customer reads everything that was sent to them. */
export function customerReads(
  post: WebhookPost,
  { account, switches }: { account: string; switches: Switches },
  sent: SimulatedMessage[],
): void {
  for (const message of sent) post.send([{ field: 'messages', value: statusOf(message, 'read') }], account, switches);
}

/** The messages between a number and its customers, oldest first. */
export async function conversationsOf(store: SimulatorStore, address: string) {
  const { sent, written } = await store.transaction(async (objects) => ({
    sent: await objects.list<SimulatedMessage>('message', address, SHOWN_MAX),
    written: await objects.list<Written>('written', address, SHOWN_MAX),
  }));
  const lines = [
    ...sent.map((message) => ({ ...message, customer: message.to, isOurs: true as const })),
    ...written.map((message) => ({ ...message, customer: message.from, isOurs: false as const })),
  ].toSorted((a, b) => (a.at < b.at ? -1 : 1));
  return { lines, byCustomer: Map.groupBy(lines, ({ customer }) => customer) };
}
