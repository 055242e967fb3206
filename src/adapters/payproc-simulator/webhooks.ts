import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { type PayprocEvent, WebhookRefused } from '#modules/payments/index.ts';
import { realNow } from '#platform/date.ts';
import { isSameSecret, newId } from '#platform/id.ts';
import type { SimulatorObjects, SimulatorStore } from '#platform/ports/simulator-store.ts';

export const SIGNATURE_HEADER = 'payproc-signature';
const TOLERANCE_SECONDS = 300;
const SIGNATURES_MAX = 5;
const ATTEMPTS_MAX = 8;
const BATCH = 50;
const ANSWER_WITHIN_MS = 5_000;
const FIRST_RETRY_MS = 500;
/** How long a delivery waits to be overtaken by a later one. */
const HELD_BACK_MS = 5_000;

/** The receiver of events and the faults on the way. */
export interface WebhookSwitches {
  /** Null: nothing is sent. */
  url: string | null;
  duplicate: boolean;
  delayMs: number;
  /** Delivers later events before earlier ones. */
  reorder: boolean;
  drop: boolean;
  /** Delivers an event before the answer to the call that caused it. */
  beforeAnswer: boolean;
}

export const calmWebhooks: WebhookSwitches = {
  url: null,
  duplicate: false,
  delayMs: 0,
  reorder: false,
  drop: false,
  beforeAnswer: false,
};

const SimulatorEvent = z.object({
  id: z.string(),
  subject: z.enum(['merchant', 'setup', 'payment-method', 'charge', 'refund', 'dispute', 'payout', 'balance']),
  objectId: z.string(),
  merchantId: z.string().nullable(),
  createdAt: z.string(),
});
export type SimulatorEvent = z.infer<typeof SimulatorEvent>;

const hmac = (secret: string, timestamp: string, body: Uint8Array): string =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');

export function signWebhook(secret: string, body: Uint8Array, at: Temporal.Instant): string {
  const timestamp = String(Math.floor(at.epochMilliseconds / 1000));
  return `t=${timestamp},v1=${hmac(secret, timestamp, body)}`;
}

export function verifyWebhook(
  secret: string,
  body: Uint8Array,
  header: string | string[] | undefined,
  now: Temporal.Instant,
): PayprocEvent {
  const parts = (typeof header === 'string' ? header : '').split(',').map((part) => part.split('='));
  const timestamp = parts.find(([name]) => name === 't')?.[1] ?? '';
  const given = parts.filter(([name]) => name === 'v1').slice(0, SIGNATURES_MAX);
  const ageSeconds = Math.abs(now.epochMilliseconds / 1000 - Number(timestamp || Number.NaN));
  const expected = hmac(secret, timestamp, body);
  const signed = given.some(([, value = '']) => isSameSecret(value, expected));
  if (!signed || !(ageSeconds <= TOLERANCE_SECONDS)) throw WebhookRefused();
  const event = SimulatorEvent.parse(JSON.parse(Buffer.from(body).toString()));
  return { ...event, createdAt: Temporal.Instant.from(event.createdAt) };
}

interface Delivery {
  id: string;
  url: string;
  event: SimulatorEvent;
  attempts: number;
  /** Milliseconds since the epoch. */
  dueAt: number;
  /** Waits to be overtaken. */
  heldBack: boolean;
}

