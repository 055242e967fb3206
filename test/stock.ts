import assert from 'node:assert/strict';
import { type RecordDraft, selectPostingRules, voidRecord, writeRecord } from '#modules/accounting/index.ts';
import {
  type Cause,
  moveStock,
  replaceStock,
  type StockMovement,
  type StockTransfer,
  undoStock,
} from '#modules/inventory/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { app, type Business } from './harness.ts';
import { asOwner } from './walks/rows.ts';

/** The default division of an organization. */
export const mainDivision = async ({ api }: Business): Promise<string> =>
  (await api.GET('/v1/division')).data!.data[0]!.id;

/** Adds stock by hand. */
export async function stockUp(business: Business, body: Record<string, unknown>) {
  const { data, error } = await business.api.POST('/v1/resource/record', { body: { type: 'IN', ...body } as never });
  assert.ok(data, `refused: ${error?.code} ${error?.detail}`);
  return data;
}

type Line = Omit<StockMovement, 'counter'> | StockTransfer;

/** Moves stock as a document does: with its record in one transaction. */
export async function moveAsDocument(
  business: Business,
  movements: Line[],
  details: { date?: string; cause?: Cause } = {},
): Promise<{ cause: Cause; recordId: string | null }> {
  return app.engine.within(business.id, async (ctx) => {
    const rules = await selectPostingRules(ctx);
    const { date = ctx.today.toString(), cause = { kind: 'test-document', id: newId() } } = details;
    const counter = rules.get('costOfSales')!;
    const { transfers } = await moveStock(ctx, {
      date,
      cause,
      movements: movements.map((line) => ('toDivisionId' in line ? line : { counter, ...line })),
    });
    if (transfers.length === 0) return { cause, recordId: null };
    const record = await writeRecord(ctx, draft(date, transfers));
    return { cause, recordId: record.id };
  });
}

const draft = (date: string, transfers: RecordDraft['transfers']): RecordDraft => {
  const amount = transfers.reduce((sum, transfer) => sum + transfer.amount, 0n);
  return { kind: 'journal', date, amount, currency: 'DOP', baseAmount: amount, transfers };
};

/** Changes such a document: it moves other stock. */
export const replaceDocument = (
  business: Business,
  { cause, recordId }: { cause: Cause; recordId: string | null },
  line: Line,
) =>
  app.engine.within(business.id, async (ctx: TenantContext) => {
    const counter = (await selectPostingRules(ctx)).get('costOfSales')!;
    const date = ctx.today.toString();
    const movements = ['toDivisionId' in line ? line : { counter, ...line }];
    const { transfers } = await replaceStock(ctx, cause, () => moveStock(ctx, { date, cause, movements }));
    if (recordId) await voidRecord(ctx, recordId);
    if (transfers.length === 0) return { cause, recordId: null };
    return { cause, recordId: (await writeRecord(ctx, draft(date, transfers))).id };
  });

/** Voids such a document and restores its stock. */
export const voidDocument = (business: Business, { cause, recordId }: { cause: Cause; recordId: string | null }) =>
  app.engine.within(business.id, async (ctx: TenantContext) => {
    await undoStock(ctx, cause);
    if (recordId) await voidRecord(ctx, recordId);
  });

/**
 * Recounts all stock: positions equal the sum of their movements and of their layers, the inventory account of each division
 * equals the value of its positions and moves on each day by that of its movements, reserved quantities equal the reservations,
 * each serial number is in one place, lots equal the sum of their movements, and all lots together are not more than the stock.
 */
