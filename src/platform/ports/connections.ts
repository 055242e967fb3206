import type { Tx } from '../db/database.ts';
import type { Secrets } from '../secrets.ts';
import { selectConnection, upsertConnection } from './connections.sql.ts';
import type { Adapter, Port } from './port.ts';

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

  /** What this organization reaches through the port. */
  async open<T>(tx: Tx, organizationId: string, port: Port<T>): Promise<T> {
    const { adapter, config } = await this.read(tx, organizationId, port);
    return adapter.connect(adapter.config.parse(config), organizationId) as T;
  }

  /** The chosen adapter and its configuration, in plain text: never let it leave the service. */
  async read(tx: Tx, organizationId: string, port: Port<unknown>): Promise<{ adapter: Adapter; config: unknown }> {
    const adapters = this.adaptersOf(port);
    const row = await selectConnection(tx, organizationId, port.name);
    const adapter = row ? adapters.find(({ name }) => name === row.adapter) : adapters[0];
    if (!adapter) throw new Error(`No adapter ${row?.adapter ?? ''} for the port ${port.name}.`);
    const config = row ? JSON.parse(this.#secrets.decrypt(row.config, purpose(organizationId, port)).toString()) : {};
    return { adapter, config };
  }

  async write(
    tx: Tx,
    organizationId: string,
    port: Port<unknown>,
    adapter: string,
    config: unknown,
    at: Temporal.Instant,
  ) {
    const sealed = this.#secrets.encrypt(JSON.stringify(config), purpose(organizationId, port));
    await upsertConnection(tx, { organizationId, port: port.name, adapter, config: sealed, updatedAt: at });
  }
}

const purpose = (organizationId: string, port: Port<unknown>): string => `connection ${organizationId} ${port.name}`;
