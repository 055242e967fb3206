import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

export const taxKinds = ['itbis', 'isc', 'tip', 'withheld-itbis', 'withheld-isr', 'other'] as const;
export type TaxKind = (typeof taxKinds)[number];
export const taxBases = ['net', 'itbis'] as const;
export type TaxBase = (typeof taxBases)[number];

export interface TaxRate {
  validFrom: string;
  validUntil: string | null;
  rate: string;
}

export interface Tax {
  id: string;
  code: string;
  name: string;
  kind: TaxKind;
  base: TaxBase;
  legalCode: string | null;
  fiscalCode: string | null;
  box: string | null;
  chartAccountId: string | null;
  archived: boolean;
  version: number;
  createdAt: string;
  /** Whether these are the rates of the law. */
  ratesOfLaw: boolean;
  rates: TaxRate[];
}

export interface TaxFilter {
  ids: string[] | null;
  kind: TaxKind | null;
  archived: boolean | null;
}

/** The taxes of a filter, each with all its rates: its own, or else those of the law; oldest first. */
export async function selectTaxes(tx: Tx, organizationId: string, filter: TaxFilter): Promise<Tax[]> {
  const { ids, kind, archived } = filter;
  const { rows } = await sql<Tax>`
    SELECT t.id, t.code, t.name, t.kind, t.base, t.legal_code, t.fiscal_code, t.box, t.chart_account_id,
           t.archived_at IS NOT NULL AS archived, t.version, t.created_at,
           own.rates IS NULL AS rates_of_law, coalesce(own.rates, law.rates, '[]') AS rates
    FROM taxes t
    LEFT JOIN legal_taxes l ON l.code = t.legal_code
    LEFT JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_object('validFrom', valid_from, 'validUntil', valid_until,
                                          'rate', trim_scale(rate)::text) ORDER BY valid_from) AS rates
      FROM tax_rates WHERE organization_id = t.organization_id AND tax_id = t.id
    ) AS own ON true
    LEFT JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_object('validFrom', valid_from, 'validUntil', valid_until,
                                          'rate', trim_scale(rate)::text) ORDER BY valid_from) AS rates
      FROM legal_tax_rates WHERE code = t.legal_code
    ) AS law ON true
    WHERE t.organization_id = ${organizationId}
      AND (${ids}::uuid[] IS NULL OR t.id = ANY (${ids}::uuid[]))
      AND (${kind}::text IS NULL OR t.kind = ${kind})
      AND (${archived}::boolean IS NULL OR (t.archived_at IS NOT NULL) = ${archived})
    ORDER BY l.place NULLS LAST, t.code`.execute(tx);
  return rows;
}

export interface DatedTaxRow {
  id: string;
  code: string;
  name: string;
  kind: TaxKind;
  base: TaxBase;
  fiscalCode: string | null;
  box: string | null;
  chartAccountId: string | null;
  /** Null: it is not in force on that day. */
  rate: string | null;
}

/** The taxes in use among these, or all of them, each with its rate of one day. */
export async function selectDatedTaxes(
  tx: Tx,
  organizationId: string,
  date: string,
  chosen: { ids?: string[]; codes?: string[] },
): Promise<DatedTaxRow[]> {
  const [ids, codes] = [chosen.ids ?? null, chosen.codes ?? null];
  const { rows } = await sql<DatedTaxRow>`
    SELECT t.id, t.code, t.name, t.kind, t.base, t.fiscal_code, t.box, t.chart_account_id,
           trim_scale(CASE WHEN own.any THEN own.rate ELSE law.rate END)::text AS rate
    FROM taxes t
    CROSS JOIN LATERAL (
      SELECT count(*) > 0 AS any,
             max(rate) FILTER (WHERE valid_from <= ${date}::date AND coalesce(valid_until, 'infinity') >= ${date}::date) AS rate
      FROM tax_rates WHERE organization_id = t.organization_id AND tax_id = t.id
    ) AS own
    LEFT JOIN legal_tax_rates law ON law.code = t.legal_code
      AND law.valid_from <= ${date}::date AND coalesce(law.valid_until, 'infinity') >= ${date}::date
    WHERE t.organization_id = ${organizationId} AND t.archived_at IS NULL
      AND (${ids}::uuid[] IS NULL OR t.id = ANY (${ids}::uuid[]))
      AND (${codes}::text[] IS NULL OR t.code = ANY (${codes}::text[]))`.execute(tx);
  return rows;
}

export async function lockTax(tx: Tx, organizationId: string, id: string): Promise<{ version: number } | undefined> {
  return tx
    .selectFrom('taxes')
    .select('version')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** False where another tax has the code. */
export async function insertTax(
  tx: Tx,
  organizationId: string,
  tax: Pick<Tax, 'id' | 'code' | 'name' | 'kind' | 'base' | 'fiscalCode' | 'box' | 'chartAccountId'>,
  at: Temporal.Instant,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('taxes')
    .values({ ...tax, organizationId, createdAt: at })
    .onConflict((conflict) => conflict.columns(['organizationId', 'code']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export const updateTax = (
  tx: Tx,
  organizationId: string,
  id: string,
  change: Partial<Pick<Tax, 'name' | 'fiscalCode' | 'box' | 'chartAccountId'>> & {
    archivedAt?: Temporal.Instant | null;
  },
): Promise<unknown> =>
  tx
    .updateTable('taxes')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();

/** These are all the rates that it has from now on. None: those of the law. */
export async function replaceRates(tx: Tx, organizationId: string, taxId: string, rates: TaxRate[]): Promise<void> {
  await tx.deleteFrom('taxRates').where('organizationId', '=', organizationId).where('taxId', '=', taxId).execute();
  const column = <K extends keyof TaxRate>(name: K) => rates.map((rate) => rate[name]);
  await sql`
    INSERT INTO tax_rates (organization_id, tax_id, valid_from, valid_until, rate)
    SELECT ${organizationId}::uuid, ${taxId}::uuid, r.* FROM unnest(
      ${column('validFrom')}::date[], ${column('validUntil')}::date[], ${column('rate')}::numeric[]) AS r`.execute(tx);
}

export async function selectLegalCodes(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom('legalTaxes').select('code').orderBy('place').execute();
  return rows.map(({ code }) => code);
}

/** Gives an organization the taxes of the law that it does not have yet; the ids are given in the order of the codes. */
export const insertLegalTaxes = (
  tx: Tx,
  organizationId: string,
  codes: string[],
  ids: string[],
  at: Temporal.Instant,
): Promise<unknown> =>
  sql`
    INSERT INTO taxes (organization_id, id, code, name, kind, base, legal_code, fiscal_code, box, created_at)
    SELECT ${organizationId}::uuid, given.id, l.code, l.name, l.kind, l.base, l.code, l.fiscal_code, l.box, ${at}::timestamptz
    FROM unnest(${codes}::text[], ${ids}::uuid[]) AS given (code, id) JOIN legal_taxes l ON l.code = given.code
    ON CONFLICT (organization_id, code) DO NOTHING`.execute(tx);
