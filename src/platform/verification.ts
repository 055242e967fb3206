import type { Tenant } from './db/table.ts';

/** Rows of an organization that must agree with each other, counted again for an operator. */
export interface Recount {
  what: string;
  recount(tenant: Tenant): Promise<{ counted: bigint; differences: number }>;
}

/** A kind of value that is encrypted with `SECRET_KEY`. */
export interface SealedKind {
  what: string;
  /** One value of the organization, with what it is bound to; null if there is none. */
  sample(tenant: Tenant): Promise<{ sealed: Buffer; purpose: string } | null>;
}
