-- Lists of documents by their total, and of those in foreign currencies, which alone have a rate.
CREATE INDEX pending_records_total ON pending_records (organization_id, base_total, id);
CREATE INDEX pending_records_open_total ON pending_records (organization_id, base_total, id) WHERE is_open;
CREATE INDEX pending_records_currency ON pending_records (organization_id, currency, date DESC, id DESC) WHERE rate IS NOT NULL;
