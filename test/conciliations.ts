import assert from 'node:assert/strict';
import type { Business } from '#test/harness.ts';

export interface Given {
  until?: string;
  recordIds?: string[];
  matches?: {
    lineIds: string[];
    recordIds?: string[];
    payments?: { documentId: string; amount?: string; settles?: string }[];
    difference?: { chartAccountId: string; description?: string };
  }[];
  statementBalance?: string;
  details?: string;
}

export const conciliate = (business: Business, accountId: string, body: Given) =>
  business.api.POST('/v1/account/{accountId}/conciliation', { params: { path: { accountId } }, body });

export const cancel = (business: Business, accountId: string, body: { id?: string } = {}) =>
  business.api.DELETE('/v1/account/{accountId}/conciliation', { params: { path: { accountId } }, body });

export const list = async (business: Business, accountId: string) => {
  const { data } = await business.api.GET('/v1/account/{accountId}/conciliation-list', {
    params: { path: { accountId } },
  });
  return data!.data;
};

export const transactions = async (business: Business, accountId: string) => {
  const { data, error } = await business.api.GET('/v1/account/{accountId}/conciliation-transactions', {
    params: { path: { accountId }, query: { itemsPerPage: 200 } },
  });
  assert.ok(data, JSON.stringify(error));
  return data;
};

/** Lines of the bank, as `date,text,amount`. */
export async function receive(business: Business, accountId: string, ...rows: string[]) {
  const columns = { date: 1, description: 2, amount: 3 };
  const body = { format: 'csv' as const, content: rows.join('\n'), csv: { header: false, columns } };
  const { data } = await business.api.POST('/v1/account/{accountId}/statement', {
    params: { path: { accountId } },
    body: body as never,
  });
  assert.equal(data?.createdCount, rows.length);
}

export const chartAccountOf = async ({ api }: Business, kind: 'income' | 'expense'): Promise<string> =>
  (await api.GET('/v1/chart-of-accounts', { params: { query: { kind, view: 'flat' } } })).data!.data.find(
    ({ postable }) => postable,
  )!.id;
