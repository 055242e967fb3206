-- Channels, conversations with their messages, and everything that arrives for them from providers.

CREATE TABLE channels (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('widget', 'msgapp', 'social-a', 'email')),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'paused')),
  -- Unguessable, for addresses without a session. Its hash is in `capabilities`.
  public_key text COLLATE "C" NOT NULL,
  -- Who carries the messages, and the number, page or mailbox there.
  adapter text CHECK (length(adapter) BETWEEN 1 AND 60),
  address text COLLATE "C" CHECK (length(address) BETWEEN 1 AND 254),
  account text COLLATE "C" CHECK (length(account) BETWEEN 1 AND 254),
  display_address text NOT NULL DEFAULT '' CHECK (length(display_address) <= 254),
  -- Keys of the provider and the secret that signs what arrives, encrypted.
  sealed bytea NOT NULL,
  -- Why the provider does not take messages of this channel; null: it does.
  problem text CHECK (length(problem) <= 1000),
  bot_id uuid,
  hours jsonb,
  welcome text NOT NULL DEFAULT '' CHECK (length(welcome) <= 4096),
  away text NOT NULL DEFAULT '' CHECK (length(away) <= 4096),
  assignment jsonb NOT NULL DEFAULT '{}',
  widget jsonb NOT NULL DEFAULT '{}',
  -- The theoretical arrival time of the next message, which paces the number (GCRA).
  paced_until timestamptz,
  created_by uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id),
  CHECK ((adapter IS NULL) = (address IS NULL)),
  CHECK ((kind = 'widget') = (adapter IS NULL))
);
CREATE INDEX channels_created ON channels (organization_id, created_at, id);

-- Where a provider's message belongs, before the organization is known. An address belongs to one channel of one organization.
CREATE TABLE channel_addresses (
  adapter text NOT NULL CHECK (length(adapter) BETWEEN 1 AND 60),
  address text COLLATE "C" NOT NULL CHECK (length(address) BETWEEN 1 AND 254),
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  channel_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (adapter, address)
);
CREATE INDEX channel_addresses_channel ON channel_addresses (organization_id, channel_id);

CREATE TABLE conversations (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id uuid NOT NULL,
  channel_id uuid NOT NULL,
  -- The visitor, number, address or comment thread, as paths name it.
  source_id text COLLATE "C" NOT NULL CHECK (length(source_id) BETWEEN 1 AND 254),
  -- As the person calls themselves there.
  name text NOT NULL DEFAULT '' CHECK (length(name) <= 200),
  contact_id uuid,
  -- Whether the contact was proven: by the provider's own number or address, or by a signed identity.
  contact_verified boolean NOT NULL DEFAULT false,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'closed', 'snoozed')),
  snoozed_until timestamptz,
  user_id uuid,
  bot_id uuid,
  -- The last person who had it, for the rule that gives it back to them.
  last_user_id uuid,
  assigned_at timestamptz,
  category text CHECK (length(category) BETWEEN 1 AND 60),
  subject text NOT NULL DEFAULT '' CHECK (length(subject) <= 500),
  last_seq bigint NOT NULL DEFAULT 0 CHECK (last_seq >= 0),
  message_count bigint NOT NULL DEFAULT 0 CHECK (message_count >= 0),
  last_message_at timestamptz NOT NULL,
  last_text text NOT NULL DEFAULT '' CHECK (length(last_text) <= 200),
  last_direction text NOT NULL DEFAULT 'in' CHECK (last_direction IN ('in', 'out')),
  -- The provider's 24-hour window counts from here.
  last_inbound_at timestamptz,
  last_inbound_id text COLLATE "C",
  -- Since when the customer waits for an answer; null: they do not.
  waiting_since timestamptz,
  away_sent_at timestamptz,
  paced_until timestamptz,
  reopened_count integer NOT NULL DEFAULT 0 CHECK (reopened_count >= 0),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT conversations_source UNIQUE (organization_id, channel_id, source_id),
  FOREIGN KEY (organization_id, channel_id) REFERENCES channels (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT conversations_one_owner CHECK (user_id IS NULL OR bot_id IS NULL),
  CONSTRAINT conversations_snooze CHECK ((state = 'snoozed') = (snoozed_until IS NOT NULL))
);
CREATE INDEX conversations_last ON conversations (organization_id, last_message_at, id);
CREATE INDEX conversations_state ON conversations (organization_id, state, last_message_at, id);
CREATE INDEX conversations_user ON conversations (organization_id, user_id, state, last_message_at, id) WHERE user_id IS NOT NULL;
CREATE INDEX conversations_nobody ON conversations (organization_id, state, last_message_at, id) WHERE user_id IS NULL AND bot_id IS NULL;
CREATE INDEX conversations_bot ON conversations (organization_id, bot_id, state, last_message_at, id) WHERE bot_id IS NOT NULL;
CREATE INDEX conversations_channel ON conversations (organization_id, channel_id, last_message_at, id);
CREATE INDEX conversations_contact ON conversations (organization_id, contact_id, last_message_at, id) WHERE contact_id IS NOT NULL;
CREATE INDEX conversations_category ON conversations (organization_id, category, last_message_at, id) WHERE category IS NOT NULL;
CREATE INDEX conversations_waiting ON conversations (organization_id, waiting_since, id) WHERE waiting_since IS NOT NULL;
CREATE INDEX conversations_snoozed ON conversations (organization_id, snoozed_until) WHERE state = 'snoozed';
CREATE INDEX conversations_updated ON conversations (organization_id, updated_at, id);

