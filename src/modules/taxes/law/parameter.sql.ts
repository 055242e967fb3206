import type { Selectable } from 'kysely';
import type { LegalParameters } from '#platform/db/schema.ts';
import { mapOf, rowsOf } from '#platform/db/table.ts';
import type { Tx } from '#platform/db/transaction.ts';

type LegalParameter = Selectable<LegalParameters>;

/** The parameters valid on a day: all of them, or these. */
export const selectParameters = (tx: Tx, date: string, names: string[] | null) =>
  rowsOf<LegalParameter>(tx)`
    SELECT name, valid_from, valid_until, value, unit, description FROM legal_parameters
    WHERE valid_from <= ${date}::date AND (valid_until IS NULL OR valid_until >= ${date}::date)
      AND (${names}::text[] IS NULL OR name = ANY (${names}::text[]))
    ORDER BY name`;

export interface TaxBracket {
  above: string;
  tax: string;
  rate: string;
}

/** The yearly scale of employees' income tax valid on a day, lowest bracket first. */
export const selectBrackets = (tx: Tx, date: string) =>
  rowsOf<TaxBracket>(tx)`
    SELECT above, tax, rate FROM income_tax_brackets
    WHERE valid_from = (SELECT max(valid_from) FROM income_tax_brackets WHERE valid_from <= ${date}::date)
    ORDER BY above`;

/** The rates of ITBIS on a day, by its indicator on an electronic invoice. */
export const selectItbisRates = (tx: Tx, date: string) =>
  mapOf<string>(tx)`
    SELECT t.fiscal_code AS indicator, trim_scale(r.rate)::text AS rate
    FROM legal_taxes t JOIN legal_tax_rates r ON r.code = t.code
    WHERE t.kind = 'itbis' AND t.fiscal_code IS NOT NULL
      AND r.valid_from <= ${date}::date AND (r.valid_until IS NULL OR r.valid_until >= ${date}::date)`;
