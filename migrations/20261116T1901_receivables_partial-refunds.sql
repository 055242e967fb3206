-- Minor units of the charge. Null: the whole payment, of an earlier release, and not counted in `document_charges.refunded`.
ALTER TABLE payment_refunds ADD COLUMN amount bigint CHECK (amount > 0);
