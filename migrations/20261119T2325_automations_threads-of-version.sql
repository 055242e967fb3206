-- Old versions of an automation are deleted once no thread has them.
CREATE INDEX automation_threads_version ON automation_threads (organization_id, automation_id, automation_version);
