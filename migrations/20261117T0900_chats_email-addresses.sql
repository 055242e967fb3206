-- An e-mail address belongs to one channel of an organization. Nobody proves that an address is theirs, and letters arrive by the
-- key of their channel, so one organization must not keep it from another.
CREATE UNIQUE INDEX channels_email ON channels (organization_id, address) WHERE kind = 'email';
