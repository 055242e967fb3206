-- Whether the person who has a conversation has not seen all messages of the customer; if nobody has it, whether nobody has. Who has
-- seen how much is kept for each member, so a list could find this only by looking at all conversations. A closed one is done.
ALTER TABLE conversations ADD COLUMN is_unread boolean NOT NULL DEFAULT false;
UPDATE conversations c SET is_unread = true
WHERE c.state <> 'closed' AND EXISTS (
  SELECT FROM messages m
  WHERE m.organization_id = c.organization_id AND m.conversation_id = c.id AND m.direction = 'in' AND m.seq > (
    SELECT coalesce(max(r.seq), 0) FROM conversation_reads r
    WHERE r.organization_id = c.organization_id AND r.conversation_id = c.id AND (c.user_id IS NULL OR r.user_id = c.user_id)));
CREATE INDEX conversations_unread ON conversations (organization_id, last_message_at, id) WHERE is_unread;
