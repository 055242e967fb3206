-- The salaries before the present one, each with its last day, in order: a month is paid with the salaries of its days.
ALTER TABLE employees
  ADD COLUMN earlier_salaries jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_array_length(earlier_salaries) <= 100);
