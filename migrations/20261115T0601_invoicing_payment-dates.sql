-- Filings ask which documents were settled in a month: payments are found by their day.

CREATE INDEX pending_payments_date ON pending_payments (organization_id, date);
