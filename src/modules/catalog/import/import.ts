import { divisionsInUse, selectDivisionNames } from '#modules/accounting/index.ts';
import { fileImport } from '#modules/files/index.ts';
import { selectTaxes } from '#modules/taxes/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { divideRounded, fromMillionths, toMillionths } from '#platform/decimal.ts';
import { columnsOf } from '#platform/export/table.ts';
import { asNumber, asText } from '#platform/import/reading.ts';
import { folded } from '#platform/search/folded.ts';
import { readNumber } from '#platform/written-number.ts';
import { columns, describeExported, type ExportedResource } from '../export/columns.ts';
import { codeKeyOf } from '../resource/code-key.ts';
import { distinct } from '../resource/surroundings.ts';
import { resourceBarcodes, resources } from '../tables.ts';

interface ProductCells {
  id: string;
  code: string;
  name: string;
  barcodes: string[];
  images: string[];
  price: string;
  priceWithTax: string;
  priceCurrency: string;
  otherPrices: Record<string, unknown>[];
  taxes: string[];
  attributes: [name: string, value: string][];
  openingQuantity: string;
  openingCost: string;
  division: string;
}

const { number, text } = columnsOf<ExportedResource>();

/** Columns that no export has. Prices are kept without taxes, and stock opens once: its present quantity is no opening stock. */
const onlyRead = [
  number(
    { es: 'Precio con ITBIS', en: 'Price with tax' },
    () => null,
    asNumber('priceWithTax', 'Precio con impuestos', 'Price with ITBIS'),
  ),
  number(
    { es: 'Existencia inicial', en: 'Opening stock' },
    () => null,
    asNumber(
      'openingQuantity',
      'Inventario inicial',
      'Cantidad inicial',
      'Cantidad',
      'Opening quantity',
      'Quantity',
      'Variant inventory qty',
    ),
  ),
  number({ es: 'Costo inicial', en: 'Opening cost' }, () => null, asNumber('openingCost')),
  text(
    { es: 'Sucursal', en: 'Branch' },
    () => null,
    asText('division', 'División', 'Almacén', 'Division', 'Warehouse'),
  ),
];

const priceFields = ['price', 'priceWithTax', 'priceCurrency', 'otherPrices'] as const;
/** Fields of the file that the operation names otherwise. */
const stockFields = ['openingQuantity', 'openingCost', 'division'] as const;
const composed = new Set<string>(['id', 'taxes', 'attributes', ...priceFields, ...stockFields]);

interface Facts {
  taxes: Awaited<ReturnType<typeof readTaxes>>;
  /** The divisions in use by name. */
  divisions: ReadonlyMap<string, string>;
}

/** The products and services of a file, written by the bulk operation. */
export const resourceImport = fileImport<ExportedResource, ProductCells, Facts>({
  name: 'catalog/resources',
  path: '/v1/resource',
  area: 'catalog',
  rowsAre: 'products and services',
  foundBy: 'with a code or barcode that is known',
  operation: 'products.writeMany',
  rows: 'resources',
  alsoNeeds: 'inventory:write',
  columns: [...columns, ...onlyRead],
  keyFields: ['id', 'code', 'name'],
  find: async (ctx, rows) => {
    const ids = await identify(ctx, rows);
    const found = await resources.all(ctx, { id: distinct(ids) });
    const described = await describeExported(ctx, found);
    const facts = { taxes: await readTaxes(ctx), divisions: await readDivisions(ctx) };
    return { ids, current: new Map(described.map((each) => [each.id, each])), facts };
  },
  uniquesOf: ({ code, barcodes = [] }) => [
    ...(code ? [{ field: 'code', key: codeKeyOf(code) }] : []),
    ...barcodes.map((key) => ({ field: 'barcodes', key })),
  ],
  compose: (row, isChanged, { taxes, divisions }, current) => {
    const named = row.taxes?.map((word) => taxes.find(word));
    const unknown = row.taxes?.find((_, place) => named![place] === undefined);
    if (isChanged('taxes') && unknown !== undefined) {
      const message = `There is no tax ${unknown}: there are ${taxes.codes}.`;
      return { body: {}, errors: [{ field: 'taxes', message }] };
    }
    const hasStock = Number(row.openingQuantity ?? 0) !== 0;
    const divisionId = row.division && divisions.get(folded(row.division));
    if (hasStock && row.division && !divisionId) {
      return { body: {}, errors: [{ field: 'division', message: `There is no branch ${row.division}.` }] };
    }
    const taxIds = named?.flatMap((tax) => tax?.id ?? []) ?? current?.taxIds ?? [];
    const amount = row.price ?? (row.priceWithTax && taxes.without(row.priceWithTax, taxIds));
    const general = amount ? [{ amount, currency: row.priceCurrency }] : [];
    const fields = Object.entries(row).filter(
      ([field]) => !composed.has(field) && isChanged(field as keyof ProductCells),
    );
    return {
      body: {
        ...Object.fromEntries(fields),
        ...(isChanged('taxes') && { taxIds }),
        ...(isChanged('attributes') && { attributes: Object.fromEntries(row.attributes!.map(typed)) }),
        ...(priceFields.some(isChanged) && { prices: [...general, ...(row.otherPrices ?? [])] }),
        ...(hasStock && { openingStock: { quantity: row.openingQuantity, unitCost: row.openingCost, divisionId } }),
      },
    };
  },
  fieldOf: (path, { prices }) => {
    if (path.startsWith('taxIds')) return 'taxes';
    if (path.startsWith('openingStock')) return stockFieldOf[path] ?? 'openingQuantity';
    const place = /^prices\[(\d+)\]/.exec(path)?.[1];
    if (place === undefined) return undefined;
    return (prices as { label?: string }[])[Number(place)]?.label === undefined ? 'price' : 'otherPrices';
  },
});

