-- What a gift card paid comes back onto it with a return.
ALTER TABLE gift_card_movements DROP CONSTRAINT gift_card_movements_kind_check;
ALTER TABLE gift_card_movements ADD CONSTRAINT gift_card_movements_kind_check
  CHECK (kind IN ('issue', 'redeem', 'return', 'undone', 'cancel', 'expire')) NOT VALID;
ALTER TABLE gift_card_movements VALIDATE CONSTRAINT gift_card_movements_kind_check;
CREATE INDEX gift_card_movements_record ON gift_card_movements (organization_id, record_id);
