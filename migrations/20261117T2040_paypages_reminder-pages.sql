-- A day with more contacts than one transaction plans for is continued after the last of them.
ALTER TABLE payment_reminder_runs
  ADD COLUMN planned_on date CHECK (planned_on BETWEEN '1900-01-01' AND '2999-12-31'),
  ADD COLUMN after_contact_id uuid,
  ADD COLUMN after_currency text,
  ADD CHECK (num_nulls(planned_on, after_contact_id, after_currency) IN (0, 3));
