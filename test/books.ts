import assert from 'node:assert/strict';
import type { ColmadoClient } from '#client';
import type { PostingRule } from '#modules/accounting/ledger/chart-seed.ts';
import { selectPostingRules } from '#modules/accounting/ledger/ledger.sql.ts';
import { newId } from '#platform/id.ts';
import { app, type Business } from './harness.ts';

export async function newDivision({ api }: Business, name = 'Sucursal Norte'): Promise<string> {
  return (await api.POST('/v1/division', { body: { name } })).data!.id;
}

/** Inserts a contact directly into its table. */
export async function newContact(business: Business, name = 'Ferretería Pérez'): Promise<string> {
  const id = newId();
  await app.engine.within(business.id, ({ tx, now }) =>
    tx.insertInto('contacts').values({ organizationId: business.id, id, name, createdAt: now }).execute(),
  );
  return id;
}

/** The transfers of a record's first version: debit code, credit code, amount and purpose. */
export async function postedBy(api: ColmadoClient, recordId: string): Promise<string[][]> {
  const { data } = await api.GET('/v1/record/{recordId}', { params: { path: { recordId } } });
  return data!.entries[0]!.transfers.map(({ debit, credit, amount, purpose }) => [
    debit.code,
    credit.code,
    amount,
    purpose,
  ]);
}

/** Enters a record by hand. */
export async function enter(api: ColmadoClient, body: Record<string, unknown>) {
  const { data, error } = await api.POST('/v1/record', { body: body as never });
  assert.ok(data, `refused: ${error?.code} ${error?.detail}`);
  return data;
}

/** The code with which a record is refused. */
export async function refused(api: ColmadoClient, body: Record<string, unknown>): Promise<string> {
  const { data, error } = await api.POST('/v1/record', { body: body as never });
  assert.equal(data, undefined);
  return error!.code;
}

/** The chart account of a posting rule. */
export const chartId = (business: Business, rule: PostingRule): Promise<string> =>
  app.engine.within(business.id, async (ctx) => (await selectPostingRules(ctx)).get(rule)!);
