-- The tax that customers withhold when they pay is declared in the month of the payment.
CREATE INDEX pending_payments_withheld ON pending_payments (organization_id, date)
  WHERE source IN ('withheld-itbis', 'withheld-isr') AND voided_at IS NULL;
