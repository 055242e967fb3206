-- The numbers and accounts in a webhook that it was given to its organization for. One that loses its channel before the webhook is
-- processed is unrouted again.
ALTER TABLE inbound_payloads ADD COLUMN addresses text[] NOT NULL DEFAULT '{}';
