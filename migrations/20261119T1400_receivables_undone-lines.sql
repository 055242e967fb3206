-- Whether the payment of a line is undone, so that a receipt knows how many of its payments are not.
ALTER TABLE payment_receipt_lines ADD COLUMN undone boolean NOT NULL DEFAULT false;
SELECT app.in_each_organization('
  UPDATE payment_receipt_lines l SET undone = true
  WHERE l.organization_id = $1 AND (
    EXISTS (SELECT FROM pending_payments p WHERE p.organization_id = $1 AND p.record_id = l.record_id
            HAVING bool_and(p.voided_at IS NOT NULL))
    OR EXISTS (SELECT FROM credit_events e WHERE e.organization_id = $1 AND e.record_id = l.record_id AND e.voided_at IS NOT NULL))');
