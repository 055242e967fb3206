-- A discount with a coupon holds only for buyers who give its code.
ALTER TABLE discount_rules ADD COLUMN coupon text COLLATE "C"
  CHECK (length(coupon) BETWEEN 3 AND 40 AND coupon = upper(coupon));
