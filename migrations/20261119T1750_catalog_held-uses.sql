-- The last day of a quote that uses a discount: if it is not converted by then, it gives the use back.
ALTER TABLE discount_uses
  ADD COLUMN held_until date CHECK (held_until BETWEEN '1900-01-01' AND '2999-12-31');
CREATE INDEX discount_uses_held ON discount_uses (organization_id, held_until, document_id) WHERE held_until IS NOT NULL;

SELECT app.in_each_organization('
  UPDATE discount_uses u SET held_until = d.due_on FROM pending_records d
  WHERE u.organization_id = $1 AND d.organization_id = $1 AND d.id = u.document_id AND d.kind = ''quote''
    AND NOT EXISTS (SELECT FROM pending_elements e
      WHERE e.organization_id = $1 AND e.pending_record_id = d.id AND e.converted > 0)');
-- Each organization with quotes that use discounts looks for those that have expired.
SELECT app.in_each_organization('
  INSERT INTO organization_ticks (organization_id, tick, due_at, due_really_at)
  SELECT $1, ''held-discounts'', now(), now()
  WHERE EXISTS (SELECT FROM discount_uses u WHERE u.organization_id = $1 AND u.held_until IS NOT NULL)');
