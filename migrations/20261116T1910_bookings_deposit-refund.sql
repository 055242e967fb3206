-- How many hours before the start a visitor who cancels gets the deposit back. Null: the business keeps it.
ALTER TABLE schedules ADD COLUMN deposit_refund_hours integer CHECK (deposit_refund_hours BETWEEN 0 AND 8760);
