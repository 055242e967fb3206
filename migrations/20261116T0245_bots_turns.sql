-- Turns of bots in conversations, and the conversations that wait for the answer to a context request.

CREATE TABLE bot_turns (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  conversation_id uuid NOT NULL,
  bot_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'running', 'answered', 'unknown', 'handed-over', 'resolved', 'failed', 'silenced')),
  -- The first message of the customer that it answers.
  first_seq bigint NOT NULL CHECK (first_seq >= 1),
  -- Until then further messages join it. By the real clock, like every delivery.
  due_at timestamptz NOT NULL,
  -- An attempt whose process died gives the turn back then.
  held_until timestamptz,
  reason text CHECK (length(reason) <= 500),
  sources jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (organization_id, id),
  CHECK ((state IN ('waiting', 'running')) = (finished_at IS NULL)),
  CHECK ((state = 'running') = (held_until IS NOT NULL)),
  FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, bot_id) REFERENCES bots (organization_id, id)
);
-- One turn at a time in a conversation, and one that collects the messages for the next.
CREATE UNIQUE INDEX bot_turns_waiting ON bot_turns (organization_id, conversation_id) WHERE state = 'waiting';
CREATE UNIQUE INDEX bot_turns_running ON bot_turns (organization_id, conversation_id) WHERE state = 'running';
CREATE INDEX bot_turns_conversation ON bot_turns (organization_id, conversation_id, created_at, id);
CREATE INDEX bot_turns_bot ON bot_turns (organization_id, bot_id, created_at, id);

CREATE TABLE bot_context_waiters (
  organization_id uuid NOT NULL,
  request_id uuid NOT NULL,
  conversation_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, request_id, conversation_id),
  FOREIGN KEY (organization_id, request_id) REFERENCES bot_context_requests (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX bot_context_waiters_conversation ON bot_context_waiters (organization_id, conversation_id);

ALTER TABLE bot_turns ENABLE ROW LEVEL SECURITY;
ALTER TABLE bot_turns FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON bot_turns USING (organization_id = (SELECT app.current_organization()));
ALTER TABLE bot_context_waiters ENABLE ROW LEVEL SECURITY;
ALTER TABLE bot_context_waiters FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON bot_context_waiters USING (organization_id = (SELECT app.current_organization()));
