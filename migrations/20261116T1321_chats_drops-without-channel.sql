-- A letter or comment whose channel is gone is a drop without a channel, until it is retried in another one.
ALTER TABLE inbound_drops ALTER COLUMN channel_id DROP NOT NULL;
ALTER TABLE inbound_drops DROP CONSTRAINT inbound_drops_part;
ALTER TABLE inbound_drops ADD CONSTRAINT inbound_drops_part UNIQUE NULLS NOT DISTINCT (organization_id, channel_id, hash);
-- Without a required channel it references its organization itself.
ALTER TABLE inbound_drops ADD FOREIGN KEY (organization_id) REFERENCES organizations (id);
