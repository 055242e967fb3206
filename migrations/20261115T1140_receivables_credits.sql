-- A credit knows its own side, currency and contact, so that lists and totals of credits need no table of another module.
ALTER TABLE credits ADD COLUMN direction text, ADD COLUMN currency text, ADD COLUMN contact_id uuid;
-- An owner that is no superuser sees rows of every organization only while its policies do not bind it.
ALTER TABLE credits NO FORCE ROW LEVEL SECURITY;
ALTER TABLE pending_records NO FORCE ROW LEVEL SECURITY;
UPDATE credits c SET direction = CASE p.direction WHEN 'sale' THEN 'granted' ELSE 'received' END,
  currency = p.currency, contact_id = p.contact_id
FROM pending_records p WHERE p.organization_id = c.organization_id AND p.id = c.pending_record_id;
ALTER TABLE pending_records FORCE ROW LEVEL SECURITY;
ALTER TABLE credits FORCE ROW LEVEL SECURITY;
ALTER TABLE credits
  ALTER COLUMN direction SET NOT NULL,
  ALTER COLUMN currency SET NOT NULL,
  ADD CHECK (direction IN ('granted', 'received')),
  ADD FOREIGN KEY (organization_id, contact_id) REFERENCES contacts (organization_id, id);
CREATE INDEX credits_contact ON credits (organization_id, contact_id, created_at DESC, id DESC);
