-- What a widget knows of the visitor of a conversation: how far they have read, who is typing, and where to write when they left.

CREATE TABLE conversation_visitors (
  organization_id uuid NOT NULL,
  conversation_id uuid NOT NULL,
  -- As the visitor gave it, or as the organization signed it. It never leads to a contact by itself.
  email text CHECK (length(email) BETWEEN 3 AND 254),
  language text NOT NULL DEFAULT 'es' CHECK (language IN ('es', 'en')),
  seen_seq bigint NOT NULL DEFAULT 0 CHECK (seen_seq >= 0),
  seen_at timestamptz,
  -- By the real clock: somebody looks at it now.
  typing_until timestamptz,
  answer_typing_until timestamptz,
  -- When a letter is sent with the answers that the visitor has not seen; null: none is due.
  follow_up_at timestamptz,
  -- The newest entry that a letter contained.
  followed_seq bigint NOT NULL DEFAULT 0 CHECK (followed_seq >= 0),
  PRIMARY KEY (organization_id, conversation_id),
  FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT conversation_visitors_reachable CHECK (follow_up_at IS NULL OR email IS NOT NULL)
);
CREATE INDEX conversation_visitors_follow_up ON conversation_visitors (organization_id, follow_up_at) WHERE follow_up_at IS NOT NULL;
ALTER TABLE conversation_visitors ENABLE ROW LEVEL SECURITY;
ALTER TABLE conversation_visitors FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON conversation_visitors USING (organization_id = (SELECT app.current_organization()));