export async function checkStock({ id }: Business): Promise<void> {
  const differences = await asOwner(
    `WITH moved AS (
       SELECT resource_id, division_id, sum(quantity) AS quantity, sum(value) AS value, max(number) AS moves,
              count(*) AS count
       FROM stock_movements WHERE organization_id = $1 GROUP BY resource_id, division_id
     ), entered AS (
       SELECT t.division_id, t.date, CASE WHEN t.debit_account_id = r.chart_account_id THEN t.amount ELSE -t.amount END AS value
       FROM ledger_transfers t JOIN posting_rules r
         ON r.organization_id = t.organization_id AND r.name = 'inventory'
        AND r.chart_account_id IN (t.debit_account_id, t.credit_account_id)
       WHERE t.organization_id = $1
     ), ledger AS (
       SELECT division_id, sum(value) AS value FROM entered GROUP BY division_id
     ), worth AS (
       SELECT division_id, sum(value) AS value FROM stock_positions WHERE organization_id = $1 GROUP BY division_id
     ), promised AS (
       SELECT resource_id, division_id, sum(quantity) AS reserved
       FROM stock_reservations WHERE organization_id = $1 GROUP BY resource_id, division_id
     ), layers AS (
       SELECT resource_id, division_id, sum(quantity) AS quantity, sum(value) AS value
       FROM stock_layers WHERE organization_id = $1 GROUP BY resource_id, division_id
     ), units AS (
       SELECT resource_id, division_id, count(*) AS count
       FROM serial_numbers WHERE organization_id = $1 AND division_id IS NOT NULL GROUP BY resource_id, division_id
     )
     SELECT 'movements' AS wrong, p.resource_id, p.quantity::text, m.quantity::text AS other
     FROM stock_positions p FULL JOIN moved m USING (resource_id, division_id)
     WHERE (p.organization_id = $1 OR p.organization_id IS NULL)
       AND ((coalesce(p.quantity, 0), coalesce(p.value, 0)) IS DISTINCT FROM (coalesce(m.quantity, 0), coalesce(m.value, 0))
         OR m.moves IS DISTINCT FROM m.count)
     UNION ALL
     SELECT 'ledger', division_id, w.value::text, l.value::text FROM worth w FULL JOIN ledger l USING (division_id)
     WHERE coalesce(w.value, 0) <> coalesce(l.value, 0)
     UNION ALL
     SELECT 'day ' || coalesce(d.date, e.date), division_id, d.value::text, e.value::text
     FROM (SELECT division_id, date, sum(value) AS value FROM stock_movements WHERE organization_id = $1 GROUP BY 1, 2) d
     FULL JOIN (SELECT division_id, date, sum(value) AS value FROM entered GROUP BY 1, 2) e USING (division_id, date)
     WHERE coalesce(d.value, 0) <> coalesce(e.value, 0)
     UNION ALL
     SELECT 'reserved', p.resource_id, p.reserved::text, r.reserved::text
     FROM stock_positions p LEFT JOIN promised r USING (resource_id, division_id)
     WHERE p.organization_id = $1 AND p.reserved <> coalesce(r.reserved, 0)
     UNION ALL
     SELECT 'layers', p.resource_id, p.quantity::text, l.quantity::text
     FROM stock_positions p LEFT JOIN layers l USING (resource_id, division_id)
     WHERE p.organization_id = $1 AND p.layered
       AND (l.quantity, l.value) IS DISTINCT FROM (p.quantity, p.value)
     UNION ALL
     SELECT 'units', p.resource_id, p.quantity::text, u.count::text
     FROM stock_positions p JOIN resources r ON r.organization_id = p.organization_id AND r.id = p.resource_id
     LEFT JOIN units u USING (resource_id, division_id)
     WHERE p.organization_id = $1 AND r.tracks_serials AND p.quantity <> coalesce(u.count, 0)
     UNION ALL
     SELECT 'lots', p.resource_id, p.quantity::text, sum(l.quantity)::text
     FROM stock_positions p JOIN lot_positions l USING (organization_id, resource_id, division_id)
     WHERE p.organization_id = $1
     GROUP BY p.resource_id, p.division_id, p.quantity HAVING sum(l.quantity) > greatest(p.quantity, 0)
     UNION ALL
     SELECT 'lot ' || lot_id, division_id, p.quantity::text, m.quantity::text
     FROM (SELECT lot_id, division_id, quantity FROM lot_positions WHERE organization_id = $1) p
     FULL JOIN (SELECT lot_id, division_id, sum(quantity) AS quantity FROM lot_movements WHERE organization_id = $1
                GROUP BY lot_id, division_id) m USING (lot_id, division_id)
     WHERE coalesce(p.quantity, 0) <> coalesce(m.quantity, 0)`,
    [id],
  );
  assert.deepEqual(differences, []);
}
