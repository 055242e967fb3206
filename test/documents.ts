import assert from 'node:assert/strict';
import type { Business } from '#test/harness.ts';

/** An invoice over an amount, issued today; a purchase where it says so. */
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
