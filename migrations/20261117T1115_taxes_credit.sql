-- How the IT-1 deducts this ITBIS on purchases: in full, in proportion to the taxed sales (art. 349 of the regulation), or not at all.
ALTER TABLE taxes
  ADD COLUMN credit text NOT NULL DEFAULT 'full' CHECK (credit IN ('full', 'proportional', 'none')),
  ADD CONSTRAINT taxes_credit_kind CHECK (credit = 'full' OR kind = 'itbis');
