-- The marketplace: products that sellers listed and the operator approved, collections of them, and carts over many sellers.

-- What visitors may see of a product. Kept up from the seller's events and read across organizations, so it holds nothing private:
-- no cost, and only whether there is stock.
CREATE TABLE market_listings (
  resource_id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  status text NOT NULL CHECK (status IN ('requested', 'approved')),
  note text CHECK (length(note) <= 1000),
  requested_at timestamptz NOT NULL,
  seller_name text NOT NULL,
  name text NOT NULL,
  sort_name text COLLATE "C" NOT NULL,
  description text NOT NULL,
  category text,
  -- Folded, to compare; empty: none.
  category_key text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  unit text NOT NULL,
  -- Ids of files of the seller, or addresses of pictures elsewhere.
  images text[] NOT NULL CHECK (cardinality(images) <= 20),
  -- One unit with its taxes. Null: it has no price now, and is not shown.
  price numeric(20, 6) CHECK (price >= 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  in_stock boolean NOT NULL,
  is_archived boolean NOT NULL,
  words tsvector NOT NULL,
  refreshed_at timestamptz NOT NULL
);
CREATE INDEX market_listings_organization ON market_listings (organization_id, resource_id);
CREATE INDEX market_listings_reviews ON market_listings (requested_at, resource_id) WHERE status = 'requested';
CREATE INDEX market_listings_refreshed ON market_listings (refreshed_at);
CREATE INDEX market_listings_words ON market_listings USING gin (words);
CREATE INDEX market_listings_name ON market_listings (sort_name, resource_id)
  WHERE status = 'approved' AND NOT is_archived AND price IS NOT NULL;
CREATE INDEX market_listings_price ON market_listings (price, resource_id)
  WHERE status = 'approved' AND NOT is_archived AND price IS NOT NULL;
CREATE INDEX market_listings_category ON market_listings (category_key, sort_name, resource_id)
  WHERE status = 'approved' AND NOT is_archived AND price IS NOT NULL;

CREATE TABLE market_collections (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 1000),
  -- Every product, those of a category, or the chosen ones.
  kind text NOT NULL CHECK (kind IN ('all', 'category', 'chosen')),
  category text CHECK (length(category) BETWEEN 1 AND 100),
  category_key text COLLATE "C" NOT NULL DEFAULT '',
  place integer NOT NULL DEFAULT 0 CHECK (place BETWEEN 0 AND 100000),
  is_published boolean NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK ((kind = 'category') = (category IS NOT NULL))
);
CREATE INDEX market_collections_place ON market_collections (place, id);

CREATE TABLE market_collection_items (
  collection_id uuid NOT NULL REFERENCES market_collections ON DELETE CASCADE,
  -- Without a reference: a product may be withdrawn and come back.
  resource_id uuid NOT NULL,
  PRIMARY KEY (collection_id, resource_id)
);

-- A cart is opened by its unguessable id, which is found by its hash.
CREATE TABLE market_carts (
  id uuid PRIMARY KEY,
  hash bytea NOT NULL UNIQUE,
  -- The id encrypted, for letters.
  sealed_id bytea NOT NULL,
  -- `ordering`: documents are being made. `undoing`: one seller refused, and the others' documents are being voided.
  status text NOT NULL CHECK (status IN ('open', 'ordering', 'undoing', 'ordered')),
  -- Counts the times that it was ordered: the documents of each belong together.
  attempt integer NOT NULL DEFAULT 0 CHECK (attempt >= 0),
  buyer jsonb,
  delivery jsonb,
  notes text NOT NULL DEFAULT '' CHECK (length(notes) <= 2000),
  coupon text CHECK (length(coupon) BETWEEN 1 AND 40),
  language text NOT NULL CHECK (language IN ('es', 'en')),
  -- Why the last order was refused.
  refusal jsonb,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ordered_at timestamptz,
  CHECK (status IN ('open', 'undoing') OR (buyer IS NOT NULL AND attempt > 0)),
  CHECK ((status = 'ordered') = (ordered_at IS NOT NULL))
);
CREATE INDEX market_carts_expires ON market_carts (expires_at);

CREATE TABLE market_cart_items (
  cart_id uuid NOT NULL REFERENCES market_carts ON DELETE CASCADE,
  resource_id uuid NOT NULL,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  quantity numeric(15, 6) NOT NULL CHECK (quantity > 0),
  -- The price of one unit before taxes when the buyer put it in, or last accepted a change.
  seen_price numeric(20, 6) NOT NULL CHECK (seen_price >= 0),
  seen_currency text NOT NULL CHECK (seen_currency ~ '^[A-Z]{3}$'),
  added_at timestamptz NOT NULL,
  PRIMARY KEY (cart_id, resource_id)
);

-- The part of an ordered cart that is one seller's: its document, made once for each attempt.
CREATE TABLE market_orders (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  cart_id uuid NOT NULL,
  attempt integer NOT NULL CHECK (attempt > 0),
  invoice_id uuid NOT NULL,
  page_id uuid NOT NULL,
  -- The kind of receipt that the document gets when every seller has accepted; null: none.
  fiscal_type text,
  state text NOT NULL CHECK (state IN ('placed', 'confirmed', 'undone')),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, cart_id, attempt),
  FOREIGN KEY (organization_id, invoice_id) REFERENCES pending_records (organization_id, id),
  FOREIGN KEY (organization_id, page_id) REFERENCES shared_pages (organization_id, id)
);
CREATE UNIQUE INDEX market_orders_invoice ON market_orders (organization_id, invoice_id);
ALTER TABLE market_orders ENABLE ROW LEVEL SECURITY;
ALTER TABLE market_orders FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON market_orders USING (organization_id = (SELECT app.current_organization()));
