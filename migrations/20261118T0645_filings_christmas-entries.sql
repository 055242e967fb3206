-- The Christmas salary of somebody who leaves is exempt income of its own kind.
ALTER TABLE payroll_entries DROP CONSTRAINT payroll_entries_kind_check;
ALTER TABLE payroll_entries ADD CONSTRAINT payroll_entries_kind_check CHECK (kind IN ('commission', 'overtime',
  'overtime-double', 'night', 'holiday', 'bonus', 'taxable', 'untaxed', 'christmas', 'loan', 'advance', 'deduction'));
