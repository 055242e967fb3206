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
  /** The amount of the whole line, without taxes. */
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

/** A larger message of a store is refused. */
export const WEBHOOK_BYTES_MAX = 1024 * 1024;

/** A webhook as it was received, when its signature is right. */
export interface StoreDelivery {
  topic: string;
  /** The same for every delivery of the same message. */
  key: string;
}

/** A message that was read from the store, because the store's own may have been lost. */
export type ReadMessage = StoreDelivery & { body: Uint8Array };

/** An order or product that was changed in the store. */
export interface StoreChange {
  /** As the store reads it. */
  id: string;
  /** By which a fact about it names it. */
  externalId: string;
  changedAt: Temporal.Instant;
}

export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Both kinds of stores: their webhooks, and their answers to requests. */
interface StoreMessages<Site> {
  /** Null: the signature does not fit the bytes. */
  verify(secret: string, body: Uint8Array, headers: Headers): StoreDelivery | null;
  /** Throws where the bytes are not what the topic promises. */
  read(topic: string, body: Uint8Array): StoreFact;
  /** A page of what was changed after a time. The next one begins after `next`. */
  changes(
    request: Site & { of: 'order' | 'product'; since: Temporal.Instant; after: string | null },
  ): Promise<{ changes: StoreChange[]; next: string | null }>;
  /** A changed thing as the store sends it, or what a person must know of one that is too large. Null: it has gone. */
  message(request: Site & { of: 'order' | 'product'; change: StoreChange }): Promise<ReadMessage | null>;
}

export interface Shop {
  shop: string;
  accessToken: string;
}

/** The text for a person about something that is too large to be a message. */
export const tooLarge = (what: string): string => `The ${what} of the store is too large to be read: enter it by hand.`;

/** A hosted store that is connected by its owner's consent. */
export interface StoreappA extends StoreMessages<Shop> {
  /** Signs its webhooks and its redirects. */
  secret: string;
  isShop(shop: string): boolean;
  authorizeUrl(request: { shop: string; state: string; redirectUri: string }): string;
  /** Whether the parameters of a redirect are signed and recent. */
  isAuthentic(parameters: Record<string, string>, now: Temporal.Instant): boolean;
  exchange(request: { shop: string; code: string }): Promise<{ accessToken: string; scope: string }>;
  /** Asks the shop to send its messages to an address. Asking again changes nothing. */
  subscribe(request: Shop & { address: string }): Promise<void>;
}

export interface StoreSite {
  url: string;
  key: string;
  secret: string;
}

/** A store on its owner's own web site, which is connected by keys. */
export interface StoreappB extends StoreMessages<StoreSite> {
  subscribe(request: StoreSite & { address: string; signedWith: string }): Promise<void>;
  /** Messages for those of at most 100 orders that were deleted or are in the trash. */
  deletions(request: StoreSite & { orders: StoreChange[] }): Promise<ReadMessage[]>;
}

export const storeappA = port<StoreappA>('storeapp-a');
export const storeappB = port<StoreappB>('storeapp-b');
