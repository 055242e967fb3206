-- Money of ours that a contact holds as a supplier: paid in advance, or kept for returned goods. Like `balance`, in minor units of
-- `currency` and in the books. Returns of before are only in the books.
ALTER TABLE contact_balances
  ADD COLUMN advance bigint NOT NULL DEFAULT 0 CHECK (advance >= 0),
  ADD COLUMN base_advance bigint NOT NULL DEFAULT 0 CHECK (base_advance >= 0),
  ADD CONSTRAINT contact_balances_advance CHECK ((advance = 0) = (base_advance = 0));
