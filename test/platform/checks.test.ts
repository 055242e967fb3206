import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newContact } from '#test/books.ts';
import { newResource } from '#test/catalog.ts';
import { newDocument } from '#test/documents.ts';
import { newBusiness } from '#test/harness.ts';
import { asOwner } from '#test/walks/rows.ts';

/** Changes of a purchase that the database must refuse, for each table whose rules are in a function. */
const refused: Record<string, string[]> = {
  pending_records: [
    ...['version = 0', "kind = 'bill'", "direction = 'both'", "status = 'open'", 'number = 0', 'number = NULL'],
    ...["contact_name = repeat('a', 201)", "contact_tax_id = repeat('1', 31)", "contact_tax_id_kind = 'dni'"],
    ...['due_on = date - 1', "fiscal_type = 'b1'", "fiscal_number = 'b-1'", "modifies_fiscal_number = 'b-1'"],
    ...['modification_code = 6', "expense_type = '1'", "income_type = '1'", "payment_form = '1'", "currency = 'usd'"],
    ...['rate = 0', 'subtotal = -1', 'discount = subtotal + 1', 'net = -1', 'tax = -1', 'total = total + 1'],
    ...['withheld = total + 1', 'paid = total + 1', 'base_net = -1', 'base_tax = -1', 'base_total = base_total + 1'],
    ...['base_withheld = base_total + 1', 'base_paid = base_total + 1', "stage = ''", "reference = ''"],
    ...["notes = repeat('a', 5001)", "terms = repeat('a', 5001)", "status = 'draft'", 'issued_at = NULL'],
    ...['voided_at = now()', 'cycle_on = date', "fiscal_number = 'B1', contact_id = NULL"],
    ...["numerals_id = gen_random_uuid(), fiscal_type = NULL, fiscal_number = 'B1'"],
    ...["due_on = '3000-01-01'", "fiscal_expires_on = '1899-12-31'"],
  ],
  pending_elements: [
    ...['position = -1', "description = ''", 'quantity = 0', "unit = ''", 'unit_price = -1', "price_label = ''"],
    ...[
      "discount_kind = 'free', discount_value = 1",
      "discount_kind = 'amount'",
      'amount = -1',
      'discount = amount + 1',
    ],
    ...["discount_kind = 'amount', discount_value = -1", 'net = -1', 'tax = -1', 'withheld = -1', 'total = total + 1'],
    ...['converted = quantity + 1', 'resource_list_id = gen_random_uuid()', 'discount_offer_id = gen_random_uuid()'],
    ...["discount_reason = 'Cliente'"],
  ],
  stock_movements: [
    ...['number = 0', 'line = 0', "type = 'LOSS'", "method = 'lifo'", "cause_kind = 'A'", "note = repeat('a', 1001)"],
    ...['quantity = -1', "type = 'OUT'", "type = 'TRANSFER'", "type = 'ADJUSTMENT'", 'counterpart_id = id'],
    ...['counterpart_division_id = division_id'],
  ],
  stock_positions: [
    ...['moves = -1', 'reserved = -1', 'minimum = -1', 'resource_minimum = -1', 'unit_cost = -1', 'value = -1'],
    ...["location = repeat('a', 201)", 'reserved = quantity + 1', 'quantity = 0'],
  ],
  records: [
    ...['version = 0', "status = 'open'", "kind = 'A'", "description = repeat('a', 1001)", 'amount = -1'],
    ...['base_amount = -1', "currency = 'usd'", 'rate = 0'],
  ],
  numerals: [
    ...["type = 'A01'", 'first_number = 0', 'last_number = 0', 'last_number = 100000000', 'next_number = 11'],
    ...['after_number = first_number', 'warn_at = -1', "authorization_number = ''", 'expires_on = authorized_on - 1'],
    ...['usable_from = authorized_on + 1', "expires_on = '3000-01-01'"],
  ],
};

test('the database refuses documents, stock, records and ranges that break their rules', async () => {
  const business = await newBusiness();
  const rice = await newResource(business.api, { name: 'Arroz', kind: 'goods' });
  await business.api.POST('/v1/taxes/numerals', { body: { type: 'B02', start: 1, end: 9 } });
  await newDocument(business.api, {
    direction: 'purchase',
    contactId: await newContact(business),
    elements: [{ resourceId: rice.id, quantity: 6, unitPrice: 50 }],
  });
  for (const [table, changes] of Object.entries(refused))
    for (const change of changes) {
      const attempt = asOwner(`UPDATE ${table} SET ${change} WHERE organization_id = $1`, [business.id]);
      await assert.rejects(attempt, { code: '23514' }, `${table} SET ${change}`);
    }
});
