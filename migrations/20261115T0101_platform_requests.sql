-- What the platform remembers about requests: answers to replay, and how often someone may try.

CREATE TABLE idempotency_keys (
  hash bytea PRIMARY KEY,
  request_hash bytea NOT NULL,
  -- Null while a route that reaches a provider is still running outside a transaction.
  status integer,
  -- Encrypted: an answer may hold a secret that is shown once.
  answer bytea,
  created_at timestamptz NOT NULL,
  CHECK ((status IS NULL) = (answer IS NULL))
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- One row a limited key: the time at which its bucket is empty again.
CREATE TABLE rate_limits (
  key text PRIMARY KEY,
  full_until timestamptz NOT NULL
);
CREATE INDEX rate_limits_age ON rate_limits (full_until);
