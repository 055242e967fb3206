-- Conversations on a list made by hand are read by their last message, so each row repeats its time and an index has them in that order.
-- The default is for processes of the previous release, which do not give it.
ALTER TABLE conversation_list_members ADD COLUMN last_message_at timestamptz NOT NULL DEFAULT now();
SELECT app.in_each_organization('
  UPDATE conversation_list_members n SET last_message_at = c.last_message_at FROM conversations c
  WHERE n.organization_id = $1 AND c.organization_id = $1 AND c.id = n.conversation_id');
CREATE INDEX conversation_list_members_last ON conversation_list_members (organization_id, list_id, last_message_at, conversation_id);
