-- People whose messages a channel does not take any more, for spam or abuse.
CREATE TABLE blocked_senders (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  channel_id uuid NOT NULL,
  -- The one in which they were blocked. Except for threads of comments, it says itself that it is blocked.
  conversation_id uuid NOT NULL,
  -- The source of the conversation, or the id of the writer of comments: a thread has many.
  address text COLLATE "C" NOT NULL CHECK (length(address) BETWEEN 1 AND 254),
  name text NOT NULL CHECK (length(name) <= 200),
  note text NOT NULL CHECK (length(note) <= 500),
  -- Messages that were not stored.
  dropped_count integer NOT NULL DEFAULT 0 CHECK (dropped_count >= 0),
  last_dropped_at timestamptz,
  created_by uuid,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT blocked_senders_address UNIQUE (organization_id, channel_id, address),
  FOREIGN KEY (organization_id, channel_id) REFERENCES channels (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations (organization_id, id) ON DELETE CASCADE,
  CHECK ((dropped_count = 0) = (last_dropped_at IS NULL))
);
CREATE INDEX blocked_senders_created ON blocked_senders (organization_id, created_at, id);
CREATE INDEX blocked_senders_conversation ON blocked_senders (organization_id, conversation_id);
ALTER TABLE blocked_senders ENABLE ROW LEVEL SECURITY;
ALTER TABLE blocked_senders FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON blocked_senders USING (organization_id = (SELECT app.current_organization()));
