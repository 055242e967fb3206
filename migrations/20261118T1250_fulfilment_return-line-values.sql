-- The net of a line in the organization's currency, as it is posted. Null: from before it was kept.
ALTER TABLE return_lines ADD COLUMN base_net bigint CHECK (base_net >= 0);
