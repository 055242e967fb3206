-- Deleting a movement looks for its serial numbers.
CREATE INDEX serial_events_movement ON serial_events (organization_id, movement_id) WHERE movement_id IS NOT NULL;
