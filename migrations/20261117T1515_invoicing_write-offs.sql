-- The rest of a document can be written off without a credit.
ALTER TABLE pending_payments DROP CONSTRAINT pending_payments_source_check,
  ADD CONSTRAINT pending_payments_source_check CHECK (source IN
    ('account', 'balance', 'gift-card', 'card', 'withheld-itbis', 'withheld-isr', 'credit', 'return', 'write-off'));
