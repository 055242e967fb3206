-- Refunds to cards are exchanges: who asks, when it was first asked and the provider's name for it move there.
ALTER TABLE payment_refunds NO FORCE ROW LEVEL SECURITY;
ALTER TABLE exchanges NO FORCE ROW LEVEL SECURITY;
INSERT INTO exchanges (organization_id, kind, id, state, settled_state, answer, reference, problem, asked_at, due_at, held_by,
  held_until, created_at, settled_at)
SELECT organization_id, 'receivables/refund', id, is_now.state, is_now.state,
  CASE WHEN reference IS NOT NULL THEN '{"state": "pending"}'::jsonb END, reference, reason,
  CASE WHEN reference IS NOT NULL THEN coalesce(asked_at, created_at) ELSE asked_at END,
  CASE WHEN status = 'requested' THEN now() END, held_by, held_until, created_at,
  CASE WHEN status <> 'requested' THEN created_at END
FROM payment_refunds,
  LATERAL (SELECT CASE WHEN status = 'requested' THEN 'open' WHEN status = 'settled' AND bounced_at IS NULL THEN 'done'
    ELSE 'refused' END AS state) AS is_now;
ALTER TABLE exchanges FORCE ROW LEVEL SECURITY;
ALTER TABLE payment_refunds FORCE ROW LEVEL SECURITY;
DROP INDEX payment_refunds_told;
ALTER TABLE payment_refunds DROP COLUMN reference, DROP COLUMN asked_at, DROP COLUMN held_by, DROP COLUMN held_until;
