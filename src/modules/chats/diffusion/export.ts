import type { z } from 'zod';
import type { TenantSteps } from '#platform/context.ts';
import { TableFormat, tableDownload } from '#platform/export/download.ts';
import { batchesByCursor, columnsOf, type TranslatedColumn } from '#platform/export/table.ts';
import { bilingual, type Language } from '#platform/pages/language.ts';
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
  return tableDownload(steps, {
    format,
    fileName: 'difusion',
    columns,
    batches: batchesByCursor((cursor) =>
      steps.transaction((ctx) => recipientList.next(ctx, { ...query, diffusionId, cursor, itemsPerPage: BATCH })),
    ),
  });
}

const { text, yesNo, number } = columnsOf<LogRow>();

const states = bilingual({
  queued: ['En espera', 'Queued'],
  sending: ['Enviando', 'Sending'],
  held: ['Retenido', 'Held'],
  sent: ['Enviado', 'Sent'],
  failed: ['Falló', 'Failed'],
  skipped: ['Omitido', 'Skipped'],
  canceled: ['Cancelado', 'Canceled'],
});
const statuses: Record<Language, Record<string, string>> = bilingual({
  queued: ['En espera', 'Queued'],
  sending: ['Enviando', 'Sending'],
  unconfirmed: ['Sin confirmar', 'Unconfirmed'],
  accepted: ['Aceptado', 'Accepted'],
  sent: ['Enviado', 'Sent'],
  delivered: ['Entregado', 'Delivered'],
  read: ['Leído', 'Read'],
  failed: ['Falló', 'Failed'],
});
const reasons = bilingual({
  no_number: ['Sin número', 'No number'],
  duplicate: ['Repetido', 'Duplicate'],
  opted_out: ['Dado de baja', 'Opted out'],
  blocked: ['Bloqueado', 'Blocked'],
  missing_value: ['Falta un dato', 'Missing value'],
});

const columns: TranslatedColumn<LogRow>[] = [
  number({ es: 'N.º', en: 'No.' }, ({ number }) => String(number)),
  text({ es: 'Número', en: 'Number' }, ({ address }) => address),
  text({ es: 'Nombre', en: 'Name' }, ({ name }) => name),
  number({ es: 'Plantilla', en: 'Template' }, ({ template }) => String(template)),
  text({ es: 'Estado', en: 'Status' }, ({ state }, language) => states[language][state]),
  text({ es: 'Motivo', en: 'Reason' }, ({ reason }, language) => reason && reasons[language][reason]),
  text(
    { es: 'Estado del mensaje', en: 'Message status' },
    ({ status }, language) => status && (statuses[language][status] ?? status),
  ),
  text({ es: 'Código del proveedor', en: 'Provider code' }, ({ failure }) => failure?.code ?? null),
  text(
    { es: 'Respuesta del proveedor', en: 'Provider answer' },
    ({ failure, channelMessageId }) => failure?.message ?? channelMessageId,
  ),
  text({ es: 'Categoría', en: 'Category' }, ({ priceCategory }) => priceCategory),
  yesNo({ es: 'Cobrado', en: 'Billed' }, ({ isBilled }) => isBilled),
  text({ es: 'Enviado', en: 'Sent' }, ({ sentAt }) => sentAt),
  text({ es: 'Entregado', en: 'Delivered' }, ({ deliveredAt }) => deliveredAt),
  text({ es: 'Leído', en: 'Read' }, ({ readAt }) => readAt),
  text({ es: 'Respondido', en: 'Replied' }, ({ repliedAt }) => repliedAt),
];
