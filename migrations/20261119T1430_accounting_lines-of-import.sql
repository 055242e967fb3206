-- The lines of one import are removed together.
CREATE INDEX statement_lines_import ON statement_lines (organization_id, account_id, import_id);
