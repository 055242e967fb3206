-- The purchases whose goods are still to arrive: open orders, and invoices with deliver_later. Their number does not grow with the history.
ALTER TABLE pending_records
  -- Nothing of an invoice with deliver_later is still to be delivered. Set for purchases, by fulfilment.
  ADD COLUMN fulfilled boolean NOT NULL DEFAULT false;
CREATE INDEX pending_records_ordered ON pending_records (organization_id, id)
  WHERE is_open AND kind = 'order' AND direction = 'purchase';
CREATE INDEX pending_records_awaited ON pending_records (organization_id, id)
  WHERE deliver_later AND NOT fulfilled AND status = 'issued' AND kind = 'invoice' AND direction = 'purchase';
