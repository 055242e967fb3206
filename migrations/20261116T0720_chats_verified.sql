-- When the provider confirmed that the channel's token opens its number or page; null: it has not.
ALTER TABLE channels ADD COLUMN verified_at timestamptz;
ALTER TABLE channels NO FORCE ROW LEVEL SECURITY;
-- Channels of earlier releases send already.
UPDATE channels SET verified_at = created_at WHERE adapter = 'graph' AND address NOT LIKE 'new-%';
ALTER TABLE channels FORCE ROW LEVEL SECURITY;
