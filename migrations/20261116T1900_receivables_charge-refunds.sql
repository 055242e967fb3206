-- The part of a charge that is being refunded or was refunded, for a voided payment or for returns. Refunds of earlier releases are
-- not counted: they voided the only payment of their charge.
ALTER TABLE document_charges ADD COLUMN refunded bigint NOT NULL DEFAULT 0 CHECK (refunded >= 0);
ALTER TABLE document_charges ADD CONSTRAINT document_charges_refunded CHECK (refund + refunded <= amount);
