-- Pages and posts of an organization's website, and its own domains.

CREATE TABLE website_pages (
  organization_id uuid NOT NULL,
  document_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('page', 'post')),
  slug text COLLATE "C" NOT NULL CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(slug) <= 100),
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 500),
  -- What visitors see: null while it is a draft.
  published_version integer CHECK (published_version > 0),
  published_title text CHECK (length(published_title) <= 200),
  published_at timestamptz,
  first_published_at timestamptz,
  sealed_preview_id bytea,
  created_by uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, document_id),
  CONSTRAINT website_pages_slug UNIQUE (organization_id, slug),
  FOREIGN KEY (organization_id, document_id) REFERENCES documents (organization_id, id) ON DELETE CASCADE,
  CHECK (num_nonnulls(published_version, published_title, published_at) IN (0, 3)),
  CHECK (published_at IS NULL OR first_published_at IS NOT NULL)
);
CREATE INDEX website_pages_posts ON website_pages (organization_id, first_published_at, document_id)
  WHERE kind = 'post' AND published_at IS NOT NULL;
CREATE INDEX website_pages_updated ON website_pages (organization_id, updated_at, document_id);

-- Read by the name of a domain, before its organization is known, and by the organization for its own list. Several
-- organizations may claim a domain; one of them can have proved it.
CREATE TABLE website_domains (
  domain text COLLATE "C" NOT NULL CHECK (domain = lower(domain) AND length(domain) BETWEEN 4 AND 253),
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  token text NOT NULL CHECK (length(token) BETWEEN 20 AND 100),
  state text NOT NULL CHECK (state IN ('pending', 'verified', 'lost')),
  problem text CHECK (problem IN ('proof_missing', 'points_elsewhere', 'taken')),
  checked_at timestamptz,
  verified_at timestamptz,
  -- Since when a verified domain no longer proves itself.
  failing_since timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (domain, organization_id)
);
CREATE UNIQUE INDEX website_domains_owner ON website_domains (domain) WHERE state = 'verified';
CREATE INDEX website_domains_organization ON website_domains (organization_id, domain);
CREATE INDEX website_domains_checked ON website_domains (checked_at) WHERE state = 'verified';

-- How much each organization has invoiced in a month: read across organizations, to publish sums that tell of none.
CREATE TABLE invoiced_months (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  month date NOT NULL CHECK (month BETWEEN '1900-01-01' AND '2999-12-31'),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  documents bigint NOT NULL CHECK (documents >= 0),
  amount numeric(40, 0) NOT NULL,
  PRIMARY KEY (organization_id, month)
);

CREATE TABLE invoiced_published (
  currency text PRIMARY KEY CHECK (currency ~ '^[A-Z]{3}$'),
  organizations integer NOT NULL,
  documents bigint NOT NULL,
  amount numeric(40, 0) NOT NULL,
  counted_at timestamptz NOT NULL
);

ALTER TABLE website_pages ENABLE ROW LEVEL SECURITY;
ALTER TABLE website_pages FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON website_pages USING (organization_id = (SELECT app.current_organization()));
