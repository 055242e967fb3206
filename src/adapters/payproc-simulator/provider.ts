import { type PayprocEvent, ProviderKeyReused } from '#modules/payments/index.ts';
import { realNow, toTimestamp } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import { type Faults, overTheWire } from '#platform/ports/simulator-faults.ts';
import { once } from '#platform/ports/simulator-keys.ts';
import type { SimulatorObjects, SimulatorStore } from '#platform/ports/simulator-store.ts';
import type { SimulatorEvent, WebhookSender } from './webhooks.ts';

/** The service's own account. */
export const SERVICE_ACCOUNT = 'service';

/** The provider's state during one call, in one transaction. */
export interface Handling {
  objects: SimulatorObjects;
  now: string;
  /** The URL of a hosted page. */
  pageUrl(path: string): string;
  announce(subject: PayprocEvent['subject'], objectId: string, account: string): void;
}

export interface CallOptions {
  organizationId: string;
  account: string;
  operation: string;
  parameters?: object;
  idempotencyKey?: string;
}

/** The provider's back end. It stores JSON: amounts are text, times RFC 3339. */
export class SimulatedProvider {
  readonly #store: SimulatorStore;
  readonly #publicUrl: string;
  readonly faults: Faults;
  readonly webhooks: WebhookSender;

  constructor(options: { store: SimulatorStore; publicUrl: string; faults: Faults; webhooks: WebhookSender }) {
    this.#store = options.store;
    this.#publicUrl = options.publicUrl;
    this.faults = options.faults;
    this.webhooks = options.webhooks;
  }

  /** A call over the network: it may be repeated, and the request or the answer may be lost. */
  async call<T>(options: CallOptions, work: (handling: Handling) => Promise<T>): Promise<T> {
    const fault = await this.faults.take(options.organizationId, options.operation);
    const { account, operation, parameters, idempotencyKey: key } = options;
    return overTheWire(fault, () =>
      this.handle((handling) =>
        key === undefined
          ? work(handling)
          : once(handling.objects, { account, key, operation, parameters, reused: ProviderKeyReused }, () =>
              work(handling),
            ),
      ),
    );
  }

  /** Work on the provider's side: a hosted page or a control. */
  async handle<T>(work: (handling: Handling) => Promise<T>): Promise<T> {
    const { result, sends } = await this.#store.transaction(async (objects) => {
      const events: SimulatorEvent[] = [];
      const now = toTimestamp(realNow());
      const result = await work({
        objects,
        now,
        pageUrl: (path) => `${this.#publicUrl}/simulator/payproc/${path}`,
        announce: (subject, objectId, account) => {
          const merchantId = account === SERVICE_ACCOUNT ? null : account;
          events.push({
            id: `evt_${newId()}`,
            subject: subject as SimulatorEvent['subject'],
            objectId,
            merchantId,
            createdAt: now,
          });
        },
      });
      return { result, sends: await this.webhooks.enqueue(objects, events) };
    });
    const sent = sends === 'never' ? null : this.webhooks.sendDue();
    if (sends === 'before-answer') await sent;
    return result;
  }
}

/** Visitors are redirected there, so only http and https are allowed: no script URL. */
export function requireWebAddress(url: string): void {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) throw ProviderRefused('A return URL must be http or https.');
}
