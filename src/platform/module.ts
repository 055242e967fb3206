import type { TenantContext, WorkContext } from './context.ts';
import type { EventType, RecordedEvent } from './events/event.ts';
import type { Route } from './http/route.ts';
import type { Job } from './jobs/job.ts';
import type { SettingsSection } from './settings/settings.ts';

/** The table of contents of a module: all that the platform needs to know of it. */
export interface Module {
  name: string;
  /** The modules whose front doors this one may use; they come before it in the list. */
  uses: string[];
  /** The groups of endpoints, as the reference shows them. */
  groups?: Group[];
  events?: EventType[];
  jobs?: Job[];
  subscribers?: Subscriber[];
  /** Sections of the organization's settings, and of each person's in it. */
  settings?: SettingsSection[];
  userSettings?: SettingsSection[];
  /** What others may point at, with a comment for example, without knowing this module. */
  entityKinds?: EntityKind[];
  /** Called in module order, each inside the transaction of the change. */
  hooks?: Hooks;
}

export interface Group {
  name: string;
  /** Absent where the group is another module's, to which this one adds routes. */
  description?: string;
  routes: Route[];
}

/** A kind of thing that has an id: `invoiceId` in the words of bodies and events. */
export interface EntityKind {
  field: string;
  exists(ctx: TenantContext, id: string): Promise<boolean>;
}

export interface Hooks {
  /** Gives a new organization its defaults. */
  seedOrganization?(ctx: TenantContext): Promise<void>;
  /** Does what is due by `ctx.now` and says when there is something due again. */
  tick?(ctx: TenantContext): Promise<Temporal.Instant | null>;
  /** Contacts become one: whatever points at `from` points at `into` afterwards. */
  mergeContacts?(ctx: TenantContext, merge: ContactMerge): Promise<void>;
  /** A document is about to be void: refuse, or take back what followed from it. */
  voidDocument?(ctx: TenantContext, pendingRecordId: string): Promise<void>;
  /** What an issued document moved and posted is about to be done anew: refuse, or follow. */
  repostDocument?(ctx: TenantContext, pendingRecordId: string): Promise<void>;
  /** A return is issued, with its credit note: follow. */
  returnIssued?(ctx: TenantContext, returnId: string): Promise<void>;
  /** A return is about to be void: refuse, or take back what followed from it. */
  voidReturn?(ctx: TenantContext, returnId: string): Promise<void>;
  /**
   * A charge of a contact's saved method has succeeded or failed: book it. Called once for each charge, in the transaction
   * that remembers that it was. The money has moved, so do not refuse; what throws is tried again.
   */
  chargeSettled?(ctx: TenantContext, charge: SettledCharge): Promise<void>;
  /**
   * The payment processor says that something of the organization has changed: look at it now instead of later. Told twice,
   * late or in another order, it must make no difference.
   */
  providerTold?(ctx: TenantContext, news: ProviderNews): Promise<void>;
  /** A member lost access: what they hold must stop at once. */
  memberRemoved?(ctx: TenantContext, userId: string): Promise<void>;
  /** Adds the stamps of these documents, where they are signed already. */
  tellFiscalStamps?(ctx: TenantContext, documentIds: string[], stamps: Map<string, FiscalStamp>): Promise<void>;
  /** The organization wants to count in another currency: refuse with `CurrencyInUse`, or follow. */
  changeCurrency?(ctx: TenantContext, currency: string, before: string): Promise<void>;
  /** Whether stock or serial numbers of a resource are tracked is about to change: refuse, or follow. */
  changeTracking?(ctx: TenantContext, change: TrackingChange): Promise<void>;
  /** The units of a movement are about to be corrected: whoever keeps its document holds it, before the stock is held. */
  holdDocument?(ctx: TenantContext, cause: UnitCorrection['cause']): Promise<void>;
  /** A movement named other units than it moved: what names them after it follows. */
  unitsCorrected?(ctx: TenantContext, correction: UnitCorrection): Promise<void>;
  /** Operations of these names are about to post to other accounts: refuse what would no longer agree. */
  changePostingRules?(ctx: TenantContext, names: string[]): Promise<void>;
  /** Something else than stock is about to post to the account of the inventory: refuse where stock is kept. */
  postBesideStock?(ctx: TenantContext): Promise<void>;
  /** A division is about to be archived: refuse while it holds something. */
  archiveDivision?(ctx: TenantContext, divisionId: string): Promise<void>;
  /** Whoever keeps stock fills in what there is of each of these resources. */
  tellStock?(ctx: TenantContext, stock: Map<string, StockFacts | null>): Promise<void>;
  /** Whoever keeps stock fills in what there is of all resources together. */
  tellStockTotals?(ctx: TenantContext, totals: StockTotals): Promise<void>;
  /** An account is about to be closed: refuse, or forget what belongs to the person. */
  closeUser?(ctx: WorkContext, userId: string): Promise<void>;
}

export interface TrackingChange {
  resourceId: string;
  tracksStock: boolean;
  tracksSerials: boolean;
}

/** Units that a document named by mistake, and those that it stands for in their place. */
export interface UnitCorrection {
  cause: { kind: string; id: string };
  /** Whose units they are: another resource may have units of the same numbers. */
  resourceId: string;
  wrong: string[];
  right: string[];
}

/** Where anyone can check an electronic document with the tax authority. */
export interface FiscalStamp {
  url: string;
  securityCode: string;
  signedAt: string | null;
}

/** What there is of a resource, in all divisions together. Quantities and values are decimals. */
export interface StockFacts {
  quantity: string;
  reserved: string;
  /** In the organization's currency. */
  value: string;
  /** What one unit costs by its valuation; null where there is none. */
  unitCost: string | null;
  /** The day on which one last went out, or else on which the first came in. */
  lastMovedOn: string | null;
}

export interface StockTotals {
  /** Null: nobody keeps stock. */
  stock: {
    resourcesInStock: number;
    resourcesOutOfStock: number;
    belowMinimum: number;
    value: string;
  } | null;
}

export interface ContactMerge {
  from: string[];
  into: string;
}

export interface SettledCharge {
  id: string;
  /** What it pays, in the words of whoever wanted it. */
  cause: { kind: string; id: string };
  contactId: string;
  /** Who holds the money now: the payment processor or the card processor. */
  provider: 'payproc' | 'cardproc';
  /** Minor units of `currency`. */
  amount: bigint;
  currency: string;
  status: 'succeeded' | 'failed';
  /** Why it failed. */
  declineReason: string | null;
}

export interface ProviderNews {
  adapter: string;
  subject: string;
  /** The provider's own name for it. */
  objectId: string;
}

/** The hooks that anyone may call; the clock alone calls `tick`. */
export type HookName = Exclude<keyof Hooks, 'tick'>;

/** Reacts to committed events, in order, once each. Its work and its place in the stream are one transaction. */
export interface Subscriber {
  name: string;
  /** The types of events that it is for; the others are passed over without being read. Default: all. */
  follows?: string[];
  /** How many events it takes in one transaction; fewer where each makes much work. */
  eventsAtOnce?: number;
  handle(ctx: TenantContext, events: RecordedEvent[]): Promise<void>;
}
