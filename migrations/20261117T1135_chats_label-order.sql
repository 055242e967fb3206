-- Conversations with a label are read by their last message, so each row repeats its time and an index has them in that order.
-- The default is for processes of the previous release, which do not give it.
ALTER TABLE conversation_labels ADD COLUMN last_message_at timestamptz NOT NULL DEFAULT now();
SELECT app.in_each_organization('
  UPDATE conversation_labels n SET last_message_at = c.last_message_at FROM conversations c
  WHERE n.organization_id = $1 AND c.organization_id = $1 AND c.id = n.conversation_id');
CREATE INDEX conversation_labels_last ON conversation_labels (organization_id, label, last_message_at, conversation_id);