-- The names under which a provider knows the other side: its own user id, the telephone number as an alias, a thread.
CREATE TABLE conversation_sources (
  organization_id uuid NOT NULL,
  channel_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('user', 'phone', 'thread', 'visitor', 'email')),
  value text COLLATE "C" NOT NULL CHECK (length(value) BETWEEN 1 AND 254),
  conversation_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, channel_id, kind, value),
  FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX conversation_sources_conversation ON conversation_sources (organization_id, conversation_id);

-- From opening to closing: what statistics count.
CREATE TABLE conversation_episodes (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  conversation_id uuid NOT NULL,
  channel_id uuid NOT NULL,
  number integer NOT NULL CHECK (number >= 1),
  opened_at timestamptz NOT NULL,
  first_inbound_at timestamptz,
  first_response_at timestamptz,
  closed_at timestamptz,
  -- Who had it when it was closed.
  user_id uuid,
  bot_id uuid,
  closed_by text CHECK (closed_by IN ('user', 'bot', 'system')),
  rating smallint CHECK (rating BETWEEN 1 AND 5),
  rating_comment text NOT NULL DEFAULT '' CHECK (length(rating_comment) <= 2000),
  rated_at timestamptz,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, conversation_id, number),
  FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations (organization_id, id) ON DELETE CASCADE,
  CHECK (closed_at >= opened_at),
  CHECK (first_response_at >= opened_at),
  CHECK ((rating IS NULL) = (rated_at IS NULL))
);
CREATE UNIQUE INDEX conversation_episodes_open ON conversation_episodes (organization_id, conversation_id) WHERE closed_at IS NULL;
CREATE INDEX conversation_episodes_opened ON conversation_episodes (organization_id, opened_at, id);

CREATE TABLE conversation_labels (
  organization_id uuid NOT NULL,
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 60),
  conversation_id uuid NOT NULL,
  PRIMARY KEY (organization_id, label, conversation_id),
  FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX conversation_labels_conversation ON conversation_labels (organization_id, conversation_id);

-- Documents, bookings and other things that a conversation is about.
CREATE TABLE conversation_links (
  organization_id uuid NOT NULL,
  conversation_id uuid NOT NULL,
  entity_kind text NOT NULL CHECK (length(entity_kind) BETWEEN 3 AND 60),
  entity_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, conversation_id, entity_kind, entity_id),
  FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX conversation_links_entity ON conversation_links (organization_id, entity_id);

CREATE TABLE conversation_reads (
  organization_id uuid NOT NULL,
  conversation_id uuid NOT NULL,
  user_id uuid NOT NULL,
  seq bigint NOT NULL CHECK (seq >= 0),
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, conversation_id, user_id),
  FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations (organization_id, id) ON DELETE CASCADE
);

