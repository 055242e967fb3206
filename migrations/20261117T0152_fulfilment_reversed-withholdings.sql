-- The part of `refunded` that the customer had withheld when paying: the withholding is reversed, and no money goes back.
-- In the currency of the return, and in the organization's at the rate of the payments.
ALTER TABLE returns
  ADD COLUMN reversed_itbis bigint NOT NULL DEFAULT 0 CHECK (reversed_itbis >= 0),
  ADD COLUMN reversed_isr bigint NOT NULL DEFAULT 0 CHECK (reversed_isr >= 0),
  ADD COLUMN base_reversed_itbis bigint NOT NULL DEFAULT 0 CHECK (base_reversed_itbis >= 0),
  ADD COLUMN base_reversed_isr bigint NOT NULL DEFAULT 0 CHECK (base_reversed_isr >= 0),
  ADD CHECK (reversed_itbis + reversed_isr <= refunded);
