-- Which columns the digest of an entry covers in the hash chain: 1 the accounts, amounts and day of its transfers, 2 all of them.
-- A process of an earlier release writes 1.
ALTER TABLE ledger_entries ADD COLUMN digest_version smallint NOT NULL DEFAULT 1;
