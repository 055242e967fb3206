import type { z } from 'zod';
import type { TenantSteps } from '#platform/context.ts';
import { tableDownload } from '#platform/export/download.ts';
import { batchesByCursor, type Column, columnsOf } from '#platform/export/table.ts';
import type { RawAnswer } from '#platform/http/route.ts';
import type { Suggestion } from './suggestion.schema.ts';
import { suggestionList } from './suggestion.sql.ts';
import { describeSuggestions, planningOf } from './suggestion.ts';

const BATCH = 500;

const { text, number, date } = columnsOf<z.output<typeof Suggestion>>();

/** For people who open it in a spreadsheet, so in their language. */
const columns: Column<z.output<typeof Suggestion>>[] = [
  text('Código', ({ resource }) => resource.code),
  text('Producto', ({ resource }) => resource.name),
  text('Unidad', ({ resource }) => resource.unit),
  text('División', ({ division }) => division),
  number('Existencia', ({ quantity }) => quantity),
  number('Reservado', ({ reserved }) => reserved),
  number('Vencido o bloqueado', ({ unusable }) => unusable),
  number('Por llegar', ({ onOrder }) => onOrder),
  number('Mínimo', ({ minimum }) => minimum),
  number('Máximo', ({ maximum }) => maximum),
  number('Pedir', ({ suggested }) => suggested),
  text('Suplidor', ({ supplierName }) => supplierName),
  number('Costo', ({ unitCost }) => unitCost),
  number('Importe', ({ amount }) => amount),
  text('Moneda', ({ currency }) => currency),
  date('Última compra', ({ lastBoughtOn }) => lastBoughtOn),
  number('Vendido en 30 días', ({ sold }) => sold),
  number('Días de existencia', ({ daysLeft }) => daysLeft?.toString() ?? null),
  text('Urgente', ({ urgent }) => (urgent ? 'Sí' : 'No')),
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
  return tableDownload({ format, fileName: 'reposicion', columns, batches });
}
