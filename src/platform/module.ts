import type { TenantContext } from './context.ts';
import type { Demo } from './demo.ts';
import type { EntityKind } from './entity-kind.ts';
import type { EventType } from './events/event.ts';
import type { Subscriber } from './events/subscriber.ts';
import type { Implementation } from './hook.ts';
import type { Route } from './http/route.ts';
import type { Job } from './jobs/job.ts';
import type { Exchange } from './ports/exchange.ts';
import type { SettingsSection } from './settings/section.ts';
import type { StoredKind } from './storage/stored-kind.ts';
import type { Tick } from './tick.ts';
import type { Recount, SealedKind } from './verification.ts';

/** The table of contents of a module: all that the platform needs to know of it. */
export interface Module {
  name: string;
  /** The modules whose public interfaces this one may use; they come before it in the list. */
  uses: string[];
  /** The areas of its permissions: `invoicing` makes `invoicing:read` and `invoicing:write`. */
  areas?: string[];
  /** The groups of endpoints, as the reference shows them. */
  groups?: Group[];
  events?: EventType[];
  jobs?: Job[];
  /** Requests to providers; each is followed up by a job of its own. */
  exchanges?: Exchange[];
  subscribers?: Subscriber[];
  /** Sections of the organization's settings, and of each person's in it. */
  settings?: SettingsSection[];
  userSettings?: SettingsSection[];
  /** Things that other modules may refer to, with a comment for example, without depending on this module. */
  entityKinds?: EntityKind[];
  /** This module's part in the work of the modules that it uses. */
  hooks?: Implementation[];
  /** Work that falls due by the clock of an organization. */
  ticks?: TickHandler[];
  /** Recounts for `doctor --books`. */
  recounts?: Recount[];
  /** The values that it stores encrypted, for `doctor` to try the key. */
  sealed?: SealedKind[];
  /** The bytes that it keeps in the storage. */
  stored?: StoredKind[];
  /** Its chapters of the demo, loaded only when the demo is run. */
  demo?: () => Promise<Demo>;
}

/** All that modules contribute, each kind in module order. */
export function contentsOf(modules: Module[]) {
  const all = <T>(of: (module: Module) => T[] | undefined): T[] => modules.flatMap((module) => of(module) ?? []);
  const groups = all(({ groups }) => groups);
  const exchanges = all(({ exchanges }) => exchanges);
  return {
    groups,
    routes: groups.flatMap((group) => group.routes),
    areas: all(({ areas }) => areas),
    events: all(({ events }) => events),
    exchanges,
    jobs: [
      ...all(({ jobs }) => jobs),
      ...exchanges.flatMap(({ job, batchJob }) => (batchJob ? [job, batchJob] : [job])),
    ],
    settings: { organization: all(({ settings }) => settings), user: all(({ userSettings }) => userSettings) },
    entityKinds: all(({ entityKinds }) => entityKinds),
    hooks: all(({ hooks }) => hooks),
    stored: all(({ stored }) => stored),
  };
}

export interface Group {
  /** In the users' words: the tag in the reference, and the first half of its operation ids. */
  name: string;
  /** The beginning of its paths, without the version. Default: their first word. */
  path?: string;
  description: string;
  routes: Route[];
}

/** Does everything that is due by `ctx.now` and returns when something is due next, as an instant or as rows have it. */
export interface TickHandler {
  tick: Tick;
  run: (ctx: TenantContext) => Promise<Temporal.Instant | string | null>;
}
