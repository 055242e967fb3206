import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { archived, list, oneOf } from '#platform/db/list.ts';
import { type Row, rowsOf, type Tenant } from '#platform/db/table.ts';
import type { Tx } from '#platform/db/transaction.ts';
import { taxes, taxRates } from '../tables.ts';

export const taxKinds = ['itbis', 'isc', 'tip', 'withheld-itbis', 'withheld-isr', 'other'] as const;
export const taxBases = ['net', 'itbis'] as const;
export const taxCredits = ['full', 'proportional', 'none'] as const;
export type TaxCredit = (typeof taxCredits)[number];

export interface TaxRate {
  validFrom: string;
  validUntil: string | null;
  rate: string;
}

export interface Tax extends Row<typeof taxes> {
  /** Whether `rates` are those of the law, because the organization has set none of its own. */
  ratesOfLaw: boolean;
  rates: TaxRate[];
}

const ratesFrom = (source: RawBuilder<unknown>) => sql`
  SELECT jsonb_agg(jsonb_build_object('validFrom', valid_from, 'validUntil', valid_until,
                                      'rate', trim_scale(rate)::text) ORDER BY valid_from) AS rates
  FROM ${source}`;

/** The taxes with all their rates, oldest first. */
const withRates = (tenant: Tenant) => sql`${taxes.of(tenant)} t
  LEFT JOIN legal_taxes l ON l.code = t.legal_code
  LEFT JOIN LATERAL (${ratesFrom(sql`${taxRates.of(tenant)} r WHERE r.tax_id = t.id`)}) AS own ON true
  LEFT JOIN LATERAL (${ratesFrom(sql`legal_tax_rates WHERE code = t.legal_code`)}) AS law ON true`;

const withRatesColumns = sql`${taxes.columns('t')}, own.rates IS NULL AS rates_of_law,
  coalesce(own.rates, law.rates, '[]') AS rates`;

export const taxList = list<Tax>()({
  from: withRates,
  select: withRatesColumns,
  filters: { kind: oneOf('kind', z.enum(taxKinds)), archived },
  sort: { place: { by: sql`coalesce(l.place, 32767)`, type: 'integer' }, code: { by: sql`t.code`, type: 'text' } },
  order: 'place',
  key: [{ by: sql`t.code`, type: 'text' }],
});

/** All taxes, or these. */
export const selectTaxes = (tenant: Tenant, ids: string[] | null = null) =>
  rowsOf<Tax>(tenant.tx)`
    SELECT ${withRatesColumns} FROM ${withRates(tenant)}
    WHERE ${ids}::uuid[] IS NULL OR t.id = ANY (${ids}::uuid[])`;

/** Replaces the organization's own rates. None: the rates of the law apply. */
export async function replaceRates(tenant: Tenant, taxId: string, rates: TaxRate[]): Promise<void> {
  await taxRates.delete(tenant, { taxId });
  const rows = rates.map((rate) => ({ taxId, ...rate }));
  await taxRates.insertMany(tenant, rows);
}

export async function selectLegalCodes(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom('legalTaxes').select('code').orderBy('place').execute();
  return rows.map(({ code }) => code);
}

/** Adds the taxes of the law that the organization does not have yet; `ids` are in the order of `codes`. */
export const insertLegalTaxes = (
  { tx, organizationId }: Tenant,
  codes: string[],
  ids: string[],
  at: Temporal.Instant,
): Promise<unknown> =>
  sql`
    INSERT INTO taxes (organization_id, id, code, name, kind, base, legal_code, fiscal_code, box, created_at)
    SELECT c.organization_id, given.id, l.code, l.name, l.kind, l.base, l.code, l.fiscal_code, l.box, ${at}::timestamptz
    FROM event_counters c, unnest(${codes}::text[], ${ids}::uuid[]) AS given (code, id)
    JOIN legal_taxes l ON l.code = given.code
    WHERE c.organization_id = ${organizationId}
    ON CONFLICT (organization_id, code) DO NOTHING`.execute(tx);
