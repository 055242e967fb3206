-- Notices of the payment processor, with the bytes that it signed. Each is stored once and handled by a job.

CREATE TABLE payment_notices (
  adapter text NOT NULL,
  event_id text NOT NULL CHECK (length(event_id) <= 255),
  subject text NOT NULL,
  object_id text NOT NULL,
  -- Null: about the service's own account.
  merchant_id text,
  body bytea NOT NULL,
  occurred_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  handled_at timestamptz,
  PRIMARY KEY (adapter, event_id)
);
CREATE INDEX payment_notices_age ON payment_notices (received_at);
