-- Lists of resources: packs and bundles that are sold as one, and collections by hand or by rule.

CREATE TABLE resource_lists (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  type text NOT NULL CHECK (type IN ('PACK', 'BUNDLE', 'COLLECTION')),
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 5000),
  -- Null: its members are named by hand. Otherwise they follow from it, and the rows below are what was found last.
  rule jsonb,
  -- What the whole is sold for; null: the sum of its parts.
  price numeric(20, 6) CHECK (price >= 0),
  currency text CHECK (currency ~ '^[A-Z]{3}$'),
  built_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  -- What is sold as one consists of named things in named quantities.
  CHECK (rule IS NULL OR type = 'COLLECTION'),
  CHECK (price IS NULL OR type <> 'COLLECTION'),
  CHECK ((price IS NULL) = (currency IS NULL))
);
CREATE INDEX resource_lists_newest ON resource_lists (organization_id, created_at DESC, id DESC);
ALTER TABLE resource_lists ENABLE ROW LEVEL SECURITY;
ALTER TABLE resource_lists FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON resource_lists USING (organization_id = app.current_organization());

CREATE TABLE resource_list_members (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  list_id uuid NOT NULL,
  resource_id uuid NOT NULL,
  quantity numeric(20, 6) NOT NULL DEFAULT 1 CHECK (quantity > 0),
  PRIMARY KEY (organization_id, list_id, resource_id),
  FOREIGN KEY (organization_id, list_id) REFERENCES resource_lists (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, resource_id) REFERENCES resources (organization_id, id)
);
CREATE INDEX resource_list_members_resource ON resource_list_members (organization_id, resource_id);
ALTER TABLE resource_list_members ENABLE ROW LEVEL SECURITY;
ALTER TABLE resource_list_members FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON resource_list_members USING (organization_id = app.current_organization());
