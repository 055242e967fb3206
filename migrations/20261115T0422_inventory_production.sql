-- How things are made: recipes in versions, and the orders that turn parts into products.

-- What goes into a product. A recipe is never changed: another one is its next version.
CREATE TABLE recipes (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  resource_id uuid NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  -- How much of the product the parts make.
  yields numeric(20, 6) NOT NULL CHECK (yields > 0),
  -- Of making so much, in minor units of the organization's currency.
  labour_cost bigint NOT NULL CHECK (labour_cost >= 0),
  note text CHECK (length(note) <= 1000),
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, resource_id, version),
  FOREIGN KEY (organization_id, resource_id) REFERENCES resources (organization_id, id)
);
ALTER TABLE recipes ENABLE ROW LEVEL SECURITY;
ALTER TABLE recipes FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON recipes USING (organization_id = app.current_organization());

CREATE TABLE recipe_parts (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  resource_id uuid NOT NULL,
  version integer NOT NULL,
  line integer NOT NULL CHECK (line > 0),
  part_id uuid NOT NULL CHECK (part_id <> resource_id),
  quantity numeric(20, 6) NOT NULL CHECK (quantity > 0),
  -- How much more of it is used than arrives in the product, in percent.
  waste numeric(7, 4) NOT NULL CHECK (waste BETWEEN 0 AND 1000),
  PRIMARY KEY (organization_id, resource_id, version, line),
  UNIQUE (organization_id, resource_id, version, part_id),
  FOREIGN KEY (organization_id, resource_id, version) REFERENCES recipes (organization_id, resource_id, version),
  FOREIGN KEY (organization_id, part_id) REFERENCES resources (organization_id, id)
);
ALTER TABLE recipe_parts ENABLE ROW LEVEL SECURITY;
ALTER TABLE recipe_parts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON recipe_parts USING (organization_id = app.current_organization());

CREATE TABLE productions (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  resource_id uuid NOT NULL,
  recipe_version integer NOT NULL,
  division_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('planned', 'started', 'applied', 'reversed', 'cancelled')),
  quantity numeric(20, 6) NOT NULL CHECK (quantity > 0),
  planned_on date,
  note text CHECK (length(note) <= 1000),
  started_at timestamptz,
  -- What really came of it; once it was applied.
  applied_on date,
  produced numeric(20, 6) CHECK (produced > 0),
  parts_cost bigint CHECK (parts_cost >= 0),
  labour_cost bigint CHECK (labour_cost >= 0),
  -- What the books say of it; null where it cost nothing.
  record_id uuid,
  version integer NOT NULL DEFAULT 1,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, resource_id, recipe_version) REFERENCES recipes (organization_id, resource_id, version),
  FOREIGN KEY (organization_id, division_id) REFERENCES divisions (organization_id, id),
  FOREIGN KEY (organization_id, record_id) REFERENCES records (organization_id, id),
  CHECK ((status IN ('applied', 'reversed')) = (applied_on IS NOT NULL)),
  CHECK ((applied_on IS NULL) = (produced IS NULL)),
  CHECK ((applied_on IS NULL) = (parts_cost IS NULL)),
  CHECK ((applied_on IS NULL) = (labour_cost IS NULL))
);
CREATE INDEX productions_newest ON productions (organization_id, id DESC);
CREATE INDEX productions_resource ON productions (organization_id, resource_id, id DESC);
CREATE INDEX productions_status ON productions (organization_id, status, id DESC);
ALTER TABLE productions ENABLE ROW LEVEL SECURITY;
ALTER TABLE productions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON productions USING (organization_id = app.current_organization());
