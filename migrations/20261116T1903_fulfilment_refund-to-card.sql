-- Whether the part that cards paid is refunded to them.
ALTER TABLE returns ADD COLUMN refund_to_card boolean NOT NULL DEFAULT false;
