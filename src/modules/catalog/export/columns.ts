import { selectTaxes } from '#modules/taxes/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { columnsOf, type TranslatedColumn, wallDate } from '#platform/export/table.ts';
import { asId, asList, asListOf, asNumber, asText, asWholeNumber, asWord, asYesNo } from '#platform/import/reading.ts';
import { readNumber } from '#platform/written-number.ts';
import { fillInStock, type StockFacts } from '../hooks.ts';
import { GENERAL } from '../price/price.schema.ts';
import { describeResources } from '../resource/describe.ts';
import type { ResourceRow } from '../tables.ts';

export type ExportedResource = Awaited<ReturnType<typeof describeExported>>[number];

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
  const general = prices.filter(
    ({ label, minimumQuantity, validFrom, validTo }) =>
      label === GENERAL && minimumQuantity === '0' && !validFrom && !validTo,
  );
  return general.find((price) => price.currency === currency) ?? general[0];
};

const asPrices = asListOf((part) => {
  const [, label, written, currency, minimum, validFrom, validTo] = OTHER_PRICE.exec(part) ?? [];
  const [amount, minimumQuantity] = [readNumber(written ?? ''), readNumber(minimum ?? '0')];
  if (amount === null || minimumQuantity === null) return undefined;
  return { label, amount, currency, minimumQuantity, validFrom: validFrom || null, validTo: validTo || null };
}, 'a list such as “mayorista: 85.00 DOP desde 12; oferta: 90”');
const OTHER_PRICE = /^(.+?): ?([\d.,]+)(?: ([A-Z]{3}))?(?: (?:desde|from) ([\d.,]+))?(?: \[([\d-]*)\.\.([\d-]*)\])?$/;

const asAttributes = asListOf((part) => /^(.+?): ?(.+)$/.exec(part)?.slice(1), 'a list such as “color: rojo; peso: 5”');

/** For people who open it in a spreadsheet, so in their language. */
export const columns: TranslatedColumn<ExportedResource>[] = [
  text('Id', ({ id }) => id, asId('id')),
  text(
    { es: 'Código', en: 'Code' },
    ({ code }) => code,
    asText('code', 'SKU', 'Variant SKU', 'Referencia', 'Ref', 'Código de producto', 'Product code'),
  ),
  text(
    { es: 'Nombre', en: 'Name' },
    ({ name }) => name,
    asText('name', 'Título', 'Title', 'Producto', 'Artículo', 'Product', 'Item', 'Product name'),
  ),
  text(
    { es: 'Tipo', en: 'Type' },
    ({ kind }, language) => kinds[language][kind],
    asWord(kinds, { bien: 'goods', articulo: 'goods', good: 'goods' })('kind', 'Kind'),
  ),
  text(
    { es: 'Categoría', en: 'Category' },
    ({ category }) => category,
    asText('category', 'Product category', 'Familia', 'Grupo', 'Departamento', 'Group'),
  ),
  text(
    { es: 'Unidad', en: 'Unit' },
    ({ unit }) => unit,
    asText('unit', 'Unidad de medida', 'Medida', 'Unit of measure'),
  ),
  text(
    { es: 'Códigos de barras', en: 'Barcodes' },
    ({ barcodes }) => barcodes.join('; '),
    asList('barcodes', 'Código de barras', 'Barcode', 'Variant barcode', 'EAN', 'UPC'),
  ),
  number(
    { es: 'Precio', en: 'Price' },
    (resource) => generalPrice(resource)?.amount ?? null,
    asNumber(
      'price',
      'Variant price',
      'Regular price',
      'Precio de venta',
      'Precio sin ITBIS',
      'Sale price',
      'Price without tax',
    ),
  ),
  text(
    { es: 'Moneda del precio', en: 'Price currency' },
    (resource) => generalPrice(resource)?.currency ?? null,
    asText('priceCurrency', 'Moneda', 'Currency'),
  ),
  text(
    { es: 'Otros precios', en: 'Other prices' },
    (resource, language) =>
      resource.prices
        .filter((price) => price !== generalPrice(resource))
        .map(
          ({ label, amount, currency, minimumQuantity, validFrom, validTo }) =>
            `${label}: ${amount} ${currency}` +
            (minimumQuantity === '0' ? '' : ` ${from[language]} ${minimumQuantity}`) +
            (validFrom || validTo ? ` [${validFrom ?? ''}..${validTo ?? ''}]` : ''),
        )
        .join('; '),
    asPrices('otherPrices'),
  ),
  text(
    { es: 'Impuestos', en: 'Taxes' },
    ({ taxCodes }) => taxCodes.join('; '),
    asList('taxes', 'Impuesto', 'Tax', 'ITBIS'),
  ),
  number(
    { es: 'Costo', en: 'Cost' },
    ({ cost }) => cost,
    asNumber('cost', 'Cost per item', 'Precio de compra', 'Costo unitario', 'Purchase price', 'Unit cost'),
  ),
  text({ es: 'Moneda del costo', en: 'Cost currency' }, ({ currency }) => currency),
  yesNo({ es: 'Lleva inventario', en: 'Tracks stock' }, ({ tracksStock }) => tracksStock, asYesNo('tracksStock')),
  yesNo(
    { es: 'Lleva seriales', en: 'Tracks serial numbers' },
    ({ tracksSerials }) => tracksSerials,
    asYesNo('tracksSerials'),
  ),
  yesNo({ es: 'Lleva lotes', en: 'Tracks lots' }, ({ tracksLots }) => tracksLots, asYesNo('tracksLots')),
  number({ es: 'Existencia', en: 'In stock' }, ({ stock }) => stock?.quantity ?? null),
  number({ es: 'Reservado', en: 'Reserved' }, ({ stock }) => stock?.reserved ?? null),
  number({ es: 'Costo promedio', en: 'Average cost' }, ({ stock }) => stock?.unitCost ?? null),
  number({ es: 'Valor en inventario', en: 'Stock value' }, ({ stock }) => stock?.value ?? null),
  number(
    { es: 'Mínimo', en: 'Minimum' },
    ({ minStockAlert }) => minStockAlert,
    asNumber('minStockAlert', 'Existencia mínima', 'Minimum stock'),
  ),
  number(
    { es: 'Se compra de a', en: 'Bought in multiples of' },
    ({ purchaseMultiple }) => purchaseMultiple,
    asNumber('purchaseMultiple'),
  ),
  number(
    { es: 'Días de entrega', en: 'Lead time (days)' },
    ({ leadTimeDays }) => leadTimeDays?.toString() ?? null,
    asWholeNumber('leadTimeDays'),
  ),
  text({ es: 'Descripción', en: 'Description' }, ({ description }) => description, asText('description')),
  text(
    { es: 'Atributos', en: 'Attributes' },
    ({ attributes }) =>
      Object.entries(attributes)
        .map(([name, value]) => `${name}: ${value}`)
        .join('; '),
    asAttributes('attributes'),
  ),
  text(
    { es: 'Imágenes', en: 'Images' },
    ({ images }) => images.join('; '),
    asList('images', 'Imagen', 'Fotos', 'Foto', 'Image', 'Image Src', 'Pictures'),
  ),
  yesNo({ es: 'Archivado', en: 'Archived' }, ({ archivedAt }) => archivedAt !== null, asYesNo('archived')),
  date({ es: 'Creado', en: 'Created' }, ({ createdOn }) => createdOn),
];
