-- `sale`: of the balance that a customer paid in advance. `purchase`: of the advance that a supplier holds for us.
ALTER TABLE contact_balance_movements
  ADD COLUMN direction text NOT NULL DEFAULT 'sale' CHECK (direction IN ('sale', 'purchase'));