-- The feed of a conversation: messages, notes and happenings, numbered without gaps in the order in which they were stored.
CREATE TABLE messages (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  conversation_id uuid NOT NULL,
  channel_id uuid NOT NULL,
  seq bigint NOT NULL CHECK (seq >= 1),
  direction text NOT NULL CHECK (direction IN ('in', 'out', 'note', 'event')),
  type text NOT NULL CHECK (length(type) BETWEEN 1 AND 40),
  text text NOT NULL DEFAULT '' CHECK (length(text) <= 65536),
  content jsonb NOT NULL DEFAULT '{}',
  author text NOT NULL CHECK (author IN ('contact', 'user', 'bot', 'system', 'elsewhere')),
  user_id uuid,
  bot_id uuid,
  provider_message_id text COLLATE "C" CHECK (length(provider_message_id) BETWEEN 1 AND 512),
  reply_to_id uuid,
  status text NOT NULL CHECK (status IN ('received', 'stored', 'queued', 'sending', 'unconfirmed', 'accepted', 'sent', 'delivered', 'read', 'played', 'failed')),
  -- When it was said, as the provider says.
  at timestamptz NOT NULL,
  due_at timestamptz,
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  failed_at timestamptz,
  failure jsonb,
  edited_at timestamptz,
  deleted_at timestamptz,
  price_category text CHECK (length(price_category) <= 60),
  price_model text CHECK (length(price_model) <= 60),
  is_billed boolean,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT messages_seq UNIQUE (organization_id, conversation_id, seq),
  FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations (organization_id, id) ON DELETE CASCADE,
  CHECK ((author = 'user') >= (user_id IS NOT NULL)),
  CHECK ((author = 'bot') = (bot_id IS NOT NULL)),
  CHECK ((direction = 'in') = (status = 'received')),
  CHECK ((direction IN ('note', 'event')) = (status = 'stored')),
  CHECK (direction <> 'in' OR author = 'contact'),
  CHECK (status <> 'failed' OR failed_at IS NOT NULL)
);
CREATE UNIQUE INDEX messages_provider_id ON messages (organization_id, channel_id, provider_message_id) WHERE provider_message_id IS NOT NULL;
CREATE INDEX messages_inbound ON messages (organization_id, conversation_id, seq) WHERE direction = 'in';
CREATE INDEX messages_outbox ON messages (organization_id, conversation_id, seq) WHERE status IN ('queued', 'sending');
CREATE INDEX messages_channel ON messages (organization_id, channel_id, created_at) WHERE direction IN ('in', 'out');

-- Statuses of messages that are not ours yet, kept until they are.
CREATE TABLE message_receipts (
  organization_id uuid NOT NULL,
  channel_id uuid NOT NULL,
  provider_message_id text COLLATE "C" NOT NULL CHECK (length(provider_message_id) BETWEEN 1 AND 512),
  status text NOT NULL CHECK (status IN ('accepted', 'sent', 'delivered', 'read', 'played', 'failed')),
  receipt jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, channel_id, provider_message_id, status),
  FOREIGN KEY (organization_id, channel_id) REFERENCES channels (organization_id, id) ON DELETE CASCADE
);

-- Pictures, sounds and documents of messages: named by the provider first, a file of the organization once they are fetched.
CREATE TABLE message_media (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  message_id uuid NOT NULL,
  channel_id uuid NOT NULL,
  provider_media_id text COLLATE "C" CHECK (length(provider_media_id) BETWEEN 1 AND 512),
  state text NOT NULL CHECK (state IN ('pending', 'stored', 'failed')),
  file_id uuid,
  name text NOT NULL DEFAULT '' CHECK (length(name) <= 255),
  content_type text NOT NULL DEFAULT '' CHECK (length(content_type) <= 200),
  -- As the provider states it, in hexadecimal.
  sha256 text COLLATE "C" CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  problem text CHECK (length(problem) <= 1000),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, message_id) REFERENCES messages (organization_id, id) ON DELETE CASCADE,
  CHECK ((state = 'stored') = (file_id IS NOT NULL)),
  CHECK ((state = 'failed') = (problem IS NOT NULL))
);
CREATE INDEX message_media_message ON message_media (organization_id, message_id);

