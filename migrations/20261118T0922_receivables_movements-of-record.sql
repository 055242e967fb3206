-- Deleting a record looks for its movement.
CREATE INDEX contact_balance_movements_record ON contact_balance_movements (organization_id, record_id);
