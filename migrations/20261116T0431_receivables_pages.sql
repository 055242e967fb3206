-- The customer at the provider for whom the card of a payment page is saved. Null: it is not saved.
ALTER TABLE document_charges ADD COLUMN customer_reference text;
