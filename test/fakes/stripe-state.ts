import { randomBytes } from 'node:crypto';

/** An error in Stripe's format. */
export class StripeSays extends Error {
  readonly status: number;
  readonly error: object;

  constructor(status: number, error: { type?: string; code?: string; message: string; [field: string]: unknown }) {
    super(error.message);
    this.status = status;
    this.error = { type: 'invalid_request_error', ...error };
  }
}

export const missing = (what: string) =>
  new StripeSays(404, { code: 'resource_missing', message: `No such ${what}.`, param: 'id' });

/** A Stripe object, with the fields of any kind. */
export interface Thing {
  id: string;
  object: string;
  created: number;
  /** Its account; not part of Stripe's object. */
  on: string;
  status: string;
  amount: number;
  currency: string;
  url: string | null;
  metadata: Record<string, string>;

  charges_enabled: boolean;
  payouts_enabled: boolean;
  details_submitted: boolean;

  customer: string | null;
  /** Whether the search index contains it. */
  indexed: boolean;
  name: string | null;
  email: string | null;

  /** The card number, which Stripe never returns. */
  number: string;
  proved: boolean;

  mode: string;
  amount_total: number;
  setup_intent: string | null;
  payment_intent: string | null;
  data: Record<string, string>;

  amount_received: number;
  capture_method: string;
  return_url: string;
  client_secret: string;
  payment_method: string | null;
  next_action: object | null;
  last_payment_error: { type: string; code: string; message: string } | null;
  last_setup_error: object | null;
  balance_transactions: object[];
  latest_charge: { id: string; object: string; amount_refunded: number } | null;
}

/** All objects of the fake Stripe, by kind and id. Each account sees only its own. */
export class StripeState {
  readonly #things = new Map<string, Thing>();
  readonly #funds = new Map<string, { available: number; pending: number }>();

  add(prefix: string, object: string, on: string, fields: object): Thing {
    const created = Math.floor(Date.now() / 1000);
    const own = { id: `${prefix}_${randomBytes(9).toString('hex')}`, object, on, created };
    const thing = { ...own, ...fields } as Thing;
    this.#things.set(thing.id, thing);
    return thing;
  }

  get(object: string, on: string, id: string): Thing {
    const thing = this.#things.get(id);
    if (thing?.object !== object || thing.on !== on) throw missing(object);
    return thing;
  }

  /** Finds an object by id alone, for callers outside the API: hosted pages and banks. */
  byId(id: string): Thing {
    return this.#things.get(id)!;
  }

  /** Newest first. */
  list(object: string, on: string): Thing[] {
    return [...this.#things.values()].filter((thing) => thing.object === object && thing.on === on).reverse();
  }

  funds(on: string, currency: string): { available: number; pending: number } {
    const key = `${on} ${currency}`;
    if (!this.#funds.has(key)) this.#funds.set(key, { available: 0, pending: 0 });
    return this.#funds.get(key)!;
  }

  allFunds(on: string): { currency: string; available: number; pending: number }[] {
    return [...this.#funds].flatMap(([key, funds]) =>
      key.startsWith(`${on} `) ? [{ currency: key.slice(on.length + 1), ...funds }] : [],
    );
  }
}
