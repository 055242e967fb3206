-- An organization that is closed changes no more until it is reopened, and is erased when its time to reopen is over.

ALTER TABLE organizations
  ADD COLUMN closed_at timestamptz,
  ADD COLUMN erased_at timestamptz,
  ADD CONSTRAINT organizations_erased CHECK (erased_at IS NULL OR closed_at IS NOT NULL);

CREATE INDEX organizations_closed ON organizations (closed_at) WHERE closed_at IS NOT NULL AND erased_at IS NULL;
