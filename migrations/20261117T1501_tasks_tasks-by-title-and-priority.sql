-- The list sorts by title; most tasks have no priority, and few are archived.
CREATE INDEX board_tasks_title ON board_tasks (organization_id, title, id);
CREATE INDEX board_tasks_priority ON board_tasks (organization_id, priority, created_at, id) WHERE priority <> 'none';
CREATE INDEX board_tasks_archived ON board_tasks (organization_id, created_at, id) WHERE archived_at IS NOT NULL;
