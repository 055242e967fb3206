import { purposeOf as secretPurpose } from '#modules/automations/secret/secret.ts';
import { urlPurpose } from '#modules/bookings/calendar/url-purpose.ts';
import { bookingToken, scheduleCalendar, scheduleLink } from '#modules/bookings/secret-address.ts';
import { sealSecrets } from '#modules/chats/channel/credentials.ts';
import { shareAddress } from '#modules/invoicing/share/share.ts';
import { pageAddress } from '#modules/paypages/page/open.ts';
import { boardShare } from '#modules/tasks/board/share.ts';
import type { SeriesTemplate } from '#modules/tasks/recurrence/template.ts';
import { newSigningSecret } from '#modules/webhooks/signature.ts';
import { pagePreview } from '#modules/websites/page/page.ts';
import type { TenantContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { connectionPurpose } from '#platform/ports/connections.ts';
import { app, type Business } from '#test/harness.ts';
import { asOwner } from './rows.ts';

/**
 * Makes a row in each tenant table, so that the walks can ask for foreign ids. Rows are inserted directly, so no background
 * work changes them during a walk. A module that adds a table adds its maker here; the tenancy walk fails until it does.
 */
export const fixtures: Record<string, (business: Business) => Promise<unknown>> = {
  events: ({ id }) =>
    asOwner(
      `INSERT INTO events (organization_id, seq, id, type, payload, created_at)
       VALUES ($1, 1000000, gen_random_uuid(), 'walk:made', '{}', now())`,
      [id],
    ),
  event_fields: ({ id }) =>
    asOwner(`INSERT INTO event_fields (organization_id, field, value, seq) VALUES ($1, 'walkId', 'x', 1000000)`, [id]),
  event_skips: ({ id }) =>
    asOwner(
      `INSERT INTO event_skips (organization_id, subscriber, seq, error, reason, skipped_by, skipped_at)
       VALUES ($1, 'walk', 1000000, 'Error', 'walk', 'walk', now())`,
      [id],
    ),
  provider_connections: ({ id }) =>
    asOwner(
      `INSERT INTO provider_connections (organization_id, port, adapter, config, updated_at)
       VALUES ($1, 'walk', 'simulator', $2, now())`,
      [id, app.engine.services.secrets.encrypt('{}', connectionPurpose(id, { name: 'walk' }))],
    ),
  invitations: ({ id, owner }) =>
    asOwner(
      `INSERT INTO invitations (organization_id, id, email, role, status, invited_by, created_at, expires_at)
       VALUES ($1, gen_random_uuid(), $2, 'viewer', 'pending', $3, now(), now() + interval '7 days')`,
      [id, `guest-${id}@example.com`, owner.id],
    ),
  organization_settings: ({ id }) =>
    asOwner(
      `INSERT INTO organization_settings (organization_id, section, value, updated_at) VALUES ($1, 'walk', '{}', now())`,
      [id],
    ),
  user_settings: ({ id, owner }) =>
    asOwner(
      `INSERT INTO user_settings (organization_id, user_id, section, value, updated_at)
       VALUES ($1, $2, 'walk', '{}', now())`,
      [id, owner.id],
    ),
  organization_exports: ({ id, owner }) =>
    asOwner(
      `INSERT INTO organization_exports (organization_id, id, status, user_id, created_at, finished_at)
       VALUES ($1, gen_random_uuid(), 'failed', $2, now(), now())`,
      [id, owner.id],
    ),
  imports: ({ id, owner }) =>
    asOwner(
      `INSERT INTO imports (organization_id, id, kind, status, user_id, started_at, finished_at)
       VALUES ($1, gen_random_uuid(), 'walk', 'done', $2, now(), now())`,
      [id, owner.id],
    ),
  comments: ({ id, owner }) =>
    asOwner(
      `INSERT INTO comments (organization_id, id, entity_kind, entity_id, user_id, message, created_at)
       VALUES ($1, gen_random_uuid(), 'taskId', gen_random_uuid(), $2, 'hello', now())`,
      [id, owner.id],
    ),
  notifications: ({ id, owner }) =>
    asOwner(
      `INSERT INTO notifications (organization_id, user_id, id, kind, title, body, created_at)
       VALUES ($1, $2, gen_random_uuid(), 'walk', 'A title', 'A body', now())`,
      [id, owner.id],
    ),
  webhooks: ({ id, owner }) => {
    const webhookId = newId();
    const { sealed } = newSigningSecret(app.engine.services, id, webhookId);
    return asOwner(
      `INSERT INTO webhooks (organization_id, id, url, event_types, secret, created_by, created_at)
       VALUES ($1, $2, 'http://localhost:9/', '{walk:never}', $3, $4, now())`,
      [id, webhookId, sealed, owner.id],
    );
  },
  webhook_deliveries: ({ id }) =>
    asOwner(
      `INSERT INTO webhook_deliveries
         (organization_id, id, webhook_id, event_id, event_type, request_body, status, created_at)
       SELECT $1, gen_random_uuid(), webhooks.id, gen_random_uuid(), 'walk:made', '{}', 'failed', now()
       FROM webhooks WHERE organization_id = $1`,
      [id],
    ),
  merchant_accounts: ({ id }) =>
    asOwner(
      `INSERT INTO merchant_accounts (organization_id, adapter, provider_account_id, created_at, updated_at)
       VALUES ($1, 'walk', 'acct_walk', now(), now())`,
      [id],
    ),
  service_customers: ({ id }) =>
    asOwner(
      `INSERT INTO service_customers (organization_id, adapter, provider_customer_id, created_at)
       VALUES ($1, 'walk', 'cus_walk', now())`,
      [id],
    ),
  divisions: ({ id }) =>
    asOwner(
      `INSERT INTO divisions (organization_id, id, name, created_at) VALUES ($1, gen_random_uuid(), 'Walk', now())`,
      [id],
    ),
  active_divisions: ({ id, owner }) =>
    asOwner(
      `INSERT INTO active_divisions (organization_id, session_id, division_id)
       SELECT $1, s.id, d.id FROM sessions s, divisions d
       WHERE s.user_id = $2 AND d.organization_id = $1 LIMIT 1`,
      [id, owner.id],
    ),
  accounts: ({ id }) =>
    asOwner(
      `INSERT INTO accounts (organization_id, id, name, kind, currency, chart_account_id, created_at)
       SELECT $1, gen_random_uuid(), 'Walk', 'cash', currency, id, now()
       FROM chart_accounts WHERE organization_id = $1 AND code = '1102'`,
      [id],
    ),
  records: ({ id }) =>
    asOwner(
      `INSERT INTO records (organization_id, id, status, kind, date, amount, currency, base_amount, created_at, updated_at)
       VALUES ($1, gen_random_uuid(), 'posted', 'journal', '2026-01-15', 100, 'DOP', 100, now(), now())`,
      [id],
    ),
  conciliations: ({ id }) =>
    asOwner(
      `INSERT INTO conciliations
         (organization_id, id, account_id, number, until, total_in, total_out, record_count, last_record_id, created_at)
       SELECT $1, gen_random_uuid(), a.id, 1, '2026-01-31', 100, 0, 1, r.id, now() FROM accounts a, records r
       WHERE a.organization_id = $1 AND r.organization_id = $1 AND a.name = 'Walk' LIMIT 1`,
      [id],
    ),
  conciliated_records: ({ id }) =>
    asOwner(
      `INSERT INTO conciliated_records (organization_id, account_id, record_id, conciliation_id, amount)
       SELECT $1, account_id, last_record_id, id, 100 FROM conciliations WHERE organization_id = $1`,
      [id],
    ),
  statement_lines: ({ id }) =>
    asOwner(
      `INSERT INTO statement_lines
         (organization_id, id, account_id, hash, nth, date, amount, description, import_id, created_at)
       SELECT $1, gen_random_uuid(), id, 'x', 1, '2026-01-15', 100, 'Walk', gen_random_uuid(), now()
       FROM accounts WHERE organization_id = $1 AND name = 'Walk'`,
      [id],
    ),
  payout_transfers: ({ id }) =>
    asOwner(
      `INSERT INTO payout_transfers (organization_id, id, adapter, to_account_id, amount, currency, status, created_at)
       SELECT $1, gen_random_uuid(), 'walk', id, 100, currency, 'refused', now()
       FROM accounts WHERE organization_id = $1 AND name = 'Walk'`,
      [id],
    ),
  currency_rates: ({ id }) =>
    asOwner(
      `INSERT INTO currency_rates (organization_id, currency, date, rate, set_at) VALUES ($1, 'XTS', '2026-01-15', 2, now())`,
      [id],
    ),
  configuration_versions: ({ id }) =>
    asOwner('INSERT INTO configuration_versions (organization_id, version) VALUES ($1, 1) ON CONFLICT DO NOTHING', [
      id,
    ]),
  record_versions: ({ id }) =>
    asOwner(
      `INSERT INTO record_versions (organization_id, record_id, version, content, changed_at)
       SELECT $1, id, version, to_jsonb(records), now() FROM records WHERE organization_id = $1`,
      [id],
    ),
  search_words: ({ id }) =>
    asOwner(
      `INSERT INTO search_words (organization_id, kind, word, entity_id)
       SELECT $1, 'record', 'walk', id FROM records WHERE organization_id = $1`,
      [id],
    ),
  contacts: ({ id }) =>
    asOwner(
      `INSERT INTO contacts (organization_id, id, name, created_at) VALUES ($1, gen_random_uuid(), 'Walk', now())`,
      [id],
    ),
  resources: ({ id }) =>
    asOwner(
      `INSERT INTO resources (organization_id, id, kind, name, sort_name, unit, tracks_stock, created_at, updated_at)
       VALUES ($1, gen_random_uuid(), 'goods', 'Walk', 'walk', 'unidad', true, now(), now())`,
      [id],
    ),
  resource_barcodes: ({ id }) =>
    asOwner(
      `INSERT INTO resource_barcodes (organization_id, barcode, resource_id, place)
       SELECT $1, 'walk', id, 0 FROM resources WHERE organization_id = $1 LIMIT 1`,
      [id],
    ),
  resource_attributes: ({ id }) =>
    asOwner(
      `INSERT INTO resource_attributes (organization_id, resource_id, name, value)
       SELECT $1, id, 'walk', 'walk' FROM resources WHERE organization_id = $1 LIMIT 1`,
      [id],
    ),
  barcode_counters: ({ id }) =>
    asOwner(`INSERT INTO barcode_counters (organization_id, prefix, last) VALUES ($1, '29', 7)`, [id]),
  resource_parts: ({ id }) =>
    asOwner(
      `WITH combo AS (
         INSERT INTO resources (organization_id, id, kind, name, sort_name, unit, tracks_stock, created_at, updated_at)
         VALUES ($1, gen_random_uuid(), 'combo', 'Walk', 'walk', 'unidad', false, now(), now()) RETURNING id)
       INSERT INTO resource_parts (organization_id, resource_id, part_id, quantity)
       SELECT $1, combo.id, r.id, 2 FROM combo, resources r WHERE r.organization_id = $1 AND r.kind = 'goods'`,
      [id],
    ),
  resource_taxes: ({ id }) =>
    asOwner(
      `INSERT INTO resource_taxes (organization_id, resource_id, tax_id)
       SELECT $1, r.id, t.id FROM resources r, taxes t WHERE r.organization_id = $1 AND t.organization_id = $1 LIMIT 1`,
      [id],
    ),
  resource_prices: ({ id }) =>
    asOwner(
      `INSERT INTO resource_prices
         (organization_id, id, resource_id, label, currency, amount, created_at, updated_at)
       SELECT $1, gen_random_uuid(), id, 'walk', 'DOP', 5, now(), now() FROM resources WHERE organization_id = $1 LIMIT 1`,
      [id],
    ),
  resource_bulk_changes: ({ id }) =>
    asOwner(
      `INSERT INTO resource_bulk_changes
         (organization_id, id, kind, created_count, updated_count, unchanged_count, failed_count, created_at)
       VALUES ($1, gen_random_uuid(), 'prices', 1, 0, 0, 0, now())`,
      [id],
    ),
  resource_lists: ({ id }) =>
    asOwner(
      `INSERT INTO resource_lists (organization_id, id, name, type, built_at, created_at, updated_at)
       VALUES ($1, gen_random_uuid(), 'Walk', 'PACK', now(), now(), now())`,
      [id],
    ),
  resource_list_members: ({ id }) =>
    asOwner(
      `INSERT INTO resource_list_members (organization_id, list_id, resource_id)
       SELECT $1, l.id, r.id FROM resource_lists l, resources r WHERE l.organization_id = $1 AND r.organization_id = $1`,
      [id],
    ),
  discount_rules: ({ id }) =>
    asOwner(
      `INSERT INTO discount_rules (organization_id, id, name, percent, created_at, updated_at)
       VALUES ($1, gen_random_uuid(), 'Walk', 5, now(), now())`,
      [id],
    ),
  discount_uses: ({ id }) =>
    asOwner(
      `INSERT INTO discount_uses (organization_id, rule_id, document_id, created_at)
       SELECT $1, id, gen_random_uuid(), now() FROM discount_rules WHERE organization_id = $1`,
      [id],
    ),
  discount_offers: ({ id }) =>
    asOwner(
      `INSERT INTO discount_offers (organization_id, id, rule_id, rule_name, resource_id, offered_on, quantity, currency,
         full_price, unit_price, minimum_quantity, reason, offered_at)
       SELECT $1, gen_random_uuid(), d.id, d.name, r.id, '2026-01-15', 1, 'DOP', 10, 9, 0, 'Walk', now()
       FROM discount_rules d, resources r WHERE d.organization_id = $1 AND r.organization_id = $1 LIMIT 1`,
      [id],
    ),
  projects: ({ id }) =>
    asOwner(
      `INSERT INTO projects (organization_id, id, name, created_at) VALUES ($1, gen_random_uuid(), 'Walk', now())`,
      [id],
    ),
  division_transfers: ({ id }) =>
    asOwner(
      `INSERT INTO division_transfers
         (organization_id, id, record_id, from_account_id, to_account_id, to_division_id, amount, moved_at)
       SELECT $1, gen_random_uuid(), r.id, a.id, a.id, d.id, 100, now() FROM records r, accounts a, divisions d
       WHERE r.organization_id = $1 AND a.organization_id = $1 AND d.organization_id = $1 LIMIT 1`,
      [id],
    ),
  division_closes: ({ id }) =>
    asOwner(
      `INSERT INTO division_closes (organization_id, id, division_id, number, closed_at, closed_on)
       SELECT $1, gen_random_uuid(), id, 1, now(), '2026-01-15' FROM divisions WHERE organization_id = $1 LIMIT 1`,
      [id],
    ),
  division_close_balances: ({ id }) =>
    asOwner(
      `INSERT INTO division_close_balances (organization_id, close_id, account_id, opening, came_in, went_out, transfered,
         expected, own_debit, own_credit, balance, was_counted)
       SELECT $1, c.id, a.id, 0, 5, 0, 0, 5, 5, 0, 5, true FROM division_closes c, accounts a
       WHERE c.organization_id = $1 AND a.organization_id = $1`,
      [id],
    ),
  close_previews: ({ id, owner }) =>
    asOwner(
      `INSERT INTO close_previews (organization_id, division_id, user_id, number, previewed_at, expected)
       SELECT $1, id, $2, 1, now(), '{}' FROM divisions WHERE organization_id = $1 LIMIT 1`,
      [id, owner.id],
    ),
  pos_openings: ({ id }) =>
    asOwner(
      `INSERT INTO pos_openings (organization_id, id, division_id, opened_at)
       SELECT $1, gen_random_uuid(), id, now() FROM divisions WHERE organization_id = $1 LIMIT 1`,
      [id],
    ),
  pos_opening_balances: ({ id }) =>
    asOwner(
      `INSERT INTO pos_opening_balances (organization_id, opening_id, account_id, own_debit, own_credit)
       SELECT $1, o.id, a.id, 5, 0 FROM pos_openings o, accounts a
       WHERE o.organization_id = $1 AND a.organization_id = $1`,
      [id],
    ),
  chart_accounts: ({ id }) =>
    asOwner(
      `INSERT INTO chart_accounts (organization_id, id, code, name, kind, currency, postable, created_at)
       VALUES ($1, gen_random_uuid(), 'WALK', 'An account', 'asset', 'DOP', true, now())`,
      [id],
    ),
  posting_rules: ({ id }) =>
    asOwner(
      `INSERT INTO posting_rules (organization_id, name, chart_account_id, updated_at)
       SELECT $1, 'walk', id, now() FROM chart_accounts WHERE organization_id = $1 AND code = 'WALK'`,
      [id],
    ),
  data_sources: ({ id }) =>
    asOwner(
      `INSERT INTO data_sources (organization_id, id, name, created_at) VALUES ($1, gen_random_uuid(), 'A source', now())`,
      [id],
    ),
  data_source_members: ({ id }) =>
    asOwner(
      `INSERT INTO data_source_members (organization_id, data_source_id, record_kind)
       SELECT $1, id, 'income' FROM data_sources WHERE organization_id = $1`,
      [id],
    ),
  ledger_entries: ({ id }) =>
    asOwner(
      `INSERT INTO ledger_entries (organization_id, id, record_id, version, date, posted_at)
       SELECT $1, gen_random_uuid(), id, 1, date, now() FROM records WHERE organization_id = $1 LIMIT 1`,
      [id],
    ),
  ledger_transfers: ({ id }) =>
    asOwner(
      `INSERT INTO ledger_transfers (organization_id, entry_id, line, debit_account_id, credit_account_id, amount,
         debit_amount, credit_amount, debit_currency, credit_currency, date, purpose)
       SELECT $1, e.id, 1, d.id, c.id, 100, 100, 100, 'DOP', 'DOP', e.date, 'net'
       FROM ledger_entries e, chart_accounts d, chart_accounts c
       WHERE e.organization_id = $1 AND d.organization_id = $1 AND d.code = '1101'
         AND c.organization_id = $1 AND c.code = '4101'`,
      [id],
    ),
  ledger_tail: ({ id }) =>
    asOwner(
      `INSERT INTO ledger_tail (organization_id, entry_id, line, account_id, date, debit, credit, own_debit, own_credit)
       SELECT $1, entry_id, line, debit_account_id, date, 100, 0, 100, 0 FROM ledger_transfers WHERE organization_id = $1`,
      [id],
    ),
  ledger_days: ({ id }) =>
    asOwner(
      `INSERT INTO ledger_days (organization_id, account_id, date, debit, credit, own_debit, own_credit)
       SELECT $1, credit_account_id, date, 0, 100, 0, 100 FROM ledger_transfers WHERE organization_id = $1`,
      [id],
    ),
  ledger_months: ({ id }) =>
    asOwner(
      `INSERT INTO ledger_months (organization_id, account_id, month, debit, credit, own_debit, own_credit)
       SELECT $1, credit_account_id, '2026-01-01', 0, 100, 0, 100 FROM ledger_transfers WHERE organization_id = $1`,
      [id],
    ),
  ledger_verifications: ({ id }) =>
    asOwner(
      `INSERT INTO ledger_verifications (organization_id, checked_at, verified_at, transfers, differences)
       VALUES ($1, now(), now(), 0, '[]') ON CONFLICT DO NOTHING`,
      [id],
    ),
  contact_data: ({ id }) =>
    asOwner(
      `INSERT INTO contact_data (organization_id, id, contact_id, kind, value, normalised, is_primary, created_at)
       SELECT $1, gen_random_uuid(), contacts.id, 'email', 'walk@example.com', 'walk@example.com', true, now()
       FROM contacts WHERE organization_id = $1`,
      [id],
    ),
  payment_customers: ({ id }) =>
    asOwner(
      `INSERT INTO payment_customers (organization_id, adapter, reference, contact_id, created_at)
       SELECT $1, 'walk', 'cus_walk', contacts.id, now() FROM contacts WHERE organization_id = $1 LIMIT 1`,
      [id],
    ),
  payment_profiles: ({ id }) =>
    asOwner(
      `INSERT INTO payment_profiles (organization_id, id, contact_id, provider, adapter, customer_reference, reference,
         brand, last4, expires_on, state, created_at, updated_at)
       SELECT $1, gen_random_uuid(), contact_id, 'payproc', adapter, reference, 'pm_walk', 'visa', '4242', '2034-12',
         'active', now(), now() FROM payment_customers WHERE organization_id = $1`,
      [id],
    ),
  contact_charges: ({ id }) =>
    asOwner(
      `INSERT INTO contact_charges (organization_id, id, key, contact_id, profile_id, cause_kind, cause_id, amount,
         currency, off_session, return_url, created_at)
       SELECT $1, gen_random_uuid(), 'walk', contact_id, id, 'walk', gen_random_uuid(), 100, 'DOP', true,
         'https://example.com', now() FROM payment_profiles WHERE organization_id = $1`,
      [id],
    ),
  tax_checks: ({ id }) =>
    asOwner(
      `INSERT INTO tax_checks (organization_id, id, status, total_count, started_at, finished_at)
       VALUES ($1, gen_random_uuid(), 'done', 0, now(), now())`,
      [id],
    ),
  contact_balances: ({ id }) =>
    asOwner(
      `INSERT INTO contact_balances (organization_id, contact_id, currency, balance, base_balance)
       SELECT $1, id, 'DOP', 100, 100 FROM contacts WHERE organization_id = $1`,
      [id],
    ),
  contact_balance_movements: ({ id }) =>
    asOwner(
      `INSERT INTO contact_balance_movements
         (organization_id, id, contact_id, currency, kind, amount, base_amount, record_id, created_at)
       SELECT $1, gen_random_uuid(), c.id, 'DOP', 'topup', 100, 100, r.id, now() FROM contacts c, records r
       WHERE c.organization_id = $1 AND r.organization_id = $1`,
      [id],
    ),
  gift_cards: ({ id }) =>
    asOwner(
      `INSERT INTO gift_cards (organization_id, id, code_hash, last4, origin, status, currency, amount, balance,
         base_amount, base_balance, created_at)
       VALUES ($1, gen_random_uuid(), 'walk', 'WALK', 'sold', 'active', 'DOP', 100, 100, 100, 100, now())`,
      [id],
    ),
  gift_card_movements: ({ id }) =>
    asOwner(
      `INSERT INTO gift_card_movements
         (organization_id, id, gift_card_id, kind, amount, base_amount, currency, date, record_id, created_at)
       SELECT $1, gen_random_uuid(), g.id, 'issue', 100, 100, 'DOP', r.date, r.id, now() FROM gift_cards g, records r
       WHERE g.organization_id = $1 AND r.organization_id = $1`,
      [id],
    ),
  taxes: ({ id }) =>
    asOwner(
      `INSERT INTO taxes (organization_id, id, code, name, kind, base, created_at)
       VALUES ($1, gen_random_uuid(), 'WALK', 'Walk', 'other', 'net', now())`,
      [id],
    ),
  tax_rates: ({ id }) =>
    asOwner(
      `INSERT INTO tax_rates (organization_id, tax_id, valid_from, rate)
       SELECT $1, id, '2026-01-01', 5 FROM taxes WHERE organization_id = $1 AND code = 'WALK'`,
      [id],
    ),
  commission_rates: ({ id }) =>
    asOwner(
      `INSERT INTO commission_rates (organization_id, id, from_month, percent, created_at)
       VALUES ($1, gen_random_uuid(), '2026-01-01', 5, now())`,
      [id],
    ),
  numerals: ({ id }) =>
    asOwner(
      `INSERT INTO numerals
         (organization_id, id, type, first_number, last_number, next_number, authorized_on, usable_from, warn_at, created_at)
       VALUES ($1, gen_random_uuid(), 'B01', 1, 100, 1, '2026-01-01', '2026-01-01', 10, now())`,
      [id],
    ),
  tax_filings: ({ id }) =>
    asOwner(
      `INSERT INTO tax_filings (organization_id, id, kind, period, paid_on, amount, figures, created_at)
       VALUES ($1, gen_random_uuid(), 'ir17', '2026-01-01', '2026-02-10', 100, '{}', now())`,
      [id],
    ),
  sent_reports: ({ id }) =>
    asOwner(
      `INSERT INTO sent_reports (organization_id, id, form, period, sent_on, rows, file_name, created_at)
       VALUES ($1, gen_random_uuid(), '606', '2026-01-01', '2026-02-10', 0, 'walk.TXT', now())`,
      [id],
    ),
  employees: ({ id }) =>
    asOwner(
      `INSERT INTO employees (organization_id, id, name, monthly_salary, starts_on, created_at)
       VALUES ($1, gen_random_uuid(), 'Walk', 100, '2026-01-01', now())`,
      [id],
    ),
  payroll_entries: ({ id }) =>
    asOwner(
      `INSERT INTO payroll_entries (organization_id, id, employee_id, period, kind, amount, created_at)
       SELECT $1, gen_random_uuid(), e.id, '2026-01-01', 'commission', 100, now()
       FROM employees e WHERE e.organization_id = $1 LIMIT 1`,
      [id],
    ),
  voided_numbers: ({ id }) =>
    asOwner(
      `INSERT INTO voided_numbers
         (organization_id, id, type, first_number, last_number, voided_on, reason, created_at)
       VALUES ($1, gen_random_uuid(), 'B01', 1, 1, '2026-01-15', '04', now())`,
      [id],
    ),
  pending_records: ({ id }) =>
    asOwner(
      `INSERT INTO pending_records (organization_id, id, kind, direction, status, number, issued_at, date, due_on, currency,
         subtotal, discount, net, tax, total, base_net, base_tax, base_total, created_at, updated_at)
       VALUES ($1, gen_random_uuid(), 'invoice', 'sale', 'issued', 1000000, now(), '2026-01-15', '2999-01-15', 'DOP',
         100, 0, 100, 0, 100, 100, 0, 100, now(), now())`,
      [id],
    ),
  pending_record_counters: ({ id }) =>
    asOwner(
      `INSERT INTO pending_record_counters (organization_id, kind, direction, number) VALUES ($1, 'loan', 'sale', 7)`,
      [id],
    ),
  pending_elements: ({ id }) =>
    asOwner(
      `INSERT INTO pending_elements (organization_id, id, pending_record_id, position, description, quantity, unit_price,
         amount, discount, net, tax, withheld, total)
       SELECT $1, gen_random_uuid(), id, 0, 'Walk', 1, 1, 100, 0, 100, 0, 0, 100
       FROM pending_records WHERE organization_id = $1`,
      [id],
    ),
  pending_element_taxes: ({ id }) =>
    asOwner(
      `INSERT INTO pending_element_taxes
         (organization_id, element_id, tax_id, position, code, name, kind, rate, applies_to, base, amount)
       SELECT $1, e.id, t.id, 0, 'WALK', 'Walk', 'other', 0, 'net', 100, 0 FROM pending_elements e, taxes t
       WHERE e.organization_id = $1 AND t.organization_id = $1 AND t.code = 'WALK'`,
      [id],
    ),
  sold_parts: ({ id }) =>
    asOwner(
      `INSERT INTO sold_parts (organization_id, pending_record_id, element_id, resource_id, quantity)
       SELECT $1, e.pending_record_id, e.id, r.id, 1 FROM pending_elements e, resources r
       WHERE e.organization_id = $1 AND r.organization_id = $1 LIMIT 1`,
      [id],
    ),
  pending_payments: ({ id }) =>
    asOwner(
      `INSERT INTO pending_payments (organization_id, id, pending_record_id, source, amount, base_amount, date, voided_at,
         created_at)
       SELECT $1, gen_random_uuid(), id, 'account', 100, 100, '2026-01-15', now(), now()
       FROM pending_records WHERE organization_id = $1`,
      [id],
    ),
  pending_links: ({ id }) =>
    asOwner(
      `INSERT INTO pending_links (organization_id, pending_record_id, kind, linked_id, created_at)
       SELECT $1, p.id, 'record', r.id, now() FROM pending_records p, records r
       WHERE p.organization_id = $1 AND r.organization_id = $1 LIMIT 1`,
      [id],
    ),
  pending_costs: ({ id }) =>
    asOwner(
      `INSERT INTO pending_costs (organization_id, id, pending_record_id, record_id, amount, created_at)
       SELECT $1, gen_random_uuid(), p.id, r.id, 100, now() FROM pending_records p, records r
       WHERE p.organization_id = $1 AND r.organization_id = $1 LIMIT 1`,
      [id],
    ),
  document_templates: async ({ api }) =>
    void (await api.PATCH('/v1/record/pending/template', { body: { name: 'Recorrido' } })),
  pending_shares: async ({ id }) => {
    const documents = await asOwner<{ id: string }>('SELECT id FROM pending_records WHERE organization_id = $1', [id]);
    for (const document of documents)
      await asOwner(
        `INSERT INTO pending_shares (organization_id, pending_record_id, sealed_share_id, created_at)
         VALUES ($1, $2, $3, now())`,
        [id, document.id, app.engine.services.secrets.encrypt('walk', shareAddress.purposeOf(id, document.id))],
      );
  },
  file_exports: ({ id, owner }) =>
    asOwner(
      `INSERT INTO file_exports (organization_id, id, kind, file_name, format, filters, status, row_count, user_id,
         created_at, finished_at)
       VALUES ($1, gen_random_uuid(), 'walk', 'walk.csv', 'csv', '{}', 'done', 0, $2, now(), now())`,
      [id, owner.id],
    ),
  stock_positions: ({ id }) =>
    asOwner(
      `INSERT INTO stock_positions (organization_id, resource_id, division_id, quantity, reserved, value, moves, layered,
         created_at)
       SELECT $1, r.id, d.id, 2, 1, 100, 1, true, now() FROM resources r, divisions d
       WHERE r.organization_id = $1 AND d.organization_id = $1 LIMIT 1`,
      [id],
    ),
  stock_movements: ({ id }) =>
    asOwner(
      `INSERT INTO stock_movements (organization_id, id, resource_id, division_id, number, type, date, quantity, value,
         quantity_after, value_after, method, cause_kind, cause_id, line, serial_numbers, created_at)
       SELECT $1, gen_random_uuid(), resource_id, division_id, 1, 'IN', '2026-01-15', 2, 100, 2, 100, 'fifo', 'walk',
              gen_random_uuid(), 1, '{WALK-1}', now()
       FROM stock_positions WHERE organization_id = $1`,
      [id],
    ),
  stock_verifications: ({ id }) =>
    asOwner(
      `INSERT INTO stock_verifications (organization_id, checked_at, verified_at, movements, differences)
       VALUES ($1, now(), now(), 0, '[]') ON CONFLICT DO NOTHING`,
      [id],
    ),
  stock_layers: ({ id }) =>
    asOwner(
      `INSERT INTO stock_layers (organization_id, resource_id, division_id, place, quantity, value)
       SELECT $1, resource_id, division_id, 1, 2, 100 FROM stock_positions WHERE organization_id = $1`,
      [id],
    ),
  stock_checkpoints: ({ id }) =>
    asOwner(
      `INSERT INTO stock_checkpoints (organization_id, resource_id, date, holdings)
       SELECT $1, resource_id, '2026-10-31', '[]' FROM stock_positions WHERE organization_id = $1`,
      [id],
    ),
  stock_reservations: ({ id }) =>
    asOwner(
      `INSERT INTO stock_reservations (organization_id, cause_kind, cause_id, resource_id, division_id, quantity, created_at)
       SELECT $1, 'walk', gen_random_uuid(), resource_id, division_id, 1, now()
       FROM stock_positions WHERE organization_id = $1`,
      [id],
    ),
  serial_numbers: ({ id }) =>
    asOwner(
      `INSERT INTO serial_numbers (organization_id, resource_id, serial_number, status, division_id, created_at, updated_at)
       SELECT $1, resource_id, 'WALK-1', 'in-stock', division_id, now(), now()
       FROM stock_positions WHERE organization_id = $1`,
      [id],
    ),
  serial_events: ({ id }) =>
    asOwner(
      `INSERT INTO serial_events (organization_id, resource_id, serial_number, number, kind, division_id, cause_kind,
         cause_id, created_at)
       SELECT $1, resource_id, serial_number, 1, 'received', division_id, 'walk', gen_random_uuid(), now()
       FROM serial_numbers WHERE organization_id = $1`,
      [id],
    ),
  lots: ({ id }) =>
    asOwner(
      `INSERT INTO lots (organization_id, id, resource_id, lot, expires_on, created_at, updated_at)
       SELECT $1, gen_random_uuid(), resource_id, 'WALK-1', '2027-01-31', now(), now()
       FROM stock_positions WHERE organization_id = $1`,
      [id],
    ),
  lot_positions: ({ id }) =>
    asOwner(
      `INSERT INTO lot_positions (organization_id, lot_id, resource_id, division_id, quantity)
       SELECT $1, l.id, l.resource_id, p.division_id, 1
       FROM lots l JOIN stock_positions p USING (organization_id, resource_id) WHERE l.organization_id = $1`,
      [id],
    ),
  lot_movements: ({ id }) =>
    asOwner(
      `INSERT INTO lot_movements (organization_id, movement_id, lot_id, resource_id, division_id, date, quantity)
       SELECT $1, m.id, l.id, l.resource_id, m.division_id, m.date, 1
       FROM lots l JOIN stock_movements m USING (organization_id, resource_id) WHERE l.organization_id = $1`,
      [id],
    ),
  recurrencies: ({ id }) =>
    asOwner(
      `INSERT INTO recurrencies (organization_id, id, pending_record_id, status, frequency, interval, missing_days, time_zone,
         starts_on, created_at, updated_at)
       SELECT $1, gen_random_uuid(), id, 'ended', 'monthly', 1, 'last-day', 'UTC', '2026-01-15', now(), now()
       FROM pending_records WHERE organization_id = $1 LIMIT 1`,
      [id],
    ),
  recurrency_cycles: ({ id }) =>
    asOwner(
      `INSERT INTO recurrency_cycles (organization_id, recurrency_id, cycle_on, attempts, message, created_at, updated_at)
       SELECT $1, id, '2026-01-15', 1, 'Walk', now(), now() FROM recurrencies WHERE organization_id = $1`,
      [id],
    ),
  recurrency_values: ({ id }) =>
    asOwner(
      `INSERT INTO recurrency_values (organization_id, recurrency_id, from_on, monthly)
       SELECT $1, id, '2026-01-15', 100 FROM recurrencies WHERE organization_id = $1`,
      [id],
    ),
  credits: ({ id }) =>
    asOwner(
      `INSERT INTO credits (organization_id, id, pending_record_id, status, principal, method, annual_rate, frequency,
         instalments, starts_on, first_due_on, end_of_month, grace_instalments, day_count, late_fee_rate, late_fee_grace_days,
         document_due_on, created_at, ended_at, direction, currency)
       SELECT $1, gen_random_uuid(), id, 'canceled', 100, 'level', 0, 'monthly', 1, '2026-01-15', '2026-02-15', false, 0,
         'periods', 0, 0, '2026-02-15', now(), now(), 'granted', currency
       FROM pending_records WHERE organization_id = $1 LIMIT 1`,
      [id],
    ),
  credit_events: ({ id }) =>
    asOwner(
      `INSERT INTO credit_events (organization_id, credit_id, number, kind, date, annual_rate, late_fee, interest, capital,
         created_at)
       SELECT $1, id, 1, 'rate', '2026-01-15', 1, 0, 0, 0, now() FROM credits WHERE organization_id = $1`,
      [id],
    ),
  credit_instalments: ({ id }) =>
    asOwner(
      `INSERT INTO credit_instalments (organization_id, credit_id, position, due_on, late_fee, interest, capital,
         open_late_fee, open_interest, open_capital)
       SELECT $1, id, 1, '2026-02-15', 0, 0, 100, 0, 0, 100 FROM credits WHERE organization_id = $1`,
      [id],
    ),
  ecf_companies: ({ id }) =>
    asOwner(
      `INSERT INTO ecf_companies (organization_id, tax_id, name, address, environment, certificate, certificate_holder,
         certificate_issuer, certificate_valid_from, certificate_valid_to, receiver_key, created_at, updated_at)
       VALUES ($1, '101850043', 'Walk', 'Walk', 'simulator', '', 'Walk', 'Walk', now(), now(), 'ecf_walk', now(), now())`,
      [id],
    ),
  ecf_test_sets: ({ id }) =>
    asOwner(
      `INSERT INTO ecf_test_sets (organization_id, id, environment, state, total, started_at, finished_at)
       VALUES ($1, gen_random_uuid(), 'simulator', 'passed', 1, now(), now())`,
      [id],
    ),
  ecf_documents: ({ id }) =>
    asOwner(
      `INSERT INTO ecf_documents (organization_id, id, source_kind, source_id, type, number, issued_on, total, content,
         summarised, state, created_at)
       VALUES ($1, gen_random_uuid(), 'walk', gen_random_uuid(), '31', 'E319999999999', '2026-01-15', 100, '{}', false,
         'failed', now())`,
      [id],
    ),
  ecf_received: ({ id }) =>
    asOwner(
      `INSERT INTO ecf_received (organization_id, id, issuer_tax_id, number, xml, state, refused_for, receipt_xml, received_at)
       VALUES ($1, gen_random_uuid(), '131246796', 'E310000000001', '', 'refused', 'signature', '', now())`,
      [id],
    ),
  ecf_annulments: ({ id }) =>
    asOwner(
      `INSERT INTO ecf_annulments (organization_id, id, environment, type, first_number, last_number, count, xml, annulled_at)
       VALUES ($1, gen_random_uuid(), 'test', '31', 'E310000000001', 'E310000000001', 1, '', now())`,
      [id],
    ),
  exchanges: ({ id }) =>
    asOwner(
      `INSERT INTO exchanges (organization_id, kind, id, state, settled_state, attempts, failures, turn, created_at)
       VALUES ($1, 'walk', gen_random_uuid(), 'done', 'done', 1, 0, 1, now())`,
      [id],
    ),
  payment_refunds: ({ id }) =>
    asOwner(
      `INSERT INTO payment_refunds (organization_id, id, payment_id, status, reason, created_at)
       SELECT $1, gen_random_uuid(), id, 'failed', 'walk', now() FROM pending_payments WHERE organization_id = $1 LIMIT 1`,
      [id],
    ),
  payment_receipts: ({ id }) =>
    asOwner(
      `INSERT INTO payment_receipts (organization_id, id, direction, number, contact_id, contact_name, date, currency,
         valid_payments, created_at)
       SELECT $1, gen_random_uuid(), 'sale', 1, id, name, '2026-01-15', 'DOP', 1, now() FROM contacts
       WHERE organization_id = $1 LIMIT 1`,
      [id],
    ),
  payment_receipt_lines: ({ id }) =>
    asOwner(
      `INSERT INTO payment_receipt_lines
         (organization_id, record_id, receipt_id, position, pending_record_id, settled, due, interest, late_fee, advance)
       SELECT $1, r.id, p.id, 0, d.id, 100, 0, 0, 0, 0 FROM records r, payment_receipts p, pending_records d
       WHERE r.organization_id = $1 AND p.organization_id = $1 AND d.organization_id = $1 LIMIT 1`,
      [id],
    ),
  payment_disputes: ({ id }) =>
    asOwner(
      `INSERT INTO payment_disputes (organization_id, id, adapter, reference, charge_id, pending_record_id, state, reason, amount,
         currency, read_at, created_at)
       SELECT $1, gen_random_uuid(), 'walk', 'dp_walk', id, pending_record_id, 'open', 'fraudulent', 1, 'DOP', now(), now()
       FROM document_charges WHERE organization_id = $1 LIMIT 1`,
      [id],
    ),
  return_refunds: ({ id }) =>
    asOwner(
      `INSERT INTO return_refunds (organization_id, id, return_record_id, payment_id, charge_id, amount, base_amount, status, reason,
         created_at)
       SELECT $1, gen_random_uuid(), r.id, p.id, c.id, 1, 1, 'failed', 'walk', now()
       FROM records r, pending_payments p, document_charges c
       WHERE r.organization_id = $1 AND p.organization_id = $1 AND c.organization_id = $1 LIMIT 1`,
      [id],
    ),
  document_charges: ({ id }) =>
    asOwner(
      `INSERT INTO document_charges (organization_id, id, pending_record_id, channel, adapter, amount, currency, status, created_at)
       SELECT $1, gen_random_uuid(), id, 'page', 'walk', 100, 'DOP', 'failed', now()
       FROM pending_records WHERE organization_id = $1 LIMIT 1`,
      [id],
    ),
  billing_subscriptions: ({ id }) =>
    asOwner(
      `INSERT INTO billing_subscriptions (organization_id, adapter, subscription_id, customer_id, plan, interval, state,
         read_at, created_at)
       VALUES ($1, 'walk', 'sub_walk', 'cus_walk', 'business', 'month', 'canceled', now(), now())`,
      [id],
    ),
  shared_pages: async ({ id }) => {
    const pageId = newId();
    await asOwner(
      `INSERT INTO shared_pages (organization_id, id, kind, pending_record_id, may_pay, sealed_id, created_at)
       SELECT $1, $2, 'document', id, '{whole}', $3, now() FROM pending_records WHERE organization_id = $1 LIMIT 1`,
      [id, pageId, app.engine.services.secrets.encrypt('walk', pageAddress.purposeOf(id, pageId))],
    );
  },
  labels: ({ id }) =>
    asOwner(
      `INSERT INTO labels (organization_id, id, name, used_for, created_at)
       VALUES ($1, gen_random_uuid(), 'walk', '{contact}', now())`,
      [id],
    ),
  usage_days: ({ id }) =>
    asOwner(
      `INSERT INTO usage_days (organization_id, day, meter, quantity) VALUES ($1, '2026-01-15', 'documents', 1)`,
      [id],
    ),
  market_orders: ({ id }) =>
    asOwner(
      `INSERT INTO market_orders (organization_id, cart_id, attempt, invoice_id, page_id, state, created_at)
       SELECT $1, gen_random_uuid(), 1, pending_record_id, id, 'confirmed', now() FROM shared_pages
       WHERE organization_id = $1 LIMIT 1`,
      [id],
    ),
  delivery_methods: ({ id }) =>
    asOwner(
      `INSERT INTO delivery_methods (organization_id, id, name, kind, division_id, created_at, updated_at)
       SELECT $1, gen_random_uuid(), 'Walk', 'pickup', id, now(), now() FROM divisions WHERE organization_id = $1 LIMIT 1`,
      [id],
    ),
  page_payments: ({ id }) =>
    asOwner(
      `INSERT INTO page_payments (organization_id, id, page_id, channel, amount, currency, status, created_at)
       SELECT $1, gen_random_uuid(), id, 'saved', 100, 'DOP', 'failed', now() FROM shared_pages WHERE organization_id = $1`,
      [id],
    ),
  page_codes: ({ id }) =>
    asOwner(
      `INSERT INTO page_codes (organization_id, id, page_id, contact_id, request_hash, code_hash, expires_at, created_at)
       SELECT $1, gen_random_uuid(), p.id, c.id, '\\x01', '\\x02', now(), now()
       FROM shared_pages p, contacts c WHERE p.organization_id = $1 AND c.organization_id = $1 LIMIT 1`,
      [id],
    ),
  page_acceptances: ({ id }) =>
    asOwner(
      `INSERT INTO page_acceptances (organization_id, page_id, name, document_version, address, user_agent, accepted_at)
       SELECT $1, id, 'Walk', 1, '', '', now() FROM shared_pages WHERE organization_id = $1`,
      [id],
    ),
  auto_charges: ({ id }) =>
    asOwner(
      `INSERT INTO auto_charges (organization_id, contact_id, method_id, page_id, started_at)
       SELECT $1, c.id, gen_random_uuid(), p.id, now()
       FROM shared_pages p, contacts c WHERE p.organization_id = $1 AND c.organization_id = $1 LIMIT 1`,
      [id],
    ),
  auto_charge_attempts: ({ id }) =>
    asOwner(
      `INSERT INTO auto_charge_attempts (organization_id, pending_record_id, attempts, next_on)
       SELECT $1, id, 1, NULL FROM pending_records WHERE organization_id = $1 LIMIT 1`,
      [id],
    ),
  payment_reminders: ({ id }) =>
    asOwner(
      `INSERT INTO payment_reminders
         (organization_id, id, contact_id, email, currency, amount, overdue, pending_record_ids, sent_at)
       SELECT $1, gen_random_uuid(), id, 'walk@example.com', 'DOP', 100, 0, ARRAY[gen_random_uuid()], now()
       FROM contacts WHERE organization_id = $1 LIMIT 1`,
      [id],
    ),
  payment_reminder_runs: ({ id }) =>
    asOwner(`INSERT INTO payment_reminder_runs (organization_id, ran_on) VALUES ($1, current_date)`, [id]),
  assets: ({ id }) =>
    asOwner(
      `INSERT INTO assets
         (organization_id, id, name, category, acquired_on, in_service_on, cost, salvage_value, opening_depreciation, method,
          life_months, asset_account_id, accumulated_account_id, expense_account_id, accumulated, next_month, created_at, updated_at)
       SELECT $1, gen_random_uuid(), 'Walk van', '', current_date, current_date, 1000, 0, 0, 'straight-line', 12, id, id, id, 0,
              date_trunc('month', current_date), now(), now()
       FROM chart_accounts WHERE organization_id = $1 LIMIT 1`,
      [id],
    ),
  asset_depreciations: ({ id }) =>
    asOwner(
      `INSERT INTO asset_depreciations (organization_id, asset_id, month, amount, posted_on, record_id)
       SELECT $1, a.id, date_trunc('month', current_date), 1, current_date, r.id
       FROM assets a, records r WHERE a.organization_id = $1 AND r.organization_id = $1 LIMIT 1`,
      [id],
    ),
  budgets: ({ id }) =>
    asOwner(
      `INSERT INTO budgets (organization_id, id, name, starts_on, ends_on, created_at, updated_at)
       VALUES ($1, gen_random_uuid(), 'Walk budget', '2026-01-01', '2026-12-31', now(), now())`,
      [id],
    ),
  budget_amounts: ({ id }) =>
    asOwner(
      `INSERT INTO budget_amounts (organization_id, budget_id, chart_account_id, month, amount)
       SELECT $1, b.id, a.id, '2026-01-01', 100
       FROM budgets b, chart_accounts a WHERE b.organization_id = $1 AND a.organization_id = $1 LIMIT 1`,
      [id],
    ),
  revaluations: ({ id }) =>
    asOwner(
      `INSERT INTO revaluations
         (organization_id, id, date, sequence, reversed_on, record_id, reversal_record_id, gain, loss, created_at)
       SELECT $1, gen_random_uuid(), '2026-01-31', 1, '2026-02-01', id, id, 1, 0, now()
       FROM records WHERE organization_id = $1 LIMIT 1`,
      [id],
    ),
  revaluation_lines: ({ id }) =>
    asOwner(
      `INSERT INTO revaluation_lines
         (organization_id, revaluation_id, line, kind, chart_account_id, currency, amount, documents, rate, booked, value, difference)
       SELECT $1, r.id, 1, 'account', a.id, 'USD', 100, 0, 60, 5900, 6000, 100
       FROM revaluations r, chart_accounts a WHERE r.organization_id = $1 AND a.organization_id = $1 LIMIT 1`,
      [id],
    ),
  recipes: ({ id }) =>
    asOwner(
      `INSERT INTO recipes (organization_id, resource_id, version, yields, labour_cost, created_at)
       SELECT $1, id, 1, 1, 100, now() FROM resources WHERE organization_id = $1 LIMIT 1`,
      [id],
    ),
  recipe_parts: ({ id }) =>
    asOwner(
      `WITH part AS (
         INSERT INTO resources (organization_id, id, kind, name, sort_name, unit, tracks_stock, created_at, updated_at)
         VALUES ($1, gen_random_uuid(), 'raw-material', 'Walk part', 'walk part', 'unidad', true, now(), now())
         RETURNING id
       )
       INSERT INTO recipe_parts (organization_id, resource_id, version, line, part_id, quantity, waste)
       SELECT $1, recipes.resource_id, 1, 1, part.id, 1, 0 FROM recipes, part WHERE recipes.organization_id = $1`,
      [id],
    ),
  productions: ({ id }) =>
    asOwner(
      `INSERT INTO productions (organization_id, id, resource_id, recipe_version, division_id, status, quantity, created_at)
       SELECT $1, gen_random_uuid(), c.resource_id, 1, d.id, 'planned', 1, now() FROM recipes c, divisions d
       WHERE c.organization_id = $1 AND d.organization_id = $1 LIMIT 1`,
      [id],
    ),
  returns: ({ id }) =>
    asOwner(
      `INSERT INTO returns (organization_id, id, status, direction, pending_record_id, date, currency, net, tax, total,
         withheld, base_net, base_tax, base_total, base_withheld, created_at, updated_at)
       SELECT $1, gen_random_uuid(), 'draft', 'sale', id, '2026-01-15', 'DOP', 100, 0, 100, 0, 100, 0, 100, 0, now(), now()
       FROM pending_records WHERE organization_id = $1 LIMIT 1`,
      [id],
    ),
  return_counters: ({ id }) =>
    asOwner(`INSERT INTO return_counters (organization_id, direction, number) VALUES ($1, 'sale', 7)`, [id]),
  return_lines: ({ id }) =>
    asOwner(
      `INSERT INTO return_lines (organization_id, id, return_id, position, element_id, quantity, disposition, net, tax,
         withheld, total)
       SELECT $1, gen_random_uuid(), r.id, 0, e.id, 1, 'restock', 100, 0, 0, 100
       FROM returns r JOIN pending_elements e USING (organization_id, pending_record_id)
       WHERE r.organization_id = $1 LIMIT 1`,
      [id],
    ),
  return_line_taxes: ({ id }) =>
    asOwner(
      `INSERT INTO return_line_taxes (organization_id, line_id, tax_id, base, amount)
       SELECT $1, l.id, t.id, 100, 0 FROM return_lines l, taxes t
       WHERE l.organization_id = $1 AND t.organization_id = $1 LIMIT 1`,
      [id],
    ),
  deliveries: ({ id }) =>
    asOwner(
      `INSERT INTO deliveries (organization_id, id, kind, status, number, pending_record_id, from_division_id, date,
         created_at, updated_at)
       SELECT $1, gen_random_uuid(), 'sale', 'canceled', 1000000, p.id, d.id, '2026-01-15', now(), now()
       FROM pending_records p, divisions d WHERE p.organization_id = $1 AND d.organization_id = $1 LIMIT 1`,
      [id],
    ),
  delivery_counters: ({ id }) =>
    asOwner('INSERT INTO delivery_counters (organization_id, number) VALUES ($1, 7)', [id]),
  delivery_lines: ({ id }) =>
    asOwner(
      `INSERT INTO delivery_lines (organization_id, id, delivery_id, position, element_id, resource_id, quantity)
       SELECT $1, gen_random_uuid(), d.id, 0, e.id, r.id, 1
       FROM deliveries d JOIN pending_elements e USING (organization_id, pending_record_id), resources r
       WHERE d.organization_id = $1 AND r.organization_id = $1 LIMIT 1`,
      [id],
    ),
  landed_costs: ({ id }) =>
    asOwner(
      `INSERT INTO landed_costs (organization_id, id, pending_record_id, date, basis, amount, sources, created_at, updated_at)
       SELECT $1, gen_random_uuid(), p.id, '2026-01-15', 'value', 1, '[]', now(), now()
       FROM pending_records p WHERE p.organization_id = $1 LIMIT 1`,
      [id],
    ),
  landed_cost_lines: ({ id }) =>
    asOwner(
      `INSERT INTO landed_cost_lines (organization_id, landed_cost_id, position, movement_id, pending_record_id, amount)
       SELECT $1, c.id, 0, m.id, c.pending_record_id, 1
       FROM landed_costs c, stock_movements m WHERE c.organization_id = $1 AND m.organization_id = $1 LIMIT 1`,
      [id],
    ),
  delivery_cancellations: ({ id }) =>
    asOwner(
      `INSERT INTO delivery_cancellations (organization_id, id, delivery_id, element_id, quantity, created_at)
       SELECT $1, gen_random_uuid(), d.id, e.id, 1, now()
       FROM deliveries d JOIN pending_elements e USING (organization_id, pending_record_id)
       WHERE d.organization_id = $1 LIMIT 1`,
      [id],
    ),
  file_usage: ({ id }) =>
    asOwner(
      'INSERT INTO file_usage (organization_id, quota_bytes, used_bytes, reserved_bytes) VALUES ($1, 100, 4, 5)',
      [id],
    ),
  file_tallies: ({ id }) =>
    asOwner(
      `INSERT INTO file_tallies (organization_id, kind, key, files, bytes) VALUES ($1, 'type', 'text/walk', 1, 4)
       ON CONFLICT DO NOTHING`,
      [id],
    ),
  file_reservations: ({ id }) =>
    asOwner(
      `INSERT INTO file_reservations (organization_id, id, bytes, expires_at)
       VALUES ($1, gen_random_uuid(), 5, '2999-01-01')`,
      [id],
    ),
  file_contents: ({ id }) =>
    asOwner(
      `INSERT INTO file_contents (organization_id, sha256, bytes, content_type, storage_key, files, pictures, created_at)
       VALUES ($1, sha256('walk'), 4, 'text/plain', 'files/walk', 1, 'none', now())`,
      [id],
    ),
  files: ({ id }) =>
    asOwner(
      `INSERT INTO files (organization_id, id, kind, name, name_key, sha256, created_at, updated_at)
       VALUES ($1, gen_random_uuid(), 'file', 'walk.txt', 'walk.txt', sha256('walk'), now(), now())`,
      [id],
    ),
  file_links: ({ id }) =>
    asOwner(
      `INSERT INTO file_links (organization_id, file_id, entity_kind, entity_id, created_at)
       SELECT $1, f.id, 'beneficiaryId', c.id, now() FROM files f, contacts c
       WHERE f.organization_id = $1 AND c.organization_id = $1 LIMIT 1`,
      [id],
    ),
  documents: async ({ api }) => {
    const { data } = await api.POST('/v1/files/document', { body: { title: 'Recorrido', markdown: 'Hola' } });
    await api.PATCH('/v1/files/document', { body: { id: data!.id, shared: true } });
  },
  // The document has created its first one.
  document_versions: async () => undefined,
  website_pages: async ({ api, id }) => {
    const { data } = await api.POST('/v1/files/document', {
      body: { title: 'Inicio', kind: 'page', markdown: 'Hola' },
    });
    const sealed = app.engine.services.secrets.encrypt('pre_walk', pagePreview.purposeOf(id, data!.id));
    await asOwner(
      `INSERT INTO website_pages (organization_id, document_id, kind, slug, sealed_preview_id, created_at, updated_at)
       VALUES ($1, $2, 'page', 'inicio', $3, now(), now())`,
      [id, data!.id, sealed],
    );
  },
  forms: ({ id }) =>
    asOwner(
      `INSERT INTO forms (organization_id, id, public_id, name, draft, created_at, updated_at)
       VALUES ($1, gen_random_uuid(), 'form_' || gen_random_uuid(), 'Walk', $2, now(), now())`,
      [id, JSON.stringify(walkForm)],
    ),
  form_versions: async ({ id }) => {
    await asOwner(
      `INSERT INTO form_versions (organization_id, form_id, number, definition, published_at)
       SELECT $1, id, 1, draft, now() FROM forms WHERE organization_id = $1`,
      [id],
    );
    await asOwner('UPDATE forms SET published_version = 1 WHERE organization_id = $1', [id]);
  },
  form_submissions: ({ id }) =>
    asOwner(
      `INSERT INTO form_submissions
         (organization_id, id, form_id, form_version, number, submission_key, sent_hash, answers, language, submitted_at)
       SELECT $1, gen_random_uuid(), form_id, 1, 1, sha256('walk'), sha256('walk'), '{"name": "Ana"}', 'es', now()
       FROM form_versions WHERE organization_id = $1`,
      [id],
    ),
  form_answers: ({ id }) =>
    asOwner(
      `INSERT INTO form_answers (organization_id, form_id, submission_id, field, value)
       SELECT $1, form_id, id, 'name', 'ana' FROM form_submissions WHERE organization_id = $1`,
      [id],
    ),
  form_uploads: ({ id }) =>
    asOwner(
      `INSERT INTO form_uploads (organization_id, id, form_id, field, visitor, file_id, created_at, expires_at)
       SELECT $1, gen_random_uuid(), s.form_id, 'photo', sha256('walk'), f.id, now(), '2999-01-01'
       FROM form_submissions s, files f WHERE s.organization_id = $1 AND f.organization_id = $1 LIMIT 1`,
      [id],
    ),
  schedules: ({ id }) => {
    const scheduleId = newId();
    return asOwner(
      `INSERT INTO schedules (organization_id, id, kind, title, time_zone, duration_minutes, step_minutes, capacity,
         sealed_calendar_id, created_at, updated_at)
       VALUES ($1, $2, 'availability', 'Walk', 'America/Santo_Domingo', 30, 30, 1, $3, now(), now())`,
      [id, scheduleId, app.engine.services.secrets.encrypt('walk', scheduleCalendar.purposeOf(id, scheduleId))],
    );
  },
  schedule_hosts: ({ id, owner }) =>
    asOwner(
      `INSERT INTO schedule_hosts (organization_id, schedule_id, host_id, kind, place)
       SELECT $1, id, $2, 'person', 0 FROM schedules WHERE organization_id = $1`,
      [id, owner.id],
    ),
  schedule_sessions: ({ id }) =>
    asOwner(
      `INSERT INTO schedule_sessions (organization_id, id, schedule_id, starts_at, ends_at, capacity, taken)
       SELECT $1, gen_random_uuid(), id, '2999-01-07 13:00Z', '2999-01-07 13:30Z', 1, 1
       FROM schedules WHERE organization_id = $1`,
      [id],
    ),
  session_hosts: ({ id, owner }) =>
    asOwner(
      `INSERT INTO session_hosts (organization_id, session_id, host_id, busy_from, busy_until)
       SELECT $1, id, $2, starts_at, ends_at FROM schedule_sessions WHERE organization_id = $1`,
      [id, owner.id],
    ),
  session_reminders: ({ id }) =>
    asOwner(
      `INSERT INTO session_reminders (organization_id, session_id, interval, due_at)
       SELECT $1, id, '1_day', starts_at FROM schedule_sessions WHERE organization_id = $1`,
      [id],
    ),
  bookings: ({ id }) => {
    const bookingId = newId();
    return asOwner(
      `INSERT INTO bookings (organization_id, id, schedule_id, session_id, starts_at, ends_at, state, name, time_zone,
         language, source, sealed_token, created_at, updated_at)
       SELECT $1, $2, schedule_id, id, starts_at, ends_at, 'booked', 'Walk', 'America/Santo_Domingo', 'es', 'staff', $3,
         now(), now() FROM schedule_sessions WHERE organization_id = $1`,
      [id, bookingId, app.engine.services.secrets.encrypt('walk', bookingToken.purposeOf(id, bookingId))],
    );
  },
  schedule_links: async ({ id }) => {
    const [schedule] = await asOwner<{ id: string }>('SELECT id FROM schedules WHERE organization_id = $1', [id]);
    await asOwner(
      `INSERT INTO schedule_links (organization_id, schedule_id, sealed_shared_id, lead_minutes, horizon_days,
         visitors_may, change_until_minutes, saves_contacts, created_at, updated_at)
       VALUES ($1, $2, $3, 60, 60, 'cancel', 120, true, now(), now())`,
      [id, schedule!.id, app.engine.services.secrets.encrypt('walk', scheduleLink.purposeOf(id, schedule!.id))],
    );
  },
  outside_calendars: ({ id, owner }) => {
    const calendarId = newId();
    return asOwner(
      `INSERT INTO outside_calendars (organization_id, id, user_id, name, sealed_url, site, state, next_read_at, created_at)
       VALUES ($1, $2, $3, 'Walk', $4, 'walk.example', 'read', '2999-01-01', now())`,
      [id, calendarId, owner.id, app.engine.services.secrets.encrypt('walk', urlPurpose(id, calendarId))],
    );
  },
  outside_busy_times: ({ id }) =>
    asOwner(
      `INSERT INTO outside_busy_times (organization_id, calendar_id, user_id, starts_at, ends_at)
       SELECT $1, id, user_id, '2999-01-01', '2999-01-02' FROM outside_calendars WHERE organization_id = $1`,
      [id],
    ),
  bots: ({ id }) =>
    asOwner(
      `INSERT INTO bots (organization_id, id, name, created_at, updated_at)
       VALUES ($1, gen_random_uuid(), 'Walk', now(), now())`,
      [id],
    ),
  bot_training: ({ id }) =>
    asOwner(
      `INSERT INTO bot_training (organization_id, id, bot_id, kind, title, created_at, updated_at)
       SELECT $1, gen_random_uuid(), id, 'text', 'Walk', now(), now() FROM bots WHERE organization_id = $1`,
      [id],
    ),
  bot_training_versions: async ({ id }) => {
    await asOwner(
      `INSERT INTO bot_training_versions (organization_id, training_id, number, title, content, state, created_at)
       SELECT $1, id, 1, 'Walk', 'Walk', 'ready', now() FROM bot_training WHERE organization_id = $1`,
      [id],
    );
    await asOwner(`UPDATE bot_training SET approved_version = 1, approved_at = now() WHERE organization_id = $1`, [id]);
  },
  bot_passages: ({ id }) =>
    asOwner(
      `INSERT INTO bot_passages (organization_id, id, bot_id, training_id, training_version, place, content)
       SELECT $1, gen_random_uuid(), bot_id, id, 1, 0, 'Walk' FROM bot_training WHERE organization_id = $1`,
      [id],
    ),
  bot_stems: ({ id }) =>
    asOwner(
      `INSERT INTO bot_stems (organization_id, bot_id, stem, passage_id, in_title)
       SELECT $1, bot_id, 'walk', id, true FROM bot_passages WHERE organization_id = $1`,
      [id],
    ),
  bot_vectors: ({ id }) =>
    asOwner(
      `INSERT INTO bot_vectors (organization_id, bot_id, passage_id, model_hash, signs, vector)
       SELECT $1, bot_id, id, sha256('walk'), B'10', '\\x0000000000000000' FROM bot_passages WHERE organization_id = $1`,
      [id],
    ),
  bot_context_requests: ({ id }) =>
    asOwner(
      `INSERT INTO bot_context_requests
         (organization_id, id, bot_id, question, question_key, state, created_at, updated_at)
       SELECT $1, gen_random_uuid(), id, 'walk', sha256('walk'), 'open', now(), now() FROM bots WHERE organization_id = $1`,
      [id],
    ),
  custom_tools: ({ id }) =>
    asOwner(
      `INSERT INTO custom_tools (organization_id, id, name, description, method, url, parameters, created_at, updated_at)
       VALUES ($1, gen_random_uuid(), 'walk_tool', 'Walk', 'GET', 'http://localhost:9/',
         '{"type":"object","properties":{},"additionalProperties":false}', now(), now())`,
      [id],
    ),
  bot_tool_calls: ({ id }) =>
    asOwner(
      `INSERT INTO bot_tool_calls
         (organization_id, id, tool_call_id, bot_id, tool_id, type, args, state, created_at, finished_at)
       SELECT $1, gen_random_uuid(), 'walk', b.id, t.id, 'walk_tool', '{}', 'done', now(), now()
       FROM bots b, custom_tools t WHERE b.organization_id = $1 AND t.organization_id = $1`,
      [id],
    ),
  automations: ({ id, owner }) =>
    asOwner(
      `INSERT INTO automations (organization_id, id, name, public_id, enabled, current_version, trigger_kind, published_by,
         created_at, updated_at)
       VALUES ($1, gen_random_uuid(), 'Walk', 'auto_walk_' || gen_random_uuid(), true, 1, 'api', $2, now(), now())`,
      [id, owner.id],
    ),
  automation_versions: ({ id }) =>
    asOwner(
      `INSERT INTO automation_versions (organization_id, automation_id, number, trigger, nodes, created_at)
       SELECT $1, id, 1, '{"kind":"api","input":{"type":"object","properties":{},"additionalProperties":false}}',
         '[{"id":"one","kind":"transform","value":1,"next":null,"onError":null}]', now()
       FROM automations WHERE organization_id = $1`,
      [id],
    ),
  automation_secrets: ({ id }) => {
    const secretId = newId();
    const value = app.engine.services.secrets.encrypt('walk', secretPurpose({ organizationId: id }, secretId));
    return asOwner(
      `INSERT INTO automation_secrets (organization_id, id, name, value, hosts, created_at, updated_at)
       VALUES ($1, $2, 'WALK', $3, '{}', now(), now())`,
      [id, secretId, value],
    );
  },
  automation_schedules: ({ id }) =>
    asOwner(
      `INSERT INTO automation_schedules (organization_id, id, automation_id, starts_local, time_zone, next_at, created_at, updated_at)
       SELECT $1, gen_random_uuid(), id, '2999-01-01T00:00:00', 'UTC', '2999-01-01', now(), now()
       FROM automations WHERE organization_id = $1`,
      [id],
    ),
  automation_threads: ({ id }) =>
    asOwner(
      `INSERT INTO automation_threads (organization_id, id, automation_id, automation_version, trigger_key, source, input, state,
         node_id, created_at, updated_at)
       SELECT $1, gen_random_uuid(), id, 1, 'walk', 'api', '{}', 'needs-review', 'one', now(), now()
       FROM automations WHERE organization_id = $1`,
      [id],
    ),
  automation_steps: ({ id }) =>
    asOwner(
      `INSERT INTO automation_steps (organization_id, thread_id, number, node_id, kind, state, started_at)
       SELECT $1, id, 1, 'one', 'transform', 'running', now() FROM automation_threads WHERE organization_id = $1`,
      [id],
    ),
  automation_happenings: ({ id }) =>
    asOwner(
      `INSERT INTO automation_happenings (organization_id, thread_id, seq, type, node_id, created_at)
       SELECT $1, id, 1, 'started', 'one', now() FROM automation_threads WHERE organization_id = $1`,
      [id],
    ),
  automation_decisions: ({ id }) =>
    asOwner(
      `INSERT INTO automation_decisions (organization_id, thread_id, node_id, step, approved, created_at)
       SELECT $1, id, 'one', 1, true, now() FROM automation_threads WHERE organization_id = $1`,
      [id],
    ),
  automation_causes: ({ id }) =>
    asOwner(`INSERT INTO automation_causes (organization_id, event_id, depth) VALUES ($1, gen_random_uuid(), 1)`, [id]),
  boards: ({ id, owner }) =>
    asOwner(
      `INSERT INTO boards (organization_id, id, name, created_by, created_at, updated_at)
       VALUES ($1, gen_random_uuid(), 'Walk', $2, now(), now())`,
      [id, owner.id],
    ),
  board_members: ({ id, owner }) =>
    asOwner(
      `INSERT INTO board_members (organization_id, board_id, user_id, role)
       SELECT $1, id, $2, 'admin' FROM boards WHERE organization_id = $1`,
      [id, owner.id],
    ),
  board_shares: async ({ id }) => {
    const [board] = await asOwner<{ id: string }>('SELECT id FROM boards WHERE organization_id = $1', [id]);
    const purpose = boardShare.purposeOf(id, board!.id);
    await asOwner(
      `INSERT INTO board_shares (organization_id, board_id, sealed_share_id, shows_descriptions, created_at)
       VALUES ($1, $2, $3, false, now())`,
      [id, board!.id, app.engine.services.secrets.encrypt('brs_walk', purpose)],
    );
  },
  board_columns: ({ id }) =>
    asOwner(
      `INSERT INTO board_columns (organization_id, id, board_id, position, name, tasks, created_at, updated_at)
       SELECT $1, gen_random_uuid(), id, 'a0', 'Walk', 1, now(), now() FROM boards WHERE organization_id = $1`,
      [id],
    ),
  task_series: ({ id }) =>
    asOwner(
      `INSERT INTO task_series (organization_id, id, board_id, column_id, rule, time_zone, starts_local, creates, template,
         handled, created_at, updated_at)
       SELECT $1, gen_random_uuid(), board_id, id, 'FREQ=WEEKLY;BYDAY=MO', 'America/Santo_Domingo', '2026-11-02T09:00:00',
         'on-completion', $2, '2026-11-02T09:00:00', now(), now()
       FROM board_columns WHERE organization_id = $1`,
      [id, JSON.stringify(seriesTemplate)],
    ),
  task_occurrences: ({ id }) =>
    asOwner(
      `INSERT INTO task_occurrences (organization_id, series_id, occurrence, made_at)
       SELECT $1, id, '2026-11-02T09:00:00', now() FROM task_series WHERE organization_id = $1`,
      [id],
    ),
  board_tasks: ({ id }) =>
    asOwner(
      `INSERT INTO board_tasks (organization_id, id, board_id, column_id, position, title, series_id, occurrence, created_at,
         updated_at)
       SELECT $1, gen_random_uuid(), board_id, column_id, 'a0', 'Walk', id, '2026-11-02T09:00:00', now(), now()
       FROM task_series WHERE organization_id = $1`,
      [id],
    ),
  task_people: ({ id }) =>
    asOwner(
      `INSERT INTO task_people (organization_id, task_id, board_id, role, user_id)
       SELECT $1, t.id, t.board_id, 'assignee', m.user_id FROM board_tasks t JOIN board_members m USING (organization_id, board_id)
       WHERE t.organization_id = $1`,
      [id],
    ),
  task_links: ({ id }) =>
    asOwner(
      `INSERT INTO task_links (organization_id, task_id, entity_kind, entity_id)
       SELECT $1, t.id, 'beneficiaryId', c.id FROM board_tasks t, contacts c
       WHERE t.organization_id = $1 AND c.organization_id = $1 LIMIT 1`,
      [id],
    ),
  task_dependencies: async ({ id }) => {
    const other = newId();
    await asOwner(
      `INSERT INTO board_tasks (organization_id, id, board_id, column_id, position, title, archived_at, created_at, updated_at)
       SELECT $1, $2, board_id, id, 'a1', 'Before', now(), now(), now() FROM board_columns WHERE organization_id = $1`,
      [id, other],
    );
    await asOwner(
      `INSERT INTO task_dependencies (organization_id, task_id, depends_on_id)
       SELECT $1, id, $2 FROM board_tasks WHERE organization_id = $1 AND id <> $2`,
      [id, other],
    );
  },
  channels: ({ id }) => {
    const channelId = newId();
    const ctx = { secrets: app.engine.services.secrets, organizationId: id } as TenantContext;
    const sealed = sealSecrets(ctx, channelId, { inboundSecret: 'walk', accessToken: '' });
    return asOwner(
      `INSERT INTO channels (organization_id, id, kind, name, public_key, sealed, created_at, updated_at)
       VALUES ($1, $2, 'widget', 'Walk', 'chn_walk', $3, now(), now())`,
      [id, channelId, sealed],
    );
  },
  conversations: ({ id }) =>
    asOwner(
      `INSERT INTO conversations (organization_id, id, channel_id, source_id, last_seq, last_message_at, created_at, updated_at)
       SELECT $1, gen_random_uuid(), id, 'walk', 1, now(), now(), now() FROM channels WHERE organization_id = $1 LIMIT 1`,
      [id],
    ),
  conversation_sources: ({ id }) =>
    asOwner(
      `INSERT INTO conversation_sources (organization_id, channel_id, kind, value, conversation_id, created_at)
       SELECT $1, channel_id, 'visitor', 'walk', id, now() FROM conversations WHERE organization_id = $1`,
      [id],
    ),
  conversation_episodes: ({ id }) =>
    asOwner(
      `INSERT INTO conversation_episodes (organization_id, id, conversation_id, channel_id, number, opened_at)
       SELECT $1, gen_random_uuid(), id, channel_id, 1, now() FROM conversations WHERE organization_id = $1`,
      [id],
    ),
  conversation_labels: ({ id }) =>
    asOwner(
      `INSERT INTO conversation_labels (organization_id, label, conversation_id)
       SELECT $1, 'walk', id FROM conversations WHERE organization_id = $1`,
      [id],
    ),
  conversation_links: ({ id }) =>
    asOwner(
      `INSERT INTO conversation_links (organization_id, conversation_id, entity_kind, entity_id, created_at)
       SELECT $1, id, 'taskId', gen_random_uuid(), now() FROM conversations WHERE organization_id = $1`,
      [id],
    ),
  conversation_reads: ({ id, owner }) =>
    asOwner(
      `INSERT INTO conversation_reads (organization_id, conversation_id, user_id, seq, seen_at)
       SELECT $1, id, $2, 0, now() FROM conversations WHERE organization_id = $1`,
      [id, owner.id],
    ),
  conversation_visitors: ({ id }) =>
    asOwner(
      `INSERT INTO conversation_visitors (organization_id, conversation_id) SELECT $1, id FROM conversations WHERE organization_id = $1`,
      [id],
    ),
  messages: ({ id }) =>
    asOwner(
      `INSERT INTO messages (organization_id, id, conversation_id, channel_id, seq, direction, type, text, author, status, at, created_at)
       SELECT $1, gen_random_uuid(), id, channel_id, 1, 'in', 'text', 'Hola', 'contact', 'received', now(), now()
       FROM conversations WHERE organization_id = $1`,
      [id],
    ),
  message_receipts: ({ id }) =>
    asOwner(
      `INSERT INTO message_receipts (organization_id, channel_id, provider_message_id, status, receipt, created_at)
       SELECT $1, id, 'wamid.walk', 'sent', '{}', now() FROM channels WHERE organization_id = $1`,
      [id],
    ),
  message_media: ({ id }) =>
    asOwner(
      `INSERT INTO message_media (organization_id, id, message_id, channel_id, state, problem, created_at)
       SELECT $1, gen_random_uuid(), id, channel_id, 'failed', 'walk', now() FROM messages WHERE organization_id = $1`,
      [id],
    ),
  message_templates: ({ id }) =>
    asOwner(
      `INSERT INTO message_templates
         (organization_id, id, channel_id, provider_template_id, name, language, category, status, created_at, updated_at)
       SELECT $1, gen_random_uuid(), id, 'walk', 'walk', 'es', 'UTILITY', 'APPROVED', now(), now()
       FROM channels WHERE organization_id = $1`,
      [id],
    ),
  message_template_versions: ({ id }) =>
    asOwner(
      `INSERT INTO message_template_versions (organization_id, template_id, edition, category, components, replaced_at)
       SELECT $1, id, 1, 'UTILITY', '[]', now() FROM message_templates WHERE organization_id = $1`,
      [id],
    ),
  message_template_statuses: ({ id }) =>
    asOwner(
      `INSERT INTO message_template_statuses
         (organization_id, id, template_id, edition, event, status, source, at, created_at)
       SELECT $1, gen_random_uuid(), id, 1, 'APPROVED', 'APPROVED', 'sync', now(), now()
       FROM message_templates WHERE organization_id = $1`,
      [id],
    ),
  msgapp_connections: ({ id }) =>
    asOwner(
      `INSERT INTO msgapp_connections (organization_id, id, adapter, expires_at, created_at)
       VALUES ($1, gen_random_uuid(), 'simulator', now(), now())`,
      [id],
    ),
  msgapp_accounts: ({ id }) =>
    asOwner(
      `INSERT INTO msgapp_accounts (organization_id, id, adapter, account, connection_id, created_at, updated_at)
       SELECT $1, gen_random_uuid(), 'simulator', 'waba-walk', id, now(), now()
       FROM msgapp_connections WHERE organization_id = $1`,
      [id],
    ),
  msgapp_numbers: ({ id }) =>
    asOwner(
      `INSERT INTO msgapp_numbers
         (organization_id, id, adapter, phone_number_id, account_id, created_at, updated_at)
       SELECT $1, gen_random_uuid(), 'simulator', 'sim-walk', id, now(), now()
       FROM msgapp_accounts WHERE organization_id = $1`,
      [id],
    ),
  inbound_drops: ({ id }) =>
    asOwner(
      `INSERT INTO inbound_drops (organization_id, id, channel_id, reason, hash, part, created_at)
       SELECT $1, gen_random_uuid(), id, 'walk', sha256('walk'), '{"field":"walk","value":{}}', now()
       FROM channels WHERE organization_id = $1`,
      [id],
    ),
  conversation_lists: ({ id }) =>
    asOwner(
      `INSERT INTO conversation_lists (organization_id, id, name, kind, created_at, updated_at)
       VALUES ($1, gen_random_uuid(), 'Walk', 'manual', now(), now())`,
      [id],
    ),
  conversation_list_members: ({ id }) =>
    asOwner(
      `INSERT INTO conversation_list_members (organization_id, list_id, conversation_id, created_at)
       SELECT $1, l.id, c.id, now() FROM conversation_lists l, conversations c
       WHERE l.organization_id = $1 AND c.organization_id = $1`,
      [id],
    ),
  canned_answers: ({ id }) =>
    asOwner(
      `INSERT INTO canned_answers (organization_id, id, shortcut, text, created_at, updated_at)
       VALUES ($1, gen_random_uuid(), 'walk', 'Hola', now(), now())`,
      [id],
    ),
  diffusions: ({ id }) =>
    asOwner(
      `INSERT INTO diffusions (organization_id, id, channel_id, name, audience, templates, time_zone, created_at, updated_at)
       SELECT $1, gen_random_uuid(), id, 'Walk', '{"filter":{}}',
         '[{"name":"walk","language":"es","parameters":{"header":[],"body":[],"buttons":[]},"share":50}]', 'UTC', now(), now()
       FROM channels WHERE organization_id = $1 LIMIT 1`,
      [id],
    ),
  diffusion_entries: ({ id }) =>
    asOwner(
      `INSERT INTO diffusion_entries (organization_id, diffusion_id, number, phone)
       SELECT $1, id, 1, '+18095550100' FROM diffusions WHERE organization_id = $1`,
      [id],
    ),
  diffusion_recipients: ({ id }) =>
    asOwner(
      `INSERT INTO diffusion_recipients (organization_id, diffusion_id, number, arm, state, reason)
       SELECT $1, id, 1, 1, 'skipped', 'no_number' FROM diffusions WHERE organization_id = $1`,
      [id],
    ),
  diffusion_counts: ({ id }) =>
    asOwner(
      `INSERT INTO diffusion_counts (organization_id, diffusion_id, arm, audience, skipped)
       SELECT $1, id, 1, 1, 1 FROM diffusions WHERE organization_id = $1`,
      [id],
    ),
  chat_opt_outs: ({ id }) =>
    asOwner(
      `INSERT INTO chat_opt_outs (organization_id, id, address, source, created_at)
       VALUES ($1, gen_random_uuid(), '+18095550199', 'manual', now())`,
      [id],
    ),
  blocked_senders: ({ id }) =>
    asOwner(
      `INSERT INTO blocked_senders (organization_id, id, channel_id, conversation_id, address, name, note, created_at)
       SELECT $1, gen_random_uuid(), channel_id, id, source_id, name, '', now() FROM conversations
       WHERE organization_id = $1 LIMIT 1`,
      [id],
    ),
  channel_sends: ({ id }) =>
    asOwner(
      `INSERT INTO channel_sends (organization_id, channel_id, hour, count)
       SELECT $1, id, date_trunc('hour', now()), 1 FROM channels WHERE organization_id = $1 LIMIT 1`,
      [id],
    ),
  apps: ({ id }) =>
    asOwner(
      `INSERT INTO apps (organization_id, id, key, name, latest, latest_order, created_at, updated_at)
       VALUES ($1, gen_random_uuid(), 'walk', 'Walk', '1.0.0', 1000000000000, now(), now())`,
      [id],
    ),
  app_releases: ({ id }) =>
    asOwner(
      `INSERT INTO app_releases (organization_id, id, app_id, version, version_order, manifest, created_at)
       SELECT $1, gen_random_uuid(), id, '1.0.0', 1000000000000, $2, now() FROM apps WHERE organization_id = $1`,
      [id, JSON.stringify(walkManifest)],
    ),
  app_installations: ({ id }) =>
    asOwner(
      `INSERT INTO app_installations (organization_id, app_id, key, name, release, installed_at, updated_at)
       SELECT $1, id, key, name, latest, now(), now() FROM apps WHERE organization_id = $1`,
      [id],
    ),
  app_data: ({ id }) =>
    asOwner(
      `INSERT INTO app_data (organization_id, id, app_id, type, data, created_at, updated_at)
       SELECT $1, gen_random_uuid(), id, 'card', '{"number":"W-1","holder":"Walk"}', now(), now()
       FROM apps WHERE organization_id = $1`,
      [id],
    ),
  app_data_keys: ({ id }) =>
    asOwner(
      `INSERT INTO app_data_keys (organization_id, app_id, type, name, value, row_id)
       SELECT $1, app_id, type, 'number', sha256('["W-1"]'), id FROM app_data WHERE organization_id = $1`,
      [id],
    ),
  app_data_tallies: ({ id }) =>
    asOwner(
      `INSERT INTO app_data_tallies (organization_id, app_id, type, rows)
       SELECT $1, app_id, type, 1 FROM app_data WHERE organization_id = $1`,
      [id],
    ),
  stores: ({ id }) =>
    asOwner(
      `INSERT INTO stores (organization_id, id, app_id, provider, address, state, created_at, updated_at)
       SELECT $1, gen_random_uuid(), id, 'storeapp-a', 'walk.myshopify.com', 'disconnected', now(), now()
       FROM apps WHERE organization_id = $1`,
      [id],
    ),
  store_deliveries: ({ id }) =>
    asOwner(
      `INSERT INTO store_deliveries (organization_id, id, store_id, topic, key, body, state, reason, received_at, processed_at)
       SELECT $1, gen_random_uuid(), id, 'orders/create', 'walk', '{}', 'kept', 'walk', now(), now()
       FROM stores WHERE organization_id = $1`,
      [id],
    ),
  store_objects: ({ id }) =>
    asOwner(
      `INSERT INTO store_objects (organization_id, store_id, kind, external_id, changed_at, updated_at)
       SELECT $1, id, 'order', '1', now(), now() FROM stores WHERE organization_id = $1`,
      [id],
    ),
  app_search_configs: ({ id }) =>
    asOwner(
      `INSERT INTO app_search_configs (organization_id, id, app_id, type, name, fields, filters, created_at, updated_at)
       SELECT $1, gen_random_uuid(), id, 'card', 'Walk', '[{"field":"holder","weight":1}]', '{points}', now(), now()
       FROM apps WHERE organization_id = $1`,
      [id],
    ),
  assistant_conversations: ({ id, owner }) =>
    asOwner(
      `INSERT INTO assistant_conversations (organization_id, id, user_id, title, last_seq, created_at, updated_at)
       VALUES ($1, gen_random_uuid(), $2, 'Walk', 1, now(), now())`,
      [id, owner.id],
    ),
  assistant_messages: ({ id }) =>
    asOwner(
      `INSERT INTO assistant_messages (organization_id, conversation_id, seq, role, text, model, created_at)
       SELECT $1, id, 1, 'assistant', 'Walk', 'built-in', now() FROM assistant_conversations WHERE organization_id = $1`,
      [id],
    ),
  assistant_calls: ({ id }) =>
    asOwner(
      `INSERT INTO assistant_calls (organization_id, id, conversation_id, seq, place, user_id, tool, operation, writes,
         request, state, expires_at, created_at)
       SELECT $1, gen_random_uuid(), id, 1, 0, user_id, 'walk', 'contacts.create', true, '{}', 'pending', '2999-01-01', now()
       FROM assistant_conversations WHERE organization_id = $1`,
      [id],
    ),
  assistant_usage: ({ id, owner }) =>
    asOwner(`INSERT INTO assistant_usage (organization_id, user_id, day, turns) VALUES ($1, $2, '2026-11-16', 1)`, [
      id,
      owner.id,
    ]),
  bot_turns: ({ id }) =>
    asOwner(
      `INSERT INTO bot_turns
         (organization_id, id, conversation_id, bot_id, state, first_seq, due_at, created_at, finished_at)
       SELECT $1, gen_random_uuid(), c.id, b.id, 'answered', 1, now(), now(), now()
       FROM bots b, conversations c WHERE b.organization_id = $1 AND c.organization_id = $1 LIMIT 1`,
      [id],
    ),
  bot_context_waiters: ({ id }) =>
    asOwner(
      `INSERT INTO bot_context_waiters (organization_id, request_id, conversation_id, created_at)
       SELECT $1, r.id, c.id, now() FROM bot_context_requests r, conversations c
       WHERE r.organization_id = $1 AND c.organization_id = $1 LIMIT 1`,
      [id],
    ),
};

const seriesTemplate: SeriesTemplate = {
  ...{
    title: 'Walk',
    description: '',
    priority: 'none',
    estimateMinutes: null,
    labels: [],
    checklists: [],
    fields: {},
  },
  private: false,
  assigneeIds: [],
  watcherIds: [],
  startMinutesBefore: null,
};

const walkManifest = {
  dataTypes: [
    {
      name: 'card',
      title: 'Card',
      description: '',
      schema: {
        type: 'object',
        properties: { number: { type: 'string' }, holder: { type: 'string' }, points: { type: 'integer' } },
        required: ['number', 'holder'],
        additionalProperties: false,
      },
      unique: [['number']],
      writers: 'members',
    },
  ],
  configuration: null,
  permissions: [],
  events: [],
  placements: [],
};

const walkForm = {
  title: 'Walk',
  pages: [{ fields: [{ type: 'text', key: 'name', label: 'Name' }] }],
};

/** Gives an organization one row in each table. A verification that ran in the background may have written its own. */
export async function furnish(business: Business): Promise<void> {
  for (const make of Object.values(fixtures)) await make(business);
}