const stockFieldOf: Record<string, keyof ProductCells> = {
  'openingStock.unitCost': 'openingCost',
  'openingStock.divisionId': 'division',
};

async function readDivisions(ctx: TenantContext): Promise<Facts['divisions']> {
  const [names, inUse] = await Promise.all([selectDivisionNames(ctx), divisionsInUse(ctx)]);
  return new Map([...names].flatMap(([id, name]) => (inUse.has(id) ? [[folded(name), id] as const] : [])));
}

/** The resource of each row: by its id, else by its code, else by a barcode. */
async function identify(ctx: TenantContext, rows: Partial<ProductCells>[]): Promise<(string | undefined)[]> {
  const codeKey = distinct(rows.map(({ code }) => code && codeKeyOf(code)));
  const [byCode, byBarcode] = await Promise.all([
    resources.all(ctx, { codeKey }, { columns: ['codeKey', 'id'] }),
    resourceBarcodes.all(ctx, { barcode: distinct(rows.flatMap(({ barcodes }) => barcodes)) }),
  ]);
  const idOf = new Map([
    ...byCode.map(({ codeKey: key, id }) => [`code ${key}`, id] as const),
    ...byBarcode.map(({ barcode, resourceId }) => [`barcode ${barcode}`, resourceId] as const),
  ]);
  return rows.map(({ id, code, barcodes = [] }) => {
    if (id) return id;
    if (code) return idOf.get(`code ${codeKeyOf(code)}`);
    return barcodes.map((barcode) => idOf.get(`barcode ${barcode}`)).find((found) => found);
  });
}

const NO_TAX = new Set(['exento', 'exempt', 'ninguno', 'none', 'no']);

/** The taxes as files name them: `ITBIS-18`, `18%`, `18`, `0.18` or `exento`. */
async function readTaxes(ctx: TenantContext) {
  const today = ctx.today.toString();
  const inUse = (await selectTaxes(ctx))
    .filter(({ archivedAt }) => !archivedAt)
    .sort((a, b) => (a.code < b.code ? -1 : 1));
  const rates = new Map(
    inUse.map(({ id, rates: all }) => [
      id,
      all.find(({ validFrom, validUntil }) => validFrom <= today && today <= (validUntil ?? today))?.rate ?? '0',
    ]),
  );
  return {
    codes: inUse.flatMap(({ kind, code }) => (kind.startsWith('withheld') ? [] : code)).join(', '),
    /** Null: no tax. Undefined: there is no such tax. */
    find: (word: string) => {
      if (NO_TAX.has(folded(word))) return null;
      const number = Number(readNumber(word.replace(/\s*%$/, '')) ?? Number.NaN);
      const rate = number > 0 && number < 1 ? Math.round(number * 10_000) / 100 : number;
      return inUse.find(
        ({ id, code, kind }) => folded(code) === folded(word) || (kind === 'itbis' && Number(rates.get(id)) === rate),
      );
    },
    /** A price without the ITBIS of these taxes. */
    without: (gross: string, taxIds: string[]) => {
      const own = inUse.filter(({ id, kind }) => kind === 'itbis' && taxIds.includes(id));
      const percent = own.reduce((sum, { id }) => sum + toMillionths(rates.get(id)!), 100_000_000n);
      return fromMillionths(divideRounded(toMillionths(gross) * 100_000_000n, percent));
    },
  };
}

/** Files do not mark which attributes are numbers. */
const typed = ([name, value]: [string, string]): [string, string | number] => [
  name,
  String(Number(value)) === value ? Number(value) : value,
];
