import type { z } from 'zod';
import { selectDivisionNames } from '#modules/accounting/index.ts';
import { findResources } from '#modules/catalog/index.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { sumOf, toMillionths } from '#platform/decimal.ts';
import { tableDownload } from '#platform/export/download.ts';
import { batchesByCursor, columnsOf, type TranslatedColumn } from '#platform/export/table.ts';
import type { RawAnswer } from '#platform/http/route.ts';
import { fromMinor } from '#platform/money.ts';
import { describeVerification } from '../verification/verification.ts';
import type { ValuedProduct } from './position.schema.ts';
import { selectValues, type ValuedStock, type Valuing, valuationList } from './position.sql.ts';
import { unitCostOf } from './position.ts';

type Row = z.output<typeof ValuedProduct>;
type Query = Parameters<typeof valuationList.page>[1] & { asOf?: string | undefined };
type Wanted = Omit<Parameters<typeof valuationList.next>[1], 'itemsPerPage' | 'cursor'> & { asOf?: string | undefined };

const BATCH = 500;

const valuing = (ctx: TenantContext, asOf = ctx.today.toString()): Valuing => ({ ...ctx, asOf });

/** The stock at the end of a day, product by product. */
export const listValuation = (ctx: TenantContext, { asOf, ...query }: Query) =>
  valuationList.page(valuing(ctx, asOf), query, (rows) => describe(ctx, rows));

async function describe(ctx: TenantContext, rows: ValuedStock[]): Promise<Row[]> {
  const [resources, divisions] = await Promise.all([
    findResources(ctx, [...new Set(rows.map(({ resourceId }) => resourceId))]),
    selectDivisionNames(ctx),
  ]);
  return rows.map(({ resourceId, divisionId, quantity, value }) => {
    const { name, code, unit } = resources.get(resourceId)!;
    return {
      resourceId,
      resource: { name, code, unit },
      divisionId,
      division: divisions.get(divisionId)!,
      quantity,
      unitCost: unitCostOf(value, toMillionths(quantity), ctx.currency),
      value: fromMinor(value, ctx.currency),
      currency: ctx.currency,
    };
  });
}

const { text, number } = columnsOf<Row>();

/** For people who open it in a spreadsheet, so in their language. */
const columns: TranslatedColumn<Row>[] = [
  text({ es: 'Código', en: 'Code' }, ({ resource }) => resource.code),
  text({ es: 'Producto', en: 'Product' }, ({ resource }) => resource.name),
  text({ es: 'Unidad', en: 'Unit' }, ({ resource }) => resource.unit),
  text({ es: 'División', en: 'Branch' }, ({ division }) => division),
  number({ es: 'Existencia', en: 'In stock' }, ({ quantity }) => quantity),
  number({ es: 'Costo unitario', en: 'Unit cost' }, ({ unitCost }) => unitCost),
  number({ es: 'Valor', en: 'Value' }, ({ value }) => value),
  text({ es: 'Moneda', en: 'Currency' }, ({ currency }) => currency),
  text({ es: 'Id del producto', en: 'Product id' }, ({ resourceId }) => resourceId),
];

/** Each batch is read in its own transaction, while the previous one is sent. */
export async function downloadValuation(
  ctx: TenantSteps,
  { format, asOf, ...query }: Wanted & { format: 'csv' | 'xlsx' },
): Promise<RawAnswer> {
  const batches = batchesByCursor((cursor) =>
    ctx.transaction((unit) =>
      valuationList.next(valuing(unit, asOf), { ...query, cursor, itemsPerPage: BATCH }, (rows) =>
        describe(unit, rows),
      ),
    ),
  );
  const fileName = ['inventario', asOf].filter(Boolean).join('-');
  return tableDownload(ctx, { format, fileName, columns, batches });
}

export async function readTotalValue(ctx: TenantContext, { divisionId, asOf }: { divisionId?: string; asOf?: string }) {
  const valued = valuing(ctx, asOf);
  const [divisions, verification] = await Promise.all([selectValues(valued, divisionId), describeVerification(ctx)]);
  const format = (minor: bigint) => fromMinor(minor, ctx.currency);
  return {
    ...verification,
    asOf: valued.asOf,
    currency: ctx.currency,
    value: format(sumOf(divisions, ({ value }) => value)),
    divisions: divisions.map(({ value, ...division }) => ({ ...division, value: format(value) })),
  };
}
