-- Threads of all automations are listed together: what waits for a person, and what failed.
CREATE INDEX automation_threads_all_created ON automation_threads (organization_id, created_at, id);
CREATE INDEX automation_threads_all_updated ON automation_threads (organization_id, updated_at, id);
