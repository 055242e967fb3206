import { z } from 'zod';
import { selectTaxes } from '#modules/taxes/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { fileExport } from '#platform/export/file-export.ts';
import { type Column, columnsOf, wallDate } from '#platform/export/table.ts';
import { fillInStock, type StockFacts } from '../hooks.ts';
import { GENERAL } from '../price/price.schema.ts';
import { describeResources } from '../resource/describe.ts';
import { wholeResources } from '../resource/list.sql.ts';
import { nextResources } from '../resource/list.ts';
import { ResourceKind } from '../resource/resource.schema.ts';
import type { ResourceRow } from '../tables.ts';

export const ExportFilter = z.strictObject({
  search: z.string().max(100).optional(),
  kind: ResourceKind.optional(),
  category: z.string().trim().max(100).optional(),
  archived: z.boolean().default(false),
});

type ExportedResource = Awaited<ReturnType<typeof describeExported>>[number];

/** Adds the stock of each resource, the codes of its taxes, and the day in the organization's zone. */
export async function describeExported(ctx: TenantContext, rows: ResourceRow[]) {
  const stock = new Map<string, StockFacts | null>(rows.map(({ id }) => [id, null]));
  const described = await describeResources(ctx, rows);
  const taxIds = [...new Set(described.flatMap((resource) => resource.taxIds))];
  const codeOf = new Map((await selectTaxes(ctx, taxIds)).map(({ id, code }) => [id, code]));
  await fillInStock(ctx, stock);
  return described.map((resource) => ({
    ...resource,
    createdOn: wallDate(resource.createdAt, ctx.timeZone),
    stock: stock.get(resource.id) ?? null,
    taxCodes: resource.taxIds.flatMap((id) => codeOf.get(id) ?? []).toSorted(),
  }));
}

const { text, number, date } = columnsOf<ExportedResource>();
const yesNo = (title: string, value: (resource: ExportedResource) => boolean) =>
  text(title, (resource) => (value(resource) ? 'Sí' : 'No'));

const kinds = { goods: 'Producto', service: 'Servicio', combo: 'Combo', 'raw-material': 'Materia prima' };

const generalPrice = ({ prices, currency }: ExportedResource) => {
  const general = prices.filter(({ label, minimumQuantity }) => label === GENERAL && minimumQuantity === '0');
  return general.find((price) => price.currency === currency) ?? general[0];
};

/** For people who open it in a spreadsheet, so in their language. */
export const columns: Column<ExportedResource>[] = [
  text('Id', ({ id }) => id),
  text('Código', ({ code }) => code),
  text('Nombre', ({ name }) => name),
  text('Tipo', ({ kind }) => kinds[kind]),
  text('Categoría', ({ category }) => category),
  text('Unidad', ({ unit }) => unit),
  text('Códigos de barras', ({ barcodes }) => barcodes.join('; ')),
  number('Precio', (resource) => generalPrice(resource)?.amount ?? null),
  text('Moneda del precio', (resource) => generalPrice(resource)?.currency ?? null),
  text('Otros precios', (resource) =>
    resource.prices
      .filter((price) => price !== generalPrice(resource))
      .map(({ label, amount, currency, minimumQuantity }) =>
        minimumQuantity === '0'
          ? `${label}: ${amount} ${currency}`
          : `${label}: ${amount} ${currency} desde ${minimumQuantity}`,
      )
      .join('; '),
  ),
  text('Impuestos', ({ taxCodes }) => taxCodes.join('; ')),
  number('Costo', ({ cost }) => cost),
  text('Moneda del costo', ({ currency }) => currency),
  yesNo('Lleva inventario', ({ tracksStock }) => tracksStock),
  yesNo('Lleva seriales', ({ tracksSerials }) => tracksSerials),
  yesNo('Lleva lotes', ({ tracksLots }) => tracksLots),
  number('Existencia', ({ stock }) => stock?.quantity ?? null),
  number('Reservado', ({ stock }) => stock?.reserved ?? null),
  number('Costo promedio', ({ stock }) => stock?.unitCost ?? null),
  number('Valor en inventario', ({ stock }) => stock?.value ?? null),
  number('Mínimo', ({ minStockAlert }) => minStockAlert),
  number('Se compra de a', ({ purchaseMultiple }) => purchaseMultiple),
  number('Días de entrega', ({ leadTimeDays }) => leadTimeDays?.toString() ?? null),
  text('Descripción', ({ description }) => description),
  text('Atributos', ({ attributes }) =>
    Object.entries(attributes)
      .map(([name, value]) => `${name}: ${value}`)
      .join('; '),
  ),
  yesNo('Archivado', ({ archivedAt }) => archivedAt !== null),
  date('Creado', ({ createdOn }) => createdOn),
];

/** The resources as a file, with prices, costs and stock. */
export const resourceExport = fileExport({
  name: 'catalog/resources',
  fileName: 'recursos',
  filters: ExportFilter,
  columns,
  read: (ctx, filters, page) =>
    nextResources(ctx, wholeResources, { ...filters, ...page, sort: 'name' }, (rows) => describeExported(ctx, rows)),
});
