-- Sold invoices of earlier releases have not noted that all of their goods are delivered or canceled.
SELECT app.in_each_organization('
  UPDATE pending_records d SET fulfilled = true
  WHERE d.organization_id = $1 AND d.deliver_later AND NOT d.fulfilled AND d.status = ''issued''
    AND d.kind = ''invoice'' AND d.direction = ''sale'' AND NOT EXISTS (
      SELECT FROM pending_elements e JOIN resources r ON r.organization_id = $1 AND r.id = e.resource_id
      WHERE e.organization_id = $1 AND e.pending_record_id = d.id AND r.kind <> ''service'' AND e.quantity > (
        SELECT coalesce(sum(done.quantity), 0) FROM deliveries v CROSS JOIN LATERAL (
          SELECT l.counted AS quantity FROM delivery_lines l
          WHERE l.organization_id = $1 AND l.delivery_id = v.id AND l.element_id = e.id AND v.status <> ''canceled''
          UNION ALL
          SELECT c.quantity FROM delivery_cancellations c
          WHERE c.organization_id = $1 AND c.delivery_id = v.id AND c.element_id = e.id) AS done
        WHERE v.organization_id = $1 AND v.pending_record_id = d.id))');
