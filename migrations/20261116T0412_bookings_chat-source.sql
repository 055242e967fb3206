-- Bookings that a customer makes in a conversation.
ALTER TABLE bookings DROP CONSTRAINT bookings_source_check,
  ADD CONSTRAINT bookings_source_check CHECK (source IN ('link', 'staff', 'form', 'chat'));
