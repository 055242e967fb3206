import type { ColmadoClient } from '#client';
import { newId } from '#platform/id.ts';
import { app, type Business } from './harness.ts';

/** A money account with its own account of the chart, straight in the tables. */
export async function newAccount(
  business: Business,
  given: { kind?: string; currency?: string } = {},
): Promise<{ id: string; chartAccountId: string; code: string }> {
  const [id, chartAccountId] = [newId(), newId()];
  const code = `1102.${id.slice(-8)}`;
  const { kind = 'cash', currency = 'DOP' } = given;
  await app.engine.within(business.id, async (ctx) => {
    const owned = { organizationId: business.id, currency, createdAt: ctx.now };
    await ctx.tx
      .insertInto('chartAccounts')
      .values({ ...owned, id: chartAccountId, code, name: `Cuenta en ${currency}`, kind: 'asset', postable: true })
      .execute();
    await ctx.tx
      .insertInto('accounts')
      .values({ ...owned, id, name: `Cuenta en ${currency}`, kind, chartAccountId })
      .execute();
  });
  return { id, chartAccountId, code };
}

export async function newDivision(business: Business, name = 'Sucursal Norte'): Promise<string> {
  const id = newId();
  await app.engine.within(business.id, (ctx) =>
    ctx.tx.insertInto('divisions').values({ organizationId: business.id, id, name, createdAt: ctx.now }).execute(),
  );
  return id;
}

export async function newContact(business: Business, name = 'Ferretería Pérez'): Promise<string> {
  const id = newId();
  await app.engine.within(business.id, (ctx) =>
    ctx.tx.insertInto('contacts').values({ organizationId: business.id, id, name, createdAt: ctx.now }).execute(),
  );
  return id;
}

/** The transfers of a record's first version: debited code, credited code, amount and purpose. */
export async function postedBy(api: ColmadoClient, recordId: string): Promise<string[][]> {
  const { data } = await api.GET('/v1/record/{recordId}', { params: { path: { recordId } } });
  return data!.entries[0]!.transfers.map(({ debit, credit, amount, purpose }) => [
    debit.code,
    credit.code,
    amount,
    purpose,
  ]);
}
