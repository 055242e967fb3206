-- Conversations on a list made by hand are read by their last message, so each row repeats its time and an index has them in that order.
-- The default is for processes of the previous release, which do not give it.
ALTER TABLE conversation_list_members ADD COLUMN last_message_at timestamptz NOT NULL DEFAULT now();
DO $$
DECLARE
  organization uuid;
BEGIN
  -- Row-level security shows one organization at a time.
  FOR organization IN SELECT id FROM organizations LOOP
    PERFORM set_config('app.organization_id', organization::text, true);
    UPDATE conversation_list_members n SET last_message_at = c.last_message_at FROM conversations c
    WHERE n.organization_id = organization AND c.organization_id = organization AND c.id = n.conversation_id;
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
END $$;
CREATE INDEX conversation_list_members_last ON conversation_list_members (organization_id, list_id, last_message_at, conversation_id);
