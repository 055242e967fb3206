-- The language of the visitor who paid, for the letter about it. Null: they prefer none, or paid before it was kept.
ALTER TABLE page_payments ADD COLUMN language text CHECK (language IN ('es', 'en'));
