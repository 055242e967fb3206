-- What a project has earned and cost comes from its transfers.
CREATE INDEX ledger_transfers_project ON ledger_transfers (organization_id, project_id) WHERE project_id IS NOT NULL;
CREATE INDEX projects_newest ON projects (organization_id, created_at DESC, id DESC);
