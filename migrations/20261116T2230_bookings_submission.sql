-- SHA-256 of a submission of a booking page with its key: sent again, it gets the same booking.
ALTER TABLE bookings ADD COLUMN submission_hash bytea;
CREATE UNIQUE INDEX bookings_submission ON bookings (organization_id, submission_hash)
  WHERE submission_hash IS NOT NULL AND state <> 'canceled';
