-- A tax of a line in the organization's currency, as it is posted. Null: from before it was kept.
ALTER TABLE return_line_taxes ADD COLUMN base_amount bigint CHECK (base_amount >= 0);
