-- How long before it is due the assignees of a task are reminded, and when that is. Null: not, or it was done.
ALTER TABLE board_tasks
  ADD COLUMN reminder_minutes integer CHECK (reminder_minutes BETWEEN 0 AND 43200),
  ADD COLUMN remind_at timestamptz;
CREATE INDEX board_tasks_reminders ON board_tasks (organization_id, remind_at) WHERE remind_at IS NOT NULL;