-- Approved texts of a provider, by account, name and language.
CREATE TABLE message_templates (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  channel_id uuid NOT NULL,
  provider_template_id text COLLATE "C" NOT NULL CHECK (length(provider_template_id) BETWEEN 1 AND 254),
  name text COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 512),
  language text COLLATE "C" NOT NULL CHECK (length(language) BETWEEN 2 AND 20),
  category text NOT NULL CHECK (length(category) BETWEEN 1 AND 60),
  status text NOT NULL CHECK (length(status) BETWEEN 1 AND 60),
  components jsonb NOT NULL DEFAULT '[]',
  reason text CHECK (length(reason) <= 1000),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT message_templates_name UNIQUE (organization_id, channel_id, name, language),
  FOREIGN KEY (organization_id, channel_id) REFERENCES channels (organization_id, id) ON DELETE CASCADE
);

-- Bytes that a provider or a hook sent, stored before anything else is done with them. They belong to nobody until they are routed.
CREATE TABLE inbound_payloads (
  id uuid PRIMARY KEY,
  -- `msgapp`: routed by the numbers inside; else the channel is known by its key. Without an organization: nobody has the number.
  kind text NOT NULL CHECK (kind IN ('msgapp', 'social-a', 'email')),
  adapter text CHECK (length(adapter) BETWEEN 1 AND 60),
  organization_id uuid REFERENCES organizations ON DELETE CASCADE,
  channel_id uuid,
  body bytea NOT NULL,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'done', 'unrouted', 'failed')),
  -- The numbers in it that no channel has.
  unrouted text[] NOT NULL DEFAULT '{}',
  attempts integer NOT NULL DEFAULT 0,
  problem text CHECK (length(problem) <= 1000),
  received_at timestamptz NOT NULL,
  processed_at timestamptz,
  CHECK (organization_id IS NOT NULL OR (channel_id IS NULL AND state <> 'pending')),
  CHECK ((state = 'unrouted') = (cardinality(unrouted) > 0))
);
CREATE INDEX inbound_payloads_pending ON inbound_payloads (organization_id, id) WHERE state = 'pending';
CREATE INDEX inbound_payloads_unrouted ON inbound_payloads USING gin (unrouted) WHERE state = 'unrouted';
CREATE INDEX inbound_payloads_failed ON inbound_payloads (id) WHERE state = 'failed';
CREATE INDEX inbound_payloads_processed ON inbound_payloads (processed_at) WHERE state = 'done';

-- Parts of payloads that could not be made a message, each with its reason, until they are retried.
CREATE TABLE inbound_drops (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  channel_id uuid NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 60),
  detail text NOT NULL DEFAULT '' CHECK (length(detail) <= 1000),
  -- The same part that is delivered again is one drop.
  hash bytea NOT NULL CHECK (length(hash) = 32),
  part jsonb NOT NULL,
  attempts integer NOT NULL DEFAULT 1 CHECK (attempts >= 1),
  created_at timestamptz NOT NULL,
  resolved_at timestamptz,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT inbound_drops_part UNIQUE (organization_id, channel_id, hash),
  FOREIGN KEY (organization_id, channel_id) REFERENCES channels (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX inbound_drops_created ON inbound_drops (organization_id, created_at, id) WHERE resolved_at IS NULL;

-- Saved lists of conversations, by a rule or by hand.
CREATE TABLE conversation_lists (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  kind text NOT NULL CHECK (kind IN ('rule', 'manual')),
  rule jsonb,
  created_by uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT conversation_lists_name UNIQUE (organization_id, name),
  CHECK ((kind = 'rule') = (rule IS NOT NULL))
);

CREATE TABLE conversation_list_members (
  organization_id uuid NOT NULL,
  list_id uuid NOT NULL,
  conversation_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, list_id, conversation_id),
  FOREIGN KEY (organization_id, list_id) REFERENCES conversation_lists (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX conversation_list_members_conversation ON conversation_list_members (organization_id, conversation_id);

-- Answers that are written once and used often.
CREATE TABLE canned_answers (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id uuid NOT NULL,
  shortcut text NOT NULL CHECK (length(shortcut) BETWEEN 1 AND 60),
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 4096),
  created_by uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT canned_answers_shortcut UNIQUE (organization_id, shortcut)
);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['channels', 'conversations', 'conversation_sources', 'conversation_episodes', 'conversation_labels', 'conversation_links', 'conversation_reads', 'messages', 'message_receipts', 'message_media', 'message_templates', 'inbound_drops', 'conversation_lists', 'conversation_list_members', 'canned_answers'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY tenant ON %I USING (organization_id = (SELECT app.current_organization()))', name);
  END LOOP;
END $$;
