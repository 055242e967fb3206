-- A supplier abroad as form 609 declares it: the country, the kind of service and whether it is a related party.
ALTER TABLE contacts
  ADD COLUMN abroad jsonb CONSTRAINT contacts_abroad CHECK (
    coalesce(abroad ->> 'country' ~ '^[A-Z]{2}$' AND abroad ->> 'service' ~ '^[1-8][1-5]$'
      AND jsonb_typeof(abroad -> 'related') = 'boolean', abroad IS NULL));
