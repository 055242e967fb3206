import { selectPostingRules, selectTotals } from '#modules/accounting/ledger/ledger.sql.ts';
import { app, type Business, newBusiness } from '#test/harness.ts';
import { bookMoney, type Drawer, newDrawer } from '#test/money-accounts.ts';

export interface Shop extends Business {
  divisionId: string;
  cash: Drawer;
  card: Drawer;
}

/** A till with a drawer and a card terminal; a safe holds 20,000 that belong to no division. */
export async function newShop(): Promise<Shop & { safe: Drawer }> {
  const business = await newBusiness();
  const { data } = await business.api.POST('/v1/division', { body: { name: 'Caja del frente', kind: 'pos' } });
  const divisionId = data!.id;
  const cash = await newDrawer(business, { name: 'Gaveta', divisionId });
  const card = await newDrawer(business, { name: 'Tarjetas', kind: 'card' });
  const safe = await newDrawer(business, { name: 'Caja fuerte' });
  await bookMoney(business, safe, { amount: '20000', rule: 'openingBalances' });
  return { ...business, divisionId, cash, card, safe };
}

export const at = ({ divisionId }: Shop) => ({ params: { path: { divisionId } } });
export const sell = (shop: Shop, amount: string, drawer = shop.cash, date?: string) =>
  bookMoney(shop, drawer, { amount, rule: 'sales', divisionId: shop.divisionId, ...(date && { date }) });
export const preview = async (shop: Shop) =>
  (await shop.api.GET('/v1/division/{divisionId}/close-balance', at(shop))).data!;
export const lineOf = async (shop: Shop, drawer = shop.cash) =>
  (await preview(shop)).balances.find(({ accountId }) => accountId === drawer.id)!;
export const open = (shop: Shop, amount: string, from?: Drawer) =>
  shop.api.POST('/v1/division/{divisionId}/pos-open', {
    ...at(shop),
    body: { floats: [{ accountId: shop.cash.id, amount, ...(from && { from: { accountId: from.id } }) }] },
  });
export const close = (shop: Shop, amount: string, more: { details?: string; number?: number } = {}) =>
  shop.api.POST('/v1/division/{divisionId}/close-balance', {
    ...at(shop),
    body: { counts: [{ accountId: shop.cash.id, amount }], ...more },
  });
export const cancel = (shop: Shop, id?: string) =>
  shop.api.DELETE('/v1/division/{divisionId}/close-balance', { ...at(shop), body: id ? { id } : {} });
/** The balance of the account of a posting rule. */
export const booked = (shop: Shop, rule: string) =>
  app.engine.within(shop.id, async (ctx) => {
    const accountIds = [(await selectPostingRules(ctx)).get(rule)!];
    const [total] = await selectTotals(ctx, { accountIds, divisionId: shop.divisionId, until: null });
    return total ? total.debit - total.credit : 0n;
  });
export const isVoid = (shop: Shop, id: string) =>
  app.engine.within(shop.id, async ({ tx, organizationId }) => {
    const query = tx.selectFrom('records').select('status').where('organizationId', '=', organizationId);
    return (await query.where('id', '=', id).executeTakeFirstOrThrow()).status === 'void';
  });

/** Float 2,000; sales of 15,000 in cash and 3,000 by card; 500 paid out; 10,000 taken to the main branch. */
export async function sellForADay(shop: Shop & { safe: Drawer }) {
  await open(shop, '2000', shop.safe);
  await sell(shop, '5000');
  await sell(shop, '3000', shop.card);
  await bookMoney(shop, shop.cash, { amount: '-500', rule: 'expenses', divisionId: shop.divisionId });
  const { data } = await shop.api.GET('/v1/division', { params: { query: { search: 'Principal' } } });
  await shop.api.POST('/v1/division/transfer', {
    body: {
      accountId: shop.cash.id,
      toAccountId: shop.safe.id,
      fromDivisionId: shop.divisionId,
      toDivisionId: data!.data[0]!.id,
      amount: '5500',
    },
  });
  await sell(shop, '10000');
  const last = await shop.api.POST('/v1/division/transfer', {
    body: { accountId: shop.cash.id, fromDivisionId: shop.divisionId, toDivisionId: data!.data[0]!.id, amount: '4500' },
  });
  return last.data!.recordId;
}
