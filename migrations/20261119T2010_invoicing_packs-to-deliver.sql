-- The note of 20261119T1515 looked at lines of goods only: it took packs for delivered, and goods without stock for open.
SELECT app.in_each_organization('
  UPDATE pending_records d SET fulfilled = NOT d.fulfilled
  WHERE d.organization_id = $1 AND d.deliver_later AND d.status = ''issued'' AND d.kind = ''invoice'' AND d.direction = ''sale''
    AND d.fulfilled = EXISTS (
      SELECT FROM pending_elements e WHERE e.organization_id = $1 AND e.pending_record_id = d.id
        AND (EXISTS (SELECT FROM resources r
            WHERE r.organization_id = $1 AND r.id = e.resource_id AND r.tracks_stock)
          OR EXISTS (SELECT FROM sold_parts p
            WHERE p.organization_id = $1 AND p.pending_record_id = d.id AND p.element_id = e.id))
        AND e.quantity > (
          SELECT coalesce(sum(done.quantity), 0) FROM deliveries v CROSS JOIN LATERAL (
            SELECT l.counted AS quantity FROM delivery_lines l
            WHERE l.organization_id = $1 AND l.delivery_id = v.id AND l.element_id = e.id AND v.status <> ''canceled''
            UNION ALL
            SELECT c.quantity FROM delivery_cancellations c
            WHERE c.organization_id = $1 AND c.delivery_id = v.id AND c.element_id = e.id) AS done
          WHERE v.organization_id = $1 AND v.pending_record_id = d.id))');
