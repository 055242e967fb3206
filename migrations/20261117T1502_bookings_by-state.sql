-- Bookings that wait, are held or were missed are few among all.
CREATE INDEX bookings_state ON bookings (organization_id, state, starts_at, id);
