import type { z } from 'zod';
import { requireDivisions, selectDivisionNames } from '#modules/accounting/index.ts';
import { findResources, type Resource, requireResources } from '#modules/catalog/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { fileExport } from '#platform/export/file-export.ts';
import { columnsOf, type TranslatedColumn, wallDate } from '#platform/export/table.ts';
import { bilingual, type Language } from '#platform/pages/language.ts';
import { inThisOrder } from '#platform/refusal.ts';
import type { SerialUnit } from '../tables.ts';
import { SerialExportFilters } from './serial-number.schema.ts';
import { serialList } from './serial-number.sql.ts';

type Row = SerialUnit & { resource: Resource | undefined; division: string | null; createdOn: string };

const statuses: Record<Language, Record<SerialUnit['status'], string>> = bilingual({
  'in-stock': ['En inventario', 'In stock'],
  reserved: ['Reservado', 'Reserved'],
  sold: ['Vendido', 'Sold'],
  returned: ['Devuelto al suplidor', 'Returned to the supplier'],
  used: ['Usado en producción', 'Used in production'],
  scrapped: ['Descartado', 'Scrapped'],
  'in-transit': ['En camino', 'In transit'],
  withdrawn: ['Retirado', 'Withdrawn'],
});

const { text, date } = columnsOf<Row>();

/** For people who open it in a spreadsheet, so in their language. */
const columns: TranslatedColumn<Row>[] = [
  text({ es: 'Número de serie', en: 'Serial number' }, ({ serialNumber }) => serialNumber),
  text({ es: 'Artículo', en: 'Item' }, ({ resource }) => resource?.name),
  text({ es: 'Código', en: 'Code' }, ({ resource }) => resource?.code),
  text({ es: 'Estado', en: 'Status' }, ({ status }, language) => statuses[language][status]),
  text({ es: 'División', en: 'Branch' }, ({ division }) => division),
  date({ es: 'Garantía hasta', en: 'Warranty until' }, ({ warrantyUntil }) => warrantyUntil),
  text({ es: 'Nota', en: 'Note' }, ({ note }) => note),
  date({ es: 'Registrado', en: 'Recorded' }, ({ createdOn }) => createdOn),
  text({ es: 'Id del artículo', en: 'Item id' }, ({ resourceId }) => resourceId),
];

export const serialExport = fileExport({
  name: 'inventory/serial-numbers',
  fileName: 'numeros-de-serie',
  filters: SerialExportFilters,
  columns,
  read: (ctx, filters, page) =>
    serialList.next(ctx, { ...filters, ...page, sort: 'number' }, async (serials): Promise<Row[]> => {
      const [resources, divisions] = await Promise.all([
        findResources(ctx, [...new Set(serials.map(({ resourceId }) => resourceId))]),
        selectDivisionNames(ctx),
      ]);
      return serials.map((serial) => ({
        ...serial,
        createdOn: wallDate(serial.createdAt, ctx.timeZone),
        resource: resources.get(serial.resourceId),
        division: serial.divisionId && (divisions.get(serial.divisionId) ?? null),
      }));
    }),
});

/** Starts a file of the matching serial numbers. */
export async function exportSerials(
  ctx: TenantContext,
  wanted: { format: 'csv' | 'xlsx'; filters: z.output<typeof SerialExportFilters> },
) {
  const { resourceId, divisionId } = wanted.filters;
  await inThisOrder([
    resourceId && requireResources(ctx, [resourceId], 'body.filters.resourceId'),
    divisionId && requireDivisions(ctx, [divisionId], 'body.filters.divisionId', true),
  ]);
  return serialExport.begin(ctx, wanted);
}
