-- Electronic invoices: who issues them, every document with what became of it, certification runs, and what others sent.

CREATE TABLE ecf_companies (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  tax_id text NOT NULL CHECK (tax_id ~ '^([0-9]{9}|[0-9]{11})$'),
  name text NOT NULL,
  trade_name text,
  address text NOT NULL,
  municipality text CHECK (municipality ~ '^[0-9]{6}$'),
  province text CHECK (province ~ '^[0-9]{6}$'),
  phone text,
  email text,
  website text,
  environment text NOT NULL CHECK (environment IN ('simulator', 'test', 'certification', 'production')),
  -- The certificate itself is public; its key is with the connection, encrypted.
  certificate text NOT NULL,
  certificate_holder text NOT NULL,
  certificate_holder_tax_id text,
  certificate_issuer text NOT NULL,
  certificate_valid_from timestamptz NOT NULL,
  certificate_valid_to timestamptz NOT NULL,
  -- The last part of the address at which others hand in documents; only its hash leads here.
  receiver_key text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id)
);
ALTER TABLE ecf_companies ENABLE ROW LEVEL SECURITY;
ALTER TABLE ecf_companies FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON ecf_companies USING (organization_id = app.current_organization());

CREATE TABLE ecf_test_sets (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  environment text NOT NULL,
  state text NOT NULL CHECK (state IN ('running', 'passed', 'failed')),
  total integer NOT NULL CHECK (total > 0),
  started_by uuid REFERENCES users (id),
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (organization_id, id),
  CHECK ((state = 'running') = (finished_at IS NULL))
);
CREATE INDEX ecf_test_sets_newest ON ecf_test_sets (organization_id, started_at DESC, id DESC);
CREATE UNIQUE INDEX ecf_test_sets_one_running ON ecf_test_sets (organization_id) WHERE state = 'running';
ALTER TABLE ecf_test_sets ENABLE ROW LEVEL SECURITY;
ALTER TABLE ecf_test_sets FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON ecf_test_sets USING (organization_id = app.current_organization());

CREATE TABLE ecf_documents (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  -- What it was made from: an invoice, a return; a place in a certification run.
  source_kind text NOT NULL,
  source_id uuid NOT NULL,
  test_set_id uuid,
  place integer,
  -- Where it belongs, from when it is signed on.
  environment text,
  type text NOT NULL CHECK (type IN ('31', '32', '33', '34', '41', '43', '44', '45', '46', '47')),
  number text COLLATE "C" NOT NULL CHECK (number ~ '^E[0-9]{12}$'),
  issued_on date NOT NULL,
  buyer_tax_id text,
  -- In cents of a peso.
  total bigint NOT NULL CHECK (total >= 0),
  -- What it says. The XML is made from it when it is signed, and not again.
  content jsonb NOT NULL,
  -- A consumer invoice of which the authority gets a summary.
  summarised boolean NOT NULL,
  signed_xml text,
  summary_xml text,
  security_code text,
  qr_url text,
  signed_at timestamptz,
  state text NOT NULL CHECK (state IN ('waiting', 'sent', 'accepted', 'accepted-conditionally', 'rejected', 'failed')),
  track_id text,
  -- What the authority said.
  messages jsonb NOT NULL DEFAULT '[]',
  number_used boolean,
  -- Why it waits or failed, where that is not the authority's judgement.
  problem text,
  -- Since it was last started.
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- Grows with everything that happens to it; a job that expects another number is a stale one.
  turn integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  sent_at timestamptz,
  decided_at timestamptz,
  -- What the buyer answered.
  approval text CHECK (approval IN ('approved', 'rejected')),
  approval_reason text,
  approval_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, test_set_id) REFERENCES ecf_test_sets (organization_id, id),
  CHECK ((state IN ('waiting', 'sent')) = (next_attempt_at IS NOT NULL)),
  CHECK ((signed_xml IS NULL) = (signed_at IS NULL)),
  CHECK (signed_xml IS NULL OR (environment IS NOT NULL AND security_code IS NOT NULL AND qr_url IS NOT NULL)),
  CHECK ((state IN ('accepted', 'accepted-conditionally', 'rejected')) = (decided_at IS NOT NULL)),
  CHECK ((test_set_id IS NULL) = (place IS NULL))
);
-- A trial may use a number that is later given out for good.
CREATE UNIQUE INDEX ecf_documents_number ON ecf_documents (organization_id, environment, number) WHERE test_set_id IS NULL;
CREATE UNIQUE INDEX ecf_documents_trial_number ON ecf_documents (organization_id, environment, number) WHERE test_set_id IS NOT NULL;
CREATE UNIQUE INDEX ecf_documents_source ON ecf_documents (organization_id, source_kind, source_id) WHERE test_set_id IS NULL;
CREATE UNIQUE INDEX ecf_documents_place ON ecf_documents (organization_id, test_set_id, place) WHERE test_set_id IS NOT NULL;
CREATE INDEX ecf_documents_newest ON ecf_documents (organization_id, created_at DESC, id DESC) WHERE test_set_id IS NULL;
CREATE INDEX ecf_documents_state ON ecf_documents (organization_id, state, created_at DESC, id DESC) WHERE test_set_id IS NULL;
ALTER TABLE ecf_documents ENABLE ROW LEVEL SECURITY;
ALTER TABLE ecf_documents FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON ecf_documents USING (organization_id = app.current_organization());

