-- Why a booking was canceled, in the words of its person or of the business.
ALTER TABLE bookings
  ADD COLUMN cancellation_reason text CHECK (length(cancellation_reason) BETWEEN 1 AND 500),
  ADD CONSTRAINT bookings_reason CHECK (cancellation_reason IS NULL OR state = 'canceled');
