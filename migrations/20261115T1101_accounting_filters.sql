-- What few records have is found without reading the others.
CREATE INDEX records_seller ON records (organization_id, seller_id, date DESC, id DESC) WHERE seller_id IS NOT NULL;
CREATE INDEX records_void ON records (organization_id, date DESC, id DESC) WHERE status = 'void';