CREATE TABLE ecf_received (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  issuer_tax_id text NOT NULL,
  issuer_name text,
  number text COLLATE "C" NOT NULL,
  type text,
  issued_on date,
  total bigint,
  itbis bigint,
  -- The bytes as they came: their signature holds for nothing else.
  xml text NOT NULL,
  state text NOT NULL CHECK (state IN ('received', 'refused')),
  refused_for text CHECK (refused_for IN ('malformed', 'signature', 'other-buyer')),
  problem text,
  signed_by text,
  receipt_xml text NOT NULL,
  received_at timestamptz NOT NULL,
  approval text CHECK (approval IN ('approved', 'rejected')),
  approval_reason text,
  approval_xml text,
  approval_state text CHECK (approval_state IN ('waiting', 'accepted', 'rejected', 'failed')),
  approval_problem text,
  approved_by uuid REFERENCES users (id),
  approved_at timestamptz,
  PRIMARY KEY (organization_id, id),
  CHECK ((state = 'refused') = (refused_for IS NOT NULL)),
  CHECK ((approval IS NULL) = (approval_xml IS NULL)),
  CHECK ((approval IS NULL) = (approval_state IS NULL))
);
CREATE UNIQUE INDEX ecf_received_number ON ecf_received (organization_id, issuer_tax_id, number);
CREATE INDEX ecf_received_newest ON ecf_received (organization_id, received_at DESC, id DESC);
ALTER TABLE ecf_received ENABLE ROW LEVEL SECURITY;
ALTER TABLE ecf_received FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON ecf_received USING (organization_id = app.current_organization());

CREATE TABLE ecf_annulments (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  environment text NOT NULL,
  type text NOT NULL,
  first_number text COLLATE "C" NOT NULL CHECK (first_number ~ '^E[0-9]{12}$'),
  last_number text COLLATE "C" NOT NULL CHECK (last_number ~ '^E[0-9]{12}$'),
  count integer NOT NULL CHECK (count > 0),
  xml text NOT NULL,
  messages jsonb NOT NULL DEFAULT '[]',
  annulled_by uuid REFERENCES users (id),
  annulled_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CHECK (last_number >= first_number)
);
CREATE INDEX ecf_annulments_newest ON ecf_annulments (organization_id, annulled_at DESC, id DESC);
ALTER TABLE ecf_annulments ENABLE ROW LEVEL SECURITY;
ALTER TABLE ecf_annulments FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON ecf_annulments USING (organization_id = app.current_organization());
