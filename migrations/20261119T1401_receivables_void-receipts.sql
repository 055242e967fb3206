-- A receipt is void with the last of its payments. Void ones are listed without a look at all others.
ALTER TABLE payment_receipts
  -- Payments that are not undone.
  ADD COLUMN valid_payments integer NOT NULL DEFAULT 0 CHECK (valid_payments >= 0),
  ADD COLUMN voided_at timestamptz;
SELECT app.in_each_organization('
  UPDATE payment_receipts r SET valid_payments = counted.valid,
    voided_at = CASE WHEN counted.valid = 0 THEN greatest(r.created_at, counted.undone_at) END
  FROM (
    SELECT l.receipt_id, (count(*) FILTER (WHERE NOT l.undone))::int AS valid, max(greatest(
        (SELECT max(p.voided_at) FROM pending_payments p WHERE p.organization_id = $1 AND p.record_id = l.record_id),
        (SELECT max(e.voided_at) FROM credit_events e WHERE e.organization_id = $1 AND e.record_id = l.record_id))) AS undone_at
    FROM payment_receipt_lines l WHERE l.organization_id = $1 GROUP BY l.receipt_id
  ) AS counted
  WHERE r.organization_id = $1 AND r.id = counted.receipt_id');
ALTER TABLE payment_receipts
  ALTER COLUMN valid_payments DROP DEFAULT,
  ADD CONSTRAINT payment_receipts_void CHECK ((valid_payments = 0) = (voided_at IS NOT NULL));
CREATE INDEX payment_receipts_voided ON payment_receipts (organization_id, date, id) WHERE voided_at IS NOT NULL;
