-- How an organization hands over what is bought online: at one of its branches, or at the buyer's address.
CREATE TABLE delivery_methods (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  kind text NOT NULL CHECK (kind IN ('pickup', 'delivery')),
  -- Opening hours or times of delivery, for buyers.
  details text NOT NULL DEFAULT '' CHECK (length(details) <= 1000),
  -- The branch that the goods leave. Null: one that has them.
  division_id uuid,
  -- The service that is charged. Null: nothing is.
  resource_id uuid,
  -- Orders from this amount, in minor units and with taxes, are not charged.
  free_from bigint CHECK (free_from >= 0),
  -- Where it delivers: provinces, or cities or sectors of them. Empty: everywhere.
  zones jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(zones) = 'array'),
  place integer NOT NULL DEFAULT 0 CHECK (place BETWEEN 0 AND 100000),
  archived_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, division_id) REFERENCES divisions (organization_id, id),
  FOREIGN KEY (organization_id, resource_id) REFERENCES resources (organization_id, id),
  CONSTRAINT delivery_methods_pickup CHECK (kind = 'delivery' OR (division_id IS NOT NULL AND zones = '[]'))
);
CREATE INDEX delivery_methods_place ON delivery_methods (organization_id, place, id);
ALTER TABLE delivery_methods ENABLE ROW LEVEL SECURITY;
ALTER TABLE delivery_methods FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON delivery_methods USING (organization_id = (SELECT app.current_organization()));
