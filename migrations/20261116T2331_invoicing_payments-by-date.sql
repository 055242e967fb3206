-- Reports of a past day read the payments made since, and the card payments refunded since.
CREATE INDEX pending_payments_date ON pending_payments (organization_id, date);
CREATE INDEX pending_payments_refunded ON pending_payments (organization_id, voided_at)
  WHERE source = 'card' AND voided_at IS NOT NULL;
