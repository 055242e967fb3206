import { snakeCase } from './snake-case.ts';

/*
 * Settings, posting rules, taxes and the like change rarely, and nearly every write reads them. A process keeps what it derived
 * from them, per organization, and reads one version number instead. Every transaction that writes to one of these tables
 * counts the version up before it commits, so what is kept is never older than the version that a transaction has read.
 */

const ORGANIZATIONS_MAX = 1_000;
const VALUES_MAX = 1_000;
const TEXTS_MAX = 5_000;

const names = new Set<string>();
let writes = /^$/;
const known = new Map<string, boolean>();

/** Declares that what is read from a table may be kept with `configured`. */
export function configuration<T extends { readonly name: string }>(table: T): T {
  names.add(snakeCase(table.name));
  writes = new RegExp(`\\b(?:INTO|UPDATE|DELETE\\s+FROM)\\s+"?(?:${[...names].join('|')})"?(?![\\w"])`, 'i');
  known.clear();
  return table;
}

export const configurationTables = (): string[] => [...names];

/** Whether a statement changes a table of configuration; each text is looked at once. */
export function changesConfiguration(text: string): boolean {
  const before = known.get(text);
  if (before !== undefined) return before;
  const found = writes.test(text);
  if (known.size >= TEXTS_MAX) known.clear();
  known.set(text, found);
  return found;
}

interface Kept {
  version: bigint;
  values: Map<string, unknown>;
}

/** One transaction's view of the configuration. */
export interface ConfigurationView {
  readonly kept: Configurations;
  /** The versions of the organizations that it has entered, once they were read. */
  readonly versions: Map<string, Promise<bigint>>;
  /** The reads in progress, which several callers may await. */
  readonly loading: Map<string, Promise<unknown>>;
  /** It has changed some itself: from then on it reads the tables. */
  isChanged: boolean;
}

/** The cache of the configuration of organizations in one process. */
export class Configurations {
  readonly #kept = new Map<string, Kept>();

  /** For a new transaction. */
  view(): ConfigurationView {
    return { kept: this, versions: new Map(), loading: new Map(), isChanged: false };
  }

  valuesOf(organizationId: string, version: bigint): Map<string, unknown> {
    const before = this.#kept.get(organizationId);
    if (before?.version === version && before.values.size < VALUES_MAX) return before.values;
    const oldest = this.#kept.keys().next().value;
    if (!before && this.#kept.size >= ORGANIZATIONS_MAX && oldest !== undefined) this.#kept.delete(oldest);
    const values = new Map<string, unknown>();
    this.#kept.set(organizationId, { version, values });
    return values;
  }
}
