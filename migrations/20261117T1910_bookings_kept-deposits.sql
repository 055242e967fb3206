-- The person moved the booking when it was too late for a free cancelation: the deposit is not refunded at the new time either.
ALTER TABLE bookings ADD COLUMN deposit_kept boolean NOT NULL DEFAULT false;
