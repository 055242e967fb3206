-- A posting checks each account once, not on both sides of every transfer: the open tail has one row per account and division
-- of an entry, and moves into the months. Both reference the account with its currency, so an account with movements can
-- neither be deleted nor become a heading nor change its currency.
ALTER TABLE ledger_tail
  ADD COLUMN currency text,
  ADD COLUMN postable boolean NOT NULL DEFAULT true CHECK (postable);
ALTER TABLE ledger_months
  ADD COLUMN currency text,
  ADD COLUMN postable boolean NOT NULL DEFAULT true CHECK (postable);
-- An owner that is no superuser sees rows of every organization only while its policies do not bind it.
ALTER TABLE ledger_tail NO FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_months NO FORCE ROW LEVEL SECURITY;
ALTER TABLE chart_accounts NO FORCE ROW LEVEL SECURITY;
UPDATE ledger_tail t SET currency = a.currency FROM chart_accounts a
WHERE a.organization_id = t.organization_id AND a.id = t.account_id;
UPDATE ledger_months m SET currency = a.currency FROM chart_accounts a
WHERE a.organization_id = m.organization_id AND a.id = m.account_id;
ALTER TABLE ledger_tail FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_months FORCE ROW LEVEL SECURITY;
ALTER TABLE chart_accounts FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_tail ADD CONSTRAINT ledger_tail_account_fkey FOREIGN KEY (organization_id, account_id, postable, currency)
  REFERENCES chart_accounts (organization_id, id, postable, currency);
ALTER TABLE ledger_months ADD CONSTRAINT ledger_months_account_fkey FOREIGN KEY (organization_id, account_id, postable, currency)
  REFERENCES chart_accounts (organization_id, id, postable, currency);
ALTER TABLE ledger_transfers
  DROP CONSTRAINT ledger_transfers_organization_id_debit_account_id_postable_fkey,
  DROP CONSTRAINT ledger_transfers_organization_id_credit_account_id_postabl_fkey;

-- Branches, projects, contacts and people are archived, never deleted, and a record checks its own. Its entry and transfers
-- repeat them. Every check locks the row that all concurrent sales share, and many such locks on one row are expensive.
ALTER TABLE ledger_transfers
  DROP CONSTRAINT ledger_transfers_organization_id_division_id_fkey,
  DROP CONSTRAINT ledger_transfers_organization_id_project_id_fkey,
  DROP CONSTRAINT ledger_transfers_organization_id_contact_id_fkey;
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_posted_by_fkey;
ALTER TABLE record_versions DROP CONSTRAINT record_versions_changed_by_fkey;
-- The person is the authenticated caller, and row-level security forces the organization of the transaction.
ALTER TABLE records
  DROP CONSTRAINT records_created_by_fkey,
  DROP CONSTRAINT records_organization_id_fkey;

-- Lists by these columns ask for a value, so rows without one need no entry.
CREATE INDEX records_of_account ON records (organization_id, account_id, date DESC, id DESC) WHERE account_id IS NOT NULL;
CREATE INDEX records_of_chart_account ON records (organization_id, chart_account_id, date DESC, id DESC)
  WHERE chart_account_id IS NOT NULL;
CREATE INDEX records_of_project ON records (organization_id, project_id, date DESC, id DESC) WHERE project_id IS NOT NULL;
DROP INDEX records_account, records_chart_account, records_project;
