-- A feed can be narrowed to notes or happenings, of which a long conversation has few.
CREATE INDEX messages_direction ON messages (organization_id, conversation_id, direction, seq);
DROP INDEX messages_inbound;
