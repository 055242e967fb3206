-- From its first asking on, the provider may have given the money back, whatever was heard of it since.
ALTER TABLE payment_refunds ADD COLUMN asked_at timestamptz;
-- Of every organization: its owner is not held back by the policy meanwhile.
ALTER TABLE payment_refunds NO FORCE ROW LEVEL SECURITY;
UPDATE payment_refunds SET asked_at = created_at;
ALTER TABLE payment_refunds FORCE ROW LEVEL SECURITY;
ALTER TABLE payment_refunds ADD CHECK (status <> 'settled' OR asked_at IS NOT NULL);
-- Who is asking, and until when: not every provider knows a refund by its key, so nobody else asks meanwhile.
ALTER TABLE payment_refunds ADD COLUMN held_by uuid;
ALTER TABLE payment_refunds ADD COLUMN held_until timestamptz;
ALTER TABLE payment_refunds ADD CHECK ((held_by IS NULL) = (held_until IS NULL));
-- The bank may send back what the provider had given: heard of once.
ALTER TABLE payment_refunds ADD COLUMN bounced_at timestamptz;
ALTER TABLE payment_refunds ADD CHECK (bounced_at IS NULL OR status = 'settled');
DROP INDEX payment_refunds_told;
CREATE INDEX payment_refunds_told ON payment_refunds (organization_id, reference) WHERE reference IS NOT NULL;
