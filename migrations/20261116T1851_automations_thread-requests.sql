-- The query and some headers of the request that started a thread by a webhook; its body is the input.
ALTER TABLE automation_threads ADD COLUMN request jsonb;
