-- Threads that failed, wait or need a person are few among those that are done.
CREATE INDEX automation_threads_not_done ON automation_threads (organization_id, state, created_at, id) WHERE state <> 'done';
