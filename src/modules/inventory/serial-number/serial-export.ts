import { z } from 'zod';
import { requireDivisions, selectDivisionNames } from '#modules/accounting/index.ts';
import { findResources, type Resource, requireResources } from '#modules/catalog/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { fileExport } from '#platform/export/file-export.ts';
import type { Column } from '#platform/export/table.ts';
import { inThisOrder } from '#platform/refusal.ts';
import type { SerialStatus } from '../stock/serials.sql.ts';
import { SerialFilters } from './serial-number.schema.ts';
import { type Serial, selectSerials } from './serial-number.sql.ts';

type Row = Serial & { resource: Resource | undefined; division: string | null };

const statuses: Record<SerialStatus, string> = {
  'in-stock': 'En inventario',
  reserved: 'Reservado',
  sold: 'Vendido',
  returned: 'Devuelto al suplidor',
  used: 'Usado en producción',
  scrapped: 'Descartado',
  'in-transit': 'En camino',
  withdrawn: 'Retirado',
};

const text = (title: string, value: (row: Row) => string | null | undefined): Column<Row> => ({
  title,
  kind: 'text',
  value: (row) => value(row) ?? null,
});

/** For people who open it in a spreadsheet, so in their language. */
const columns: Column<Row>[] = [
  text('Número de serie', ({ serialNumber }) => serialNumber),
  text('Artículo', ({ resource }) => resource?.name),
  text('Código', ({ resource }) => resource?.code),
  text('Estado', ({ status }) => statuses[status]),
  text('División', ({ division }) => division),
  { title: 'Garantía hasta', kind: 'date', value: ({ warrantyUntil }) => warrantyUntil },
  text('Nota', ({ note }) => note),
  { title: 'Registrado', kind: 'date', value: ({ createdAt }) => createdAt.slice(0, 10) },
  text('Id del artículo', ({ resourceId }) => resourceId),
];

export const SerialExportFilters = z.strictObject({ resourceId: z.uuid().optional(), ...SerialFilters });

export const serialExport = fileExport({
  name: 'inventory/serial-numbers',
  fileName: 'numeros-de-serie',
  filters: SerialExportFilters,
  columns,
  read: async (ctx, filters, after: Row | null, limit): Promise<Row[]> => {
    const serials = await selectSerials(ctx.tx, ctx.organizationId, filters, { after, offset: 0, limit });
    const [resources, divisions] = await Promise.all([
      findResources(ctx, [...new Set(serials.map(({ resourceId }) => resourceId))]),
      selectDivisionNames(ctx.tx, ctx.organizationId),
    ]);
    return serials.map((serial) => ({
      ...serial,
      resource: resources.get(serial.resourceId),
      division: serial.divisionId && (divisions.get(serial.divisionId) ?? null),
    }));
  },
});

/** Begins a file of the serial numbers that match. */
export async function exportSerials(
  ctx: TenantContext,
  asked: { format: 'csv' | 'xlsx'; filters: z.output<typeof SerialExportFilters> },
) {
  const { resourceId, divisionId } = asked.filters;
  await inThisOrder([
    resourceId && requireResources(ctx, [resourceId], 'body.filters.resourceId'),
    divisionId && requireDivisions(ctx, [divisionId], 'body.filters.divisionId', true),
  ]);
  return serialExport.begin(ctx, asked);
}
