import type { z } from 'zod';
import type { TenantSteps } from '#platform/context.ts';
import { TableFormat, tableDownload } from '#platform/export/download.ts';
import { batchesByCursor, type Column, columnsOf } from '#platform/export/table.ts';
import { diffusions } from '../tables.ts';
import { type LogRow, recipientList } from './logs.sql.ts';

const BATCH = 1_000;

export const LogsExportQuery = recipientList.cursorQuery
  .omit({ itemsPerPage: true, cursor: true })
  .extend({ format: TableFormat.default('csv') });

/** The whole log as a file, sent while it is read. */
export async function exportLogs(
  steps: TenantSteps,
  diffusionId: string,
  { format, ...query }: z.output<typeof LogsExportQuery>,
) {
  await steps.transaction((ctx) => diffusions.get(ctx, diffusionId));
  return tableDownload({
    format,
    fileName: 'difusion',
    columns,
    batches: batchesByCursor((cursor) =>
      steps.transaction((ctx) => recipientList.next(ctx, { ...query, diffusionId, cursor, itemsPerPage: BATCH })),
    ),
  });
}

const { text, number } = columnsOf<LogRow>();

const states = {
  queued: 'En espera',
  sending: 'Enviando',
  held: 'Retenido',
  sent: 'Enviado',
  failed: 'Falló',
  skipped: 'Omitido',
  canceled: 'Cancelado',
};
const statuses: Record<string, string> = {
  queued: 'En espera',
  sending: 'Enviando',
  unconfirmed: 'Sin confirmar',
  accepted: 'Aceptado',
  sent: 'Enviado',
  delivered: 'Entregado',
  read: 'Leído',
  failed: 'Falló',
};
const reasons = {
  no_number: 'Sin número',
  duplicate: 'Repetido',
  opted_out: 'Dado de baja',
  missing_value: 'Falta un dato',
};

const columns: Column<LogRow>[] = [
  number('N.º', ({ number }) => String(number)),
  text('Número', ({ address }) => address),
  text('Nombre', ({ name }) => name),
  number('Plantilla', ({ template }) => String(template)),
  text('Estado', ({ state }) => states[state]),
  text('Motivo', ({ reason }) => reason && reasons[reason]),
  text('Estado del mensaje', ({ status }) => status && (statuses[status] ?? status)),
  text('Código del proveedor', ({ failure }) => failure?.code ?? null),
  text('Respuesta del proveedor', ({ failure, channelMessageId }) => failure?.message ?? channelMessageId),
  text('Categoría', ({ priceCategory }) => priceCategory),
  text('Cobrado', ({ isBilled }) => (isBilled === null ? null : isBilled ? 'Sí' : 'No')),
  text('Enviado', ({ sentAt }) => sentAt),
  text('Entregado', ({ deliveredAt }) => deliveredAt),
  text('Leído', ({ readAt }) => readAt),
  text('Respondido', ({ repliedAt }) => repliedAt),
];
