-- Tokens of visitors that were issued before this instant are refused; null: none is.
ALTER TABLE conversations ADD COLUMN visitor_tokens_from timestamptz;
-- Lists can be sorted by creation.
CREATE INDEX conversations_created ON conversations (organization_id, created_at, id);
