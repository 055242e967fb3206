import type { Business } from '#test/harness.ts';
import { asOwner } from './rows.ts';

/**
 * How each table of organizations gets a row, so that the walks have something foreign to ask for. Straight into the
 * table: nothing is under way while the walk looks. A module that adds a table adds its maker here; the tenancy walk fails
 * until it does.
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
  provider_connections: ({ id }) =>
    asOwner(
      `INSERT INTO provider_connections (organization_id, port, adapter, config, updated_at)
       VALUES ($1, 'walk', 'simulator', '', now())`,
      [id],
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
  webhooks: ({ id, owner }) =>
    asOwner(
      `INSERT INTO webhooks (organization_id, id, url, event_types, secret, created_by, created_at)
       VALUES ($1, gen_random_uuid(), 'http://localhost:9/', '{walk:never}', '', $2, now())`,
      [id, owner.id],
    ),
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
};

/** Gives an organization one of everything. */
export async function furnish(business: Business): Promise<void> {
  for (const make of Object.values(fixtures)) await make(business);
}
