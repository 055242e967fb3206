-- When the provider was asked for the state of a merchant account: an older answer must not replace a newer one.
ALTER TABLE merchant_accounts ADD COLUMN read_at timestamptz;
