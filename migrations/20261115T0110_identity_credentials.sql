-- How a person proves who they are: a password, a code by e-mail, passkeys; and how often a stranger may try.

CREATE TABLE pins (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  -- Binds the code to the browser or program that asked for it.
  request_hash bytea NOT NULL,
  code_hash bytea NOT NULL,
  tries integer NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE INDEX pins_email ON pins (email, created_at);
CREATE UNIQUE INDEX pins_request ON pins (request_hash);
CREATE INDEX pins_age ON pins (expires_at);

CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  -- What the authenticator calls it, base64url: at most 1,023 bytes, and never two people's.
  credential_id text NOT NULL UNIQUE CHECK (length(credential_id) <= 1364),
  name text NOT NULL,
  public_key bytea NOT NULL,
  -- How often the authenticator says it was used; 0 where it does not count.
  counter bigint NOT NULL CHECK (counter >= 0),
  transports text[] NOT NULL,
  device_type text NOT NULL CHECK (device_type IN ('singleDevice', 'multiDevice')),
  backed_up boolean NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkeys_user ON passkeys (user_id, created_at);

CREATE TABLE passkey_challenges (
  -- Of the secret that the requester got: who began a ceremony is who can finish it.
  binding_hash bytea PRIMARY KEY,
  ceremony text NOT NULL CHECK (ceremony IN ('register', 'authenticate')),
  user_id uuid REFERENCES users (id),
  challenge text NOT NULL,
  expires_at timestamptz NOT NULL,
  CHECK ((ceremony = 'register') = (user_id IS NOT NULL))
);
CREATE INDEX passkey_challenges_age ON passkey_challenges (expires_at);

-- Wrong passwords by account and place: a stranger can lock only their own place, never the person out of theirs.
CREATE TABLE login_failures (
  key bytea PRIMARY KEY,
  failures integer NOT NULL,
  locked_until timestamptz,
  last_failure_at timestamptz NOT NULL
);
CREATE INDEX login_failures_age ON login_failures (last_failure_at);

-- Where a person wants to hear of notifications: a browser (web push) or an e-mail address.
CREATE TABLE notification_subscriptions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  channel text NOT NULL CHECK (channel IN ('web-push', 'email')),
  -- The push endpoint or the address: one subscription each.
  target text NOT NULL,
  keys bytea,
  created_at timestamptz NOT NULL,
  UNIQUE (user_id, target),
  CHECK ((channel = 'web-push') = (keys IS NOT NULL))
);
