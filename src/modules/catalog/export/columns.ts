import { selectTaxes } from '#modules/taxes/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { columnsOf, type TranslatedColumn, wallDate } from '#platform/export/table.ts';
import { fillInStock, type StockFacts } from '../hooks.ts';
import { GENERAL } from '../price/price.schema.ts';
import { describeResources } from '../resource/describe.ts';
import type { ResourceRow } from '../tables.ts';

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

const { text, yesNo, number, date } = columnsOf<ExportedResource>();

const kinds = {
  es: { goods: 'Producto', service: 'Servicio', combo: 'Combo', 'raw-material': 'Materia prima' },
  en: { goods: 'Product', service: 'Service', combo: 'Combo', 'raw-material': 'Raw material' },
};
const from = { es: 'desde', en: 'from' };

const generalPrice = ({ prices, currency }: ExportedResource) => {
  const general = prices.filter(({ label, minimumQuantity }) => label === GENERAL && minimumQuantity === '0');
  return general.find((price) => price.currency === currency) ?? general[0];
};

/** For people who open it in a spreadsheet, so in their language. */
export const columns: TranslatedColumn<ExportedResource>[] = [
  text('Id', ({ id }) => id),
  text({ es: 'Código', en: 'Code' }, ({ code }) => code),
  text({ es: 'Nombre', en: 'Name' }, ({ name }) => name),
  text({ es: 'Tipo', en: 'Type' }, ({ kind }, language) => kinds[language][kind]),
  text({ es: 'Categoría', en: 'Category' }, ({ category }) => category),
  text({ es: 'Unidad', en: 'Unit' }, ({ unit }) => unit),
  text({ es: 'Códigos de barras', en: 'Barcodes' }, ({ barcodes }) => barcodes.join('; ')),
  number({ es: 'Precio', en: 'Price' }, (resource) => generalPrice(resource)?.amount ?? null),
  text({ es: 'Moneda del precio', en: 'Price currency' }, (resource) => generalPrice(resource)?.currency ?? null),
  text({ es: 'Otros precios', en: 'Other prices' }, (resource, language) =>
    resource.prices
      .filter((price) => price !== generalPrice(resource))
      .map(({ label, amount, currency, minimumQuantity }) =>
        minimumQuantity === '0'
          ? `${label}: ${amount} ${currency}`
          : `${label}: ${amount} ${currency} ${from[language]} ${minimumQuantity}`,
      )
      .join('; '),
  ),
  text({ es: 'Impuestos', en: 'Taxes' }, ({ taxCodes }) => taxCodes.join('; ')),
  number({ es: 'Costo', en: 'Cost' }, ({ cost }) => cost),
  text({ es: 'Moneda del costo', en: 'Cost currency' }, ({ currency }) => currency),
  yesNo({ es: 'Lleva inventario', en: 'Tracks stock' }, ({ tracksStock }) => tracksStock),
  yesNo({ es: 'Lleva seriales', en: 'Tracks serial numbers' }, ({ tracksSerials }) => tracksSerials),
  yesNo({ es: 'Lleva lotes', en: 'Tracks lots' }, ({ tracksLots }) => tracksLots),
  number({ es: 'Existencia', en: 'In stock' }, ({ stock }) => stock?.quantity ?? null),
  number({ es: 'Reservado', en: 'Reserved' }, ({ stock }) => stock?.reserved ?? null),
  number({ es: 'Costo promedio', en: 'Average cost' }, ({ stock }) => stock?.unitCost ?? null),
  number({ es: 'Valor en inventario', en: 'Stock value' }, ({ stock }) => stock?.value ?? null),
  number({ es: 'Mínimo', en: 'Minimum' }, ({ minStockAlert }) => minStockAlert),
  number({ es: 'Se compra de a', en: 'Bought in multiples of' }, ({ purchaseMultiple }) => purchaseMultiple),
  number({ es: 'Días de entrega', en: 'Lead time (days)' }, ({ leadTimeDays }) => leadTimeDays?.toString() ?? null),
  text({ es: 'Descripción', en: 'Description' }, ({ description }) => description),
  text({ es: 'Atributos', en: 'Attributes' }, ({ attributes }) =>
    Object.entries(attributes)
      .map(([name, value]) => `${name}: ${value}`)
      .join('; '),
  ),
  yesNo({ es: 'Archivado', en: 'Archived' }, ({ archivedAt }) => archivedAt !== null),
  date({ es: 'Creado', en: 'Created' }, ({ createdOn }) => createdOn),
];