/** Delivers events at least once: an event stays in the store until the receiver answers 2xx or the last attempt failed. */
export class WebhookSender {
  readonly #store: SimulatorStore;
  readonly #secret: string;
  #running: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(store: SimulatorStore, secret: string) {
    this.#store = store;
    this.#secret = secret;
  }

  readSwitches = (): Promise<WebhookSwitches> => this.#store.transaction(switchesIn);

  async writeSwitches(change: Partial<WebhookSwitches>): Promise<WebhookSwitches> {
    return this.#store.transaction(async (objects) => {
      await objects.insert('switches', 'webhooks', 'all', calmWebhooks);
      const switches = { ...(await objects.lock<WebhookSwitches>('switches', 'webhooks'))!, ...change };
      await objects.update('switches', 'webhooks', switches);
      return switches;
    });
  }

  /** Queues events in the transaction that caused them, and returns when the caller should start sending. */
  async enqueue(objects: SimulatorObjects, events: SimulatorEvent[]): Promise<'never' | 'later' | 'before-answer'> {
    if (events.length === 0) return 'never';
    const switches = await switchesIn(objects);
    if (!switches.url || switches.drop) return 'never';
    const now = Date.now() + switches.delayMs;
    for (const event of events.flatMap((one) => (switches.duplicate ? [one, one] : [one]))) {
      const heldBack = switches.reorder && !(await releaseHeldBack(objects, now + 1));
      const dueAt = heldBack ? now + HELD_BACK_MS : now;
      const delivery: Delivery = { id: newId(), url: switches.url, event, attempts: 0, dueAt, heldBack };
      await objects.insert('delivery', delivery.id, 'waiting', delivery);
    }
    return switches.beforeAnswer ? 'before-answer' : 'later';
  }

  /** Sends due events one after another and retries failures later. Resolves after one pass over the queue. */
  sendDue(): Promise<void> {
    this.#running = this.#running.then(() => this.#walk()).catch(() => this.#again(FIRST_RETRY_MS));
    return this.#running;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #walk(): Promise<void> {
    if (this.#stopped) return;
    for (const delivery of await this.#lease()) await this.#settle(delivery, await this.#post(delivery));
    const left = await this.#store.transaction((objects) => objects.list<Delivery>('delivery', 'waiting', BATCH));
    if (left.length > 0) this.#again(Math.min(...left.map((delivery) => delivery.dueAt)) - Date.now());
  }

  /** Claims due events. If the process dies, others can claim them after the receiver's timeout. */
  async #lease(): Promise<Delivery[]> {
    return this.#store.transaction(async (objects) => {
      const waiting = await objects.take<Delivery>('delivery', 'waiting', BATCH);
      const due = waiting.filter((delivery) => delivery.dueAt <= Date.now());
      const until = Date.now() + ANSWER_WITHIN_MS * (due.length + 1);
      for (const delivery of due) await objects.update('delivery', delivery.id, { ...delivery, dueAt: until });
      return due.sort((a, b) => a.dueAt - b.dueAt);
    });
  }

  async #settle(delivery: Delivery, received: boolean): Promise<void> {
    const attempts = delivery.attempts + 1;
    const dueAt = Date.now() + FIRST_RETRY_MS * 2 ** delivery.attempts;
    await this.#store.transaction(async (objects) => {
      if (received || attempts >= ATTEMPTS_MAX) await objects.delete('delivery', delivery.id);
      else await objects.update('delivery', delivery.id, { ...delivery, attempts, dueAt });
    });
  }

  async #post(delivery: Delivery): Promise<boolean> {
    const body = Buffer.from(JSON.stringify(delivery.event));
    try {
      const answer = await fetch(delivery.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signWebhook(this.#secret, body, realNow()) },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      await answer.body?.cancel();
      return answer.ok;
    } catch {
      return false;
    }
  }

  #again(afterMs: number): void {
    clearTimeout(this.#timer);
    if (!this.#stopped) this.#timer = setTimeout(() => void this.sendDue(), Math.max(0, afterMs)).unref();
  }
}

/** Schedules the waiting event right after the next one. */
async function releaseHeldBack(objects: SimulatorObjects, dueAt: number): Promise<boolean> {
  const waiting = await objects.take<Delivery>('delivery', 'waiting', BATCH);
  const held = waiting.find(({ heldBack }) => heldBack);
  if (held) await objects.update('delivery', held.id, { ...held, heldBack: false, dueAt });
  return held !== undefined;
}

const switchesIn = async (objects: SimulatorObjects): Promise<WebhookSwitches> =>
  (await objects.find<WebhookSwitches>('switches', 'webhooks')) ?? calmWebhooks;
