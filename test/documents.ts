import assert from 'node:assert/strict';
import type { ColmadoClient } from '#client';
import type { Business } from '#test/harness.ts';

export interface Said {
  description?: string;
  quantity?: string | number;
  unitPrice?: string | number;
  [field: string]: unknown;
}

/** Writes a document: by default an invoice with one line of 100.00. */
export async function newDocument(api: ColmadoClient, details: { elements?: Said[]; [field: string]: unknown } = {}) {
  const body = { elements: [{ description: 'Arroz selecto', unitPrice: '100' }], ...details };
  const { data, error } = await api.POST('/v1/record/pending', { body: body as never });
  assert.ok(data, `refused: ${error?.code} ${error?.detail} ${JSON.stringify(error?.errors)}`);
  return data;
}

/** The code with which a document is refused. */
export async function refusedDocument(api: ColmadoClient, details: object): Promise<string> {
  const body = { elements: [{ description: 'Arroz selecto', unitPrice: '100' }], ...details };
  const { data, error } = await api.POST('/v1/record/pending', { body: body as never });
  assert.equal(data, undefined);
  return error!.code;
}

/** A document with its payments, ties and margin. */
export async function readDetail(api: ColmadoClient, id: string) {
  const { data } = await api.GET('/v1/record/pending/{pendingRecordId}', { params: { path: { pendingRecordId: id } } });
  assert.ok(data);
  return data;
}

/** A document as write routes return it. */
export async function readDocument(api: ColmadoClient, id: string) {
  const { payments: _, links: _links, margin: _margin, ...document } = await readDetail(api, id);
  return document;
}

/** Changes a document; returns the code of a refusal. */
export async function changeDocument(api: ColmadoClient, body: { id: string; [field: string]: unknown }) {
  const { data, error } = await api.PATCH('/v1/record/pending', { body: body as never });
  return { data, code: error?.code };
}

/** The id of a default tax. */
export async function taxIdOf(api: ColmadoClient, code: string): Promise<string> {
  const { data } = await api.GET('/v1/taxes/list', { params: { query: { itemsPerPage: 200 } } });
  const tax = data!.data.find((each) => each.code === code);
  assert.ok(tax, `There is no tax ${code}.`);
  return tax.id;
}

/** An invoice over an amount, issued today; a sale unless a purchase is asked for. */
export async function newInvoice(
  { api }: Business,
  amount: string,
  more: {
    contactId?: string;
    direction?: 'sale' | 'purchase';
    currency?: string;
    rate?: string;
    date?: string;
    dueOn?: string;
    divisionId?: string | null;
    status?: 'draft' | 'issued';
    kind?: 'invoice' | 'quote';
  } = {},
) {
  const { data, error } = await api.POST('/v1/record/pending', {
    body: { elements: [{ description: 'Mercancía', unitPrice: amount }], ...more },
  });
  assert.ok(data, JSON.stringify(error));
  return data;
}
