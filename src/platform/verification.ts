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

interface SealedTable<C extends string> {
  all(
    tenant: Tenant,
    match: object,
    options: { columns: readonly ('id' | C)[] },
  ): Promise<({ id: string } & Record<C, Buffer | null>)[]>;
}

/** A column with encrypted values, each bound to the id of its row. */
export const sealedColumn = <C extends string>(
  what: string,
  table: SealedTable<NoInfer<C>>,
  column: C,
  purposeOf: (tenant: Tenant, id: string) => string,
): SealedKind => ({
  what,
  sample: async (tenant) => {
    for (const { id, [column]: sealed } of await table.all(tenant, {}, { columns: ['id', column] }))
      if (sealed !== null) return { sealed, purpose: purposeOf(tenant, id) };
    return null;
  },
});
