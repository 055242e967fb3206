import { port } from '#platform/ports/port.ts';

/** A customer as the store knows them. */
export interface StoreCustomer {
  externalId: string | null;
  name: string;
  email: string | null;
  phone: string | null;
}

/** A line of an order, after its discounts. Amounts are decimals in the currency of the order. */
export interface StoreLine {
  /** The variant or product in the store; null: shipping, a fee. */
  externalId: string | null;
  sku: string | null;
  name: string;
  quantity: string;
  /** Of the whole line, without taxes. */
  net: string;
  tax: string;
}

export interface StoreOrder {
  externalId: string;
  number: string;
  changedAt: Temporal.Instant;
  isCanceled: boolean;
  currency: string;
  total: string;
  customer: StoreCustomer | null;
  lines: StoreLine[];
}

export interface StoreProduct {
  externalId: string;
  sku: string | null;
  barcode: string | null;
  name: string;
  price: string | null;
}

/** A message of a store, understood. */
export type StoreFact =
  /** A restored order was deleted before, which has no time of the store to compare with. */
  | { kind: 'order'; order: StoreOrder; isRestored?: boolean }
  | { kind: 'products'; changedAt: Temporal.Instant; products: StoreProduct[] }
  | { kind: 'customer'; changedAt: Temporal.Instant; customer: StoreCustomer & { externalId: string } }
  | { kind: 'stock'; changedAt: Temporal.Instant; externalId: string; quantity: string }
  | { kind: 'removed'; of: 'order' | 'product' | 'customer'; externalId: string }
  | { kind: 'disconnected' }
  /** A person must act on it: a request about personal data. */
  | { kind: 'attention'; message: string }
  /** Nothing to do: the test message of a new subscription. */
  | { kind: 'ping' };

/** A webhook as it was received, when its signature is right. */
export interface StoreDelivery {
  topic: string;
  /** The same for every delivery of the same message. */
  key: string;
}

export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Both kinds of stores: what they send. */
interface StoreMessages {
  /** Null: the signature does not fit the bytes. */
  verify(secret: string, body: Uint8Array, headers: Headers): StoreDelivery | null;
  /** Throws where the bytes are not what the topic promises. */
  read(topic: string, body: Uint8Array): StoreFact;
}

/** A hosted store that is connected by its owner's consent. */
export interface StoreappA extends StoreMessages {
  /** Signs its webhooks and its redirects. */
  secret: string;
  isShop(shop: string): boolean;
  authorizeUrl(request: { shop: string; state: string; redirectUri: string }): string;
  /** Whether the parameters of a redirect are signed and recent. */
  isAuthentic(parameters: Record<string, string>, now: Temporal.Instant): boolean;
  exchange(request: { shop: string; code: string }): Promise<{ accessToken: string; scope: string }>;
  /** Asks the shop to send its messages to an address. Asking again changes nothing. */
  subscribe(request: { shop: string; accessToken: string; address: string }): Promise<void>;
}

export interface StoreSite {
  url: string;
  key: string;
  secret: string;
}

/** A store on its owner's own web site, which is connected by keys. */
export interface StoreappB extends StoreMessages {
  subscribe(request: StoreSite & { address: string; signedWith: string }): Promise<void>;
  /** A page of what was changed after a time, as the messages that the store sends of it. */
  changes(request: StoreSite & { of: 'orders' | 'products'; since: Temporal.Instant; page: number }): Promise<{
    messages: (StoreDelivery & { body: Uint8Array })[];
    isLast: boolean;
  }>;
}

export const storeappA = port<StoreappA>('storeapp-a');
export const storeappB = port<StoreappB>('storeapp-b');
