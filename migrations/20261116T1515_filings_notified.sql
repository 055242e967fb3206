-- The issuer of a received document is `notified` of our answer. Processes of the previous release still write `told`.
ALTER TABLE ecf_received NO FORCE ROW LEVEL SECURITY;
ALTER TABLE ecf_received DROP CONSTRAINT ecf_received_issuer_state_check;
ALTER TABLE ecf_received ADD CONSTRAINT ecf_received_issuer_state_check
  CHECK (issuer_state IN ('waiting', 'notified', 'told', 'failed', 'no-receiver'));
UPDATE ecf_received SET issuer_state = 'notified' WHERE issuer_state = 'told';
ALTER TABLE ecf_received FORCE ROW LEVEL SECURITY;
