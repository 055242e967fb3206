-- Whoever writes or sends holds the conversation, so it costs no further look.
ALTER TABLE conversations ADD COLUMN is_blocked boolean NOT NULL DEFAULT false;
