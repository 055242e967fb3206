-- Reminders that the quota of letters did not allow, until the owner is notified of them.
ALTER TABLE payment_reminder_runs ADD COLUMN unsent integer NOT NULL DEFAULT 0 CHECK (unsent >= 0);
