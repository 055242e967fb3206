import { createHmac } from 'node:crypto';
import type { SimulatedMessage, Switches } from './simulated-message.ts';

const ACCOUNT = 'simulated-account';
const ATTEMPTS_MAX = 5;
const RETRY_MS = 300;
const REPORTS_TOGETHER_MAX = 100;

type Change = { field: string; value: object };

/** Posts webhooks to the service, signed as the provider does it, with its delays, duplicates and wrong order. */
export class WebhookPost {
  readonly #url: string;
  readonly #secret: string;
  readonly #timers = new Set<NodeJS.Timeout>();
  /** By their delay. */
  readonly #reports = new Map<number, Change[]>();
  #isStopped = false;

  constructor(url: string, secret: string) {
    this.#url = url;
    this.#secret = secret;
  }

  sign(body: Uint8Array): Record<string, string> {
    return { 'x-hub-signature-256': `sha256=${createHmac('sha256', this.#secret).update(body).digest('hex')}` };
  }

  /** Answers the status of the service. */
  async deliver(changes: { field: string; value: object }[], account = ACCOUNT): Promise<number> {
    const body = Buffer.from(
      JSON.stringify({
        object: 'whatsapp_business_account',
        entry: [{ id: account, time: Math.floor(Date.now() / 1000), changes }],
      }),
    );
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...this.sign(body) },
      body,
    });
    await response.arrayBuffer();
    return response.status;
  }

  /** Reports a message as sent and delivered, after a while. */
  report(message: SimulatedMessage, { delayMs, duplicate, reorder }: Switches): void {
    const steps = reorder ? ['delivered', 'sent'] : ['sent', 'delivered'];
    const all = duplicate ? steps.flatMap((step) => [step, step]) : steps;
    for (const [place, status] of all.entries())
      this.#together(delayMs * (place + 1), { field: 'messages', value: statusOf(message, status) });
  }

  /** Like the provider: what is reported within a short time is one webhook. */
  #together(delayMs: number, change: Change): void {
    const waiting = this.#reports.get(delayMs);
    if (waiting && waiting.length < REPORTS_TOGETHER_MAX) return void waiting.push(change);
    const changes = [change];
    this.#reports.set(delayMs, changes);
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (this.#reports.get(delayMs) === changes) this.#reports.delete(delayMs);
      this.#later(0, 1, changes);
    }, delayMs);
    timer.unref();
    this.#timers.add(timer);
  }

  /** Posts changes after a while, twice if that switch is on. */
  send(changes: { field: string; value: object }[], account: string, { delayMs, duplicate }: Switches): void {
    this.#later(delayMs, 1, changes, account);
    if (duplicate) this.#later(delayMs, 1, changes, account);
  }

  stop(): void {
    this.#isStopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #later(
    delayMs: number,
    attempt: number,
    changes: { field: string; value: object }[],
    account: string = ACCOUNT,
  ): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (this.#isStopped) return;
      const again = (): void => {
        if (attempt < ATTEMPTS_MAX && !this.#isStopped) this.#later(RETRY_MS * attempt, attempt + 1, changes, account);
      };
      this.deliver(changes, account).then((status) => (status >= 500 ? again() : undefined), again);
    }, delayMs);
    timer.unref();
    this.#timers.add(timer);
  }
}

export const statusOf = (message: SimulatedMessage, status: string, extra: object = {}): object => ({
  messaging_product: 'whatsapp',
  metadata: { display_phone_number: message.address, phone_number_id: message.address },
  statuses: [
    {
      id: message.id,
      status,
      timestamp: String(Math.floor(Date.now() / 1000)),
      recipient_id: message.to.replace('+', ''),
      biz_opaque_callback_data: message.reference,
      ...(status !== 'failed' && { pricing: { billable: true, pricing_model: 'PMP', category: message.category } }),
      ...extra,
    },
  ],
});
