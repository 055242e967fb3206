-- The latest conciliated lines of an account show how lines with the same words were booked before.
CREATE INDEX statement_lines_conciliated ON statement_lines (organization_id, account_id, date DESC, id DESC)
  WHERE conciliation_id IS NOT NULL;
