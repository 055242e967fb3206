import type { z } from 'zod';
import type { TenantSteps } from '#platform/context.ts';
import { tableDownload } from '#platform/export/download.ts';
import { batchesByCursor, columnsOf, type TranslatedColumn } from '#platform/export/table.ts';
import type { RawAnswer } from '#platform/http/route.ts';
import type { Suggestion } from './suggestion.schema.ts';
import { suggestionList } from './suggestion.sql.ts';
import { describeSuggestions, planningOf } from './suggestion.ts';

const BATCH = 500;

const { text, yesNo, number, date } = columnsOf<z.output<typeof Suggestion>>();

/** For people who open it in a spreadsheet, so in their language. */
const columns: TranslatedColumn<z.output<typeof Suggestion>>[] = [
  text({ es: 'Código', en: 'Code' }, ({ resource }) => resource.code),
  text({ es: 'Producto', en: 'Product' }, ({ resource }) => resource.name),
  text({ es: 'Unidad', en: 'Unit' }, ({ resource }) => resource.unit),
  text({ es: 'División', en: 'Branch' }, ({ division }) => division),
  number({ es: 'Existencia', en: 'In stock' }, ({ quantity }) => quantity),
  number({ es: 'Reservado', en: 'Reserved' }, ({ reserved }) => reserved),
  number({ es: 'Vencido o bloqueado', en: 'Expired or blocked' }, ({ unusable }) => unusable),
  number({ es: 'Por llegar', en: 'On order' }, ({ onOrder }) => onOrder),
  number({ es: 'Para producción', en: 'For production' }, ({ forProduction }) => forProduction),
  number({ es: 'Mínimo', en: 'Minimum' }, ({ minimum }) => minimum),
  number({ es: 'Máximo', en: 'Maximum' }, ({ maximum }) => maximum),
  number({ es: 'Pedir', en: 'To order' }, ({ suggested }) => suggested),
  text({ es: 'Suplidor', en: 'Supplier' }, ({ supplierName }) => supplierName),
  number({ es: 'Costo', en: 'Cost' }, ({ unitCost }) => unitCost),
  number({ es: 'Importe', en: 'Amount' }, ({ amount }) => amount),
  text({ es: 'Moneda', en: 'Currency' }, ({ currency }) => currency),
  date({ es: 'Última compra', en: 'Last bought' }, ({ lastBoughtOn }) => lastBoughtOn),
  number({ es: 'Vendido en 30 días', en: 'Sold in 30 days' }, ({ sold }) => sold),
  number({ es: 'Días de existencia', en: 'Days left' }, ({ daysLeft }) => daysLeft?.toString() ?? null),
  yesNo({ es: 'Urgente', en: 'Urgent' }, ({ urgent }) => urgent),
];

type Query = Omit<Parameters<typeof suggestionList.next>[1], 'itemsPerPage' | 'cursor'>;

/** All suggestions that match, as a file. Each batch is read in its own transaction, while the previous one is sent. */
export async function downloadSuggestions(
  ctx: TenantSteps,
  { format, ...query }: Query & { format: 'csv' | 'xlsx' },
): Promise<RawAnswer> {
  const batches = batchesByCursor((cursor) =>
    ctx.transaction(async (unit) =>
      suggestionList.next(await planningOf(unit), { ...query, cursor, itemsPerPage: BATCH }, (rows) =>
        describeSuggestions(unit, rows),
      ),
    ),
  );
  return tableDownload(ctx, { format, fileName: 'reposicion', columns, batches });
}
