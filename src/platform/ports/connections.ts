import { RetryTransaction } from '../db/sqlstate.ts';
import type { Tx } from '../db/transaction.ts';
import type { Secrets } from '../secrets.ts';
import type { SealedKind } from '../verification.ts';
import { lockConnection, selectAnyConnection, selectConnection, upsertConnection } from './connections.sql.ts';
import { type Adapter, type Port, ProviderUnavailable } from './port.ts';

/** No organization has this id. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Every adapter there is, and each organization's choice among them. The first adapter of a port is its default. */
export class Connections {
  readonly #adapters = new Map<string, Adapter[]>();
  readonly #secrets: Secrets;

  constructor(adapters: Adapter[], secrets: Secrets) {
    this.#secrets = secrets;
    for (const adapter of adapters) this.#adapters.set(adapter.port.name, [...this.adaptersOf(adapter.port), adapter]);
  }

  adaptersOf(port: Port<unknown>): Adapter[] {
    return this.#adapters.get(port.name) ?? [];
  }

  /** The adapter of this organization, connected. */
  async open<T>(tx: Tx, organizationId: string, port: Port<T>): Promise<T> {
    const { adapter, config } = await this.read(tx, organizationId, port);
    return adapter.connect(adapter.config.parse(config), organizationId) as T;
  }

  /** The service's own adapter, for use before an organization is known. */
  ofService<T>(port: Port<T>): T | undefined {
    const [adapter] = this.adaptersOf(port);
    return adapter?.connect(adapter.config.parse({}), NOBODY) as T | undefined;
  }

  /** The chosen adapter and its configuration, in plain text: never let it leave the service. */
  async read(tx: Tx, organizationId: string, port: Port<unknown>): Promise<{ adapter: Adapter; config: unknown }> {
    const adapters = this.adaptersOf(port);
    const choice = await this.choice(tx, organizationId, port);
    const adapter = choice ? adapters.find(({ name }) => name === choice.adapter) : adapters[0];
    if (!adapter) throw ProviderUnavailable(`No provider is connected for ${port.name}.`);
    return { adapter, config: choice?.config ?? {} };
  }

  /** The choice of the organization, if any, with its configuration decrypted. */
  async choice(tx: Tx, organizationId: string, port: Port<unknown>): Promise<Choice | null> {
    return this.#open(await selectConnection(tx, organizationId, port.name), organizationId, port);
  }

  /** The same, for a change: others wait until it is done. */
  async lockChoice(tx: Tx, organizationId: string, port: Port<unknown>): Promise<Choice | null> {
    return this.#open(await lockConnection(tx, organizationId, port.name), organizationId, port);
  }

  /** Keeps a choice that was made on the basis of a version, 0 for none. Changed meanwhile: the whole unit runs again. */
  async write(
    tx: Tx,
    organizationId: string,
    port: Port<unknown>,
    choice: { adapter: string; config: unknown; version: number; at: Temporal.Instant },
  ): Promise<void> {
    const config = this.#secrets.encrypt(JSON.stringify(choice.config), connectionPurpose(organizationId, port));
    const row = { organizationId, port: port.name, adapter: choice.adapter, config, updatedAt: choice.at };
    if (!(await upsertConnection(tx, row, choice.version))) throw new RetryTransaction();
  }

  #open(row: Awaited<ReturnType<typeof selectConnection>>, organizationId: string, port: Port<unknown>): Choice | null {
    if (!row) return null;
    return {
      ...row,
      config: JSON.parse(this.#secrets.decrypt(row.config, connectionPurpose(organizationId, port)).toString()),
    };
  }
}

export interface Choice {
  adapter: string;
  config: unknown;
  version: number;
  updatedAt: string;
}

export const connectionPurpose = (organizationId: string, port: { name: string }): string =>
  `connection ${organizationId} ${port.name}`;

export const sealedConnections: SealedKind = {
  what: 'keys of providers',
  sample: async ({ tx, organizationId }) => {
    const row = await selectAnyConnection(tx, organizationId);
    return row ? { sealed: row.config, purpose: connectionPurpose(organizationId, { name: row.port }) } : null;
  },
};
