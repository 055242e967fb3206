import { ProviderKeyReused } from '#modules/payments/index.ts';
import { realNow, toTimestamp } from '#platform/date.ts';
import { type Faults, overTheWire } from '#platform/ports/simulator-faults.ts';
import { once } from '#platform/ports/simulator-keys.ts';
import type { SimulatorObjects, SimulatorStore } from '#platform/ports/simulator-store.ts';
import { ROOT } from './html.ts';

/** The provider's state during one call, in one transaction. */
export interface Handling {
  objects: SimulatorObjects;
  now: string;
  /** The URL of a hosted page. */
  pageUrl(path: string): string;
}

interface Call {
  /** The merchant. This provider identifies an organization by its keys. */
  organizationId: string;
  operation: string;
  parameters?: unknown;
  key?: string;
}

/** The provider's back end. It stores JSON: amounts are text, times RFC 3339. */
export class SimulatedCardProcessor {
  readonly #store: SimulatorStore;
  readonly #publicUrl: string;
  readonly faults: Faults;

  constructor(options: { store: SimulatorStore; publicUrl: string; faults: Faults }) {
    this.#store = options.store;
    this.#publicUrl = options.publicUrl;
    this.faults = options.faults;
  }

  /** A call over the network: it may be repeated, and the request or the answer may be lost. */
  async call<T>({ organizationId, operation, parameters, key }: Call, work: (handling: Handling) => Promise<T>) {
    const fault = await this.faults.take(organizationId, operation);
    const keyed = { account: organizationId, operation, parameters, reused: ProviderKeyReused };
    return overTheWire(fault, () =>
      this.handle((handling) =>
        key === undefined ? work(handling) : once(handling.objects, { ...keyed, key }, () => work(handling)),
      ),
    );
  }

  /** Work on the provider's side: a hosted page or a control. */
  handle<T>(work: (handling: Handling) => Promise<T>): Promise<T> {
    const pageUrl = (path: string): string => `${this.#publicUrl}${ROOT}/${path}`;
    return this.#store.transaction((objects) => work({ objects, now: toTimestamp(realNow()), pageUrl }));
  }
}
