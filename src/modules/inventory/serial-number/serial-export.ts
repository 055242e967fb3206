import type { z } from 'zod';
import { requireDivisions, selectDivisionNames } from '#modules/accounting/index.ts';
import { findResources, type Resource, requireResources } from '#modules/catalog/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { fileExport } from '#platform/export/file-export.ts';
import { type Column, columnsOf, wallDate } from '#platform/export/table.ts';
import { inThisOrder } from '#platform/refusal.ts';
import type { SerialUnit } from '../tables.ts';
import { SerialExportFilters } from './serial-number.schema.ts';
import { serialList } from './serial-number.sql.ts';

type Row = SerialUnit & { resource: Resource | undefined; division: string | null; createdOn: string };

const statuses: Record<SerialUnit['status'], string> = {
  'in-stock': 'En inventario',
  reserved: 'Reservado',
  sold: 'Vendido',
  returned: 'Devuelto al suplidor',
  used: 'Usado en producción',
  scrapped: 'Descartado',
  'in-transit': 'En camino',
  withdrawn: 'Retirado',
};

const { text, date } = columnsOf<Row>();

/** For people who open it in a spreadsheet, so in their language. */
const columns: Column<Row>[] = [
  text('Número de serie', ({ serialNumber }) => serialNumber),
  text('Artículo', ({ resource }) => resource?.name),
  text('Código', ({ resource }) => resource?.code),
  text('Estado', ({ status }) => statuses[status]),
  text('División', ({ division }) => division),
  date('Garantía hasta', ({ warrantyUntil }) => warrantyUntil),
  text('Nota', ({ note }) => note),
  date('Registrado', ({ createdOn }) => createdOn),
  text('Id del artículo', ({ resourceId }) => resourceId),
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
