-- What the summaries read: the days of a period, and the transfers of a project.

CREATE INDEX ledger_days_date ON ledger_days (organization_id, date);
CREATE INDEX ledger_transfers_project ON ledger_transfers (organization_id, project_id) WHERE project_id IS NOT NULL;
CREATE INDEX projects_newest ON projects (organization_id, created_at DESC, id DESC);
