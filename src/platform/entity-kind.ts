import type { Tx } from './db/database.ts';

/** A kind of thing that has an id: `invoiceId` in bodies and events. */
export interface EntityKind {
  field: string;
  exists(tenant: { tx: Tx; organizationId: string }, id: string): Promise<boolean>;
}
