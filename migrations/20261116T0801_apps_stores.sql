-- Stores that are connected as apps: their addresses, what they send, and what became of it; secret fields of app data.

ALTER TABLE app_data ADD COLUMN secrets bytea;
ALTER TABLE app_data ADD COLUMN secret_names text[] NOT NULL DEFAULT '{}' CHECK (cardinality(secret_names) <= 100);
ALTER TABLE app_data ADD CONSTRAINT app_data_sealed CHECK ((secrets IS NULL) = (cardinality(secret_names) = 0));

CREATE TABLE stores (
  organization_id uuid NOT NULL,
  -- Of storeapp-b: the id of the row of app data that has its keys.
  id uuid NOT NULL,
  app_id uuid NOT NULL,
  provider text COLLATE "C" NOT NULL CHECK (provider IN ('storeapp-a', 'storeapp-b')),
  -- The domain of the shop, or the address of the site.
  address text COLLATE "C" NOT NULL CHECK (length(address) BETWEEN 1 AND 500),
  state text NOT NULL CHECK (state IN ('connecting', 'connected', 'disconnected')),
  -- The access token of storeapp-a, or the secret that signs the webhooks of storeapp-b, encrypted.
  credentials bytea,
  -- Why it could not be asked to send its messages.
  problem text CHECK (length(problem) <= 500),
  subscribed_at timestamptz,
  created_by uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id),
  CHECK ((state = 'connected') = (credentials IS NOT NULL)),
  FOREIGN KEY (organization_id, app_id) REFERENCES app_installations (organization_id, app_id)
);
CREATE INDEX stores_created ON stores (organization_id, created_at, id);
CREATE INDEX stores_updated ON stores (organization_id, updated_at, id);

-- Leads a webhook to its organization: a shop is connected to one organization at a time.
CREATE TABLE store_addresses (
  provider text COLLATE "C" NOT NULL,
  address text COLLATE "C" NOT NULL,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  store_id uuid NOT NULL,
  PRIMARY KEY (provider, address)
);

-- Messages of stores as they were received, each once.
CREATE TABLE store_deliveries (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  store_id uuid NOT NULL,
  topic text COLLATE "C" NOT NULL CHECK (length(topic) BETWEEN 1 AND 200),
  key text COLLATE "C" NOT NULL CHECK (length(key) BETWEEN 1 AND 300),
  body bytea NOT NULL CHECK (octet_length(body) <= 1048576),
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'done', 'kept')),
  -- What became of it, or why it is kept.
  outcome text CHECK (length(outcome) <= 60),
  reason text CHECK (length(reason) <= 500),
  object_kind text CHECK (object_kind IN ('order', 'product', 'customer', 'stock')),
  object_id text COLLATE "C" CHECK (length(object_id) BETWEEN 1 AND 100),
  document_id uuid,
  received_at timestamptz NOT NULL,
  processed_at timestamptz,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT store_deliveries_once UNIQUE (organization_id, store_id, key),
  CHECK ((state = 'pending') = (processed_at IS NULL)),
  CHECK ((state = 'kept') = (reason IS NOT NULL)),
  FOREIGN KEY (organization_id, store_id) REFERENCES stores (organization_id, id)
);
CREATE INDEX store_deliveries_received ON store_deliveries (organization_id, received_at, id);
CREATE INDEX store_deliveries_pending ON store_deliveries (organization_id, received_at, id) WHERE state = 'pending';
CREATE INDEX store_deliveries_object ON store_deliveries (organization_id, object_id, received_at, id) WHERE object_id IS NOT NULL;
CREATE INDEX store_deliveries_kept ON store_deliveries (organization_id, received_at, id) WHERE state = 'kept';

-- Orders, products and customers of stores, and the documents, products and contacts that they became.
CREATE TABLE store_objects (
  organization_id uuid NOT NULL,
  store_id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('order', 'product', 'customer', 'stock')),
  external_id text COLLATE "C" NOT NULL CHECK (length(external_id) BETWEEN 1 AND 100),
  target_id uuid,
  -- When it changed in the store: an older message changes nothing.
  changed_at timestamptz NOT NULL,
  fingerprint bytea,
  -- Of stock: how many the store has.
  quantity text CHECK (length(quantity) <= 40),
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, store_id, kind, external_id),
  FOREIGN KEY (organization_id, store_id) REFERENCES stores (organization_id, id)
);

ALTER TABLE stores ENABLE ROW LEVEL SECURITY;
ALTER TABLE stores FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON stores USING (organization_id = (SELECT app.current_organization()));
ALTER TABLE store_deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE store_deliveries FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON store_deliveries USING (organization_id = (SELECT app.current_organization()));
ALTER TABLE store_objects ENABLE ROW LEVEL SECURITY;
ALTER TABLE store_objects FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON store_objects USING (organization_id = (SELECT app.current_organization()));

-- The apps of the service itself.
INSERT INTO public_apps (id, key, name, description, latest, created_at, updated_at)
VALUES ('0199a000-0000-7000-8000-00000000000a', 'storeapp-a', 'Tienda A', 'Pedidos, productos, existencias y clientes de una tienda alojada.', '1.0.0', '2026-11-16T00:00:00Z', '2026-11-16T00:00:00Z');
INSERT INTO public_app_releases (app_id, version, version_order, manifest, published_at)
VALUES ('0199a000-0000-7000-8000-00000000000a', '1.0.0', 1000000000000, '{"dataTypes": [], "configuration": {"type": "object", "properties": {"documentKind": {"type": "string", "enum": ["order", "invoice"], "title": "Documento", "description": "What an order of the store becomes. Default: an order, which posts nothing until it is invoiced."}}, "additionalProperties": false}, "permissions": ["contacts:write", "catalog:write", "invoicing:write"], "events": [], "placements": [{"place": "settings", "title": "Tienda A", "url": null}]}', '2026-11-16T00:00:00Z');

INSERT INTO public_apps (id, key, name, description, latest, created_at, updated_at)
VALUES ('0199a000-0000-7000-8000-00000000000b', 'storeapp-b', 'Tienda B', 'Pedidos, productos y clientes de una tienda en su propio sitio, conectada por sus claves.', '1.0.0', '2026-11-16T00:00:00Z', '2026-11-16T00:00:00Z');
INSERT INTO public_app_releases (app_id, version, version_order, manifest, published_at)
VALUES ('0199a000-0000-7000-8000-00000000000b', '1.0.0', 1000000000000, '{"dataTypes": [{"name": "store", "title": "Tienda", "description": "A store on its own web site, connected by its keys.", "schema": {"type": "object", "properties": {"name": {"type": "string", "maxLength": 100, "title": "Nombre"}, "url": {"type": "string", "format": "uri", "maxLength": 400, "title": "Dirección"}, "consumerKey": {"type": "string", "maxLength": 200, "secret": true}, "consumerSecret": {"type": "string", "maxLength": 200, "secret": true}}, "required": ["url", "consumerKey", "consumerSecret"], "additionalProperties": false}, "unique": [["url"]], "writers": "admins"}], "configuration": {"type": "object", "properties": {"documentKind": {"type": "string", "enum": ["order", "invoice"], "title": "Documento", "description": "What an order of the store becomes. Default: an order, which posts nothing until it is invoiced."}}, "additionalProperties": false}, "permissions": ["contacts:write", "catalog:write", "invoicing:write"], "events": [], "placements": [{"place": "settings", "title": "Tienda B", "url": null}]}', '2026-11-16T00:00:00Z');
