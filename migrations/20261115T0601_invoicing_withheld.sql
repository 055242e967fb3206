-- Filings ask which older documents were settled in a month with something withheld: few of all have that.

CREATE INDEX pending_records_withheld ON pending_records (organization_id, direction, date) WHERE withheld > 0;
