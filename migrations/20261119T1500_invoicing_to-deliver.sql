-- The invoices whose goods are still to be delivered, bought or sold. Their number does not grow with the history.
CREATE INDEX pending_records_to_deliver ON pending_records (organization_id, date, id)
  WHERE deliver_later AND NOT fulfilled AND status = 'issued' AND kind = 'invoice';
