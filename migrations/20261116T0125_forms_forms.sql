-- Forms with their published versions, what visitors answered, and the files that they uploaded.

CREATE TABLE forms (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id uuid NOT NULL,
  -- The address of the form for visitors: unguessable, and no secret once it is published.
  public_id text COLLATE "C" NOT NULL CHECK (length(public_id) BETWEEN 20 AND 100),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  draft jsonb NOT NULL,
  published_version integer,
  -- Whether the draft differs from what visitors see.
  has_changes boolean NOT NULL DEFAULT true,
  closes_at timestamptz,
  submissions_max integer CHECK (submissions_max > 0),
  submission_count integer NOT NULL DEFAULT 0 CHECK (submission_count >= 0),
  -- The number of the newest submission. Numbers of deleted ones are not used again.
  last_number integer NOT NULL DEFAULT 0,
  created_by uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT forms_full CHECK (submissions_max IS NULL OR submission_count <= submissions_max)
);
CREATE INDEX forms_created ON forms (organization_id, created_at, id);
CREATE INDEX forms_updated ON forms (organization_id, updated_at, id);

CREATE TABLE form_versions (
  organization_id uuid NOT NULL,
  form_id uuid NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  definition jsonb NOT NULL,
  published_by uuid,
  published_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, form_id, number),
  FOREIGN KEY (organization_id, form_id) REFERENCES forms (organization_id, id) ON DELETE CASCADE
);
ALTER TABLE forms ADD FOREIGN KEY (organization_id, id, published_version)
  REFERENCES form_versions (organization_id, form_id, number);

CREATE TABLE form_submissions (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  form_id uuid NOT NULL,
  form_version integer NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  -- The hash of the key that the sender chose: the same key makes one submission.
  submission_key bytea NOT NULL CHECK (length(submission_key) = 32),
  -- The hash of what was sent with it.
  sent_hash bytea NOT NULL CHECK (length(sent_hash) = 32),
  answers jsonb NOT NULL,
  -- What it made: the ids by their fields, such as beneficiaryId.
  made jsonb NOT NULL DEFAULT '{}',
  language text NOT NULL CHECK (language IN ('es', 'en')),
  -- The person who was signed in, if one was.
  user_id uuid,
  submitted_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT form_submissions_key UNIQUE (organization_id, form_id, submission_key),
  CONSTRAINT form_submissions_number UNIQUE (organization_id, form_id, number),
  FOREIGN KEY (organization_id, form_id, form_version)
    REFERENCES form_versions (organization_id, form_id, number) ON DELETE CASCADE
);
CREATE INDEX form_submissions_order ON form_submissions (organization_id, form_id, submitted_at, id);

-- The answers by value, to filter and to count them: JSON operators cannot use an index under row-level security.
CREATE TABLE form_answers (
  organization_id uuid NOT NULL,
  form_id uuid NOT NULL,
  submission_id uuid NOT NULL,
  field text COLLATE "C" NOT NULL CHECK (length(field) BETWEEN 1 AND 100),
  -- Without case and accents.
  value text COLLATE "C" NOT NULL CHECK (length(value) <= 200),
  -- The value of a number, an amount, a rating; the quantity of a product.
  amount numeric,
  PRIMARY KEY (organization_id, submission_id, field, value),
  FOREIGN KEY (organization_id, submission_id) REFERENCES form_submissions (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX form_answers_value ON form_answers (organization_id, form_id, field, value, submission_id);

CREATE TABLE form_uploads (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  form_id uuid NOT NULL,
  field text COLLATE "C" NOT NULL CHECK (length(field) BETWEEN 1 AND 40),
  -- The hash of the visitor's token: nobody else can submit or delete the file.
  visitor bytea NOT NULL CHECK (length(visitor) = 32),
  file_id uuid NOT NULL,
  submission_id uuid,
  created_at timestamptz NOT NULL,
  -- A file that is not submitted by then is deleted.
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT form_uploads_file UNIQUE (organization_id, file_id),
  FOREIGN KEY (organization_id, form_id) REFERENCES forms (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, submission_id) REFERENCES form_submissions (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, file_id) REFERENCES files (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX form_uploads_visitor ON form_uploads (organization_id, form_id, visitor);
CREATE INDEX form_uploads_submission ON form_uploads (organization_id, submission_id) WHERE submission_id IS NOT NULL;
CREATE INDEX form_uploads_expiry ON form_uploads (organization_id, expires_at) WHERE submission_id IS NULL;

ALTER TABLE forms ENABLE ROW LEVEL SECURITY;
ALTER TABLE forms FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON forms USING (organization_id = (SELECT app.current_organization()));
ALTER TABLE form_versions ENABLE ROW LEVEL SECURITY;
ALTER TABLE form_versions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON form_versions USING (organization_id = (SELECT app.current_organization()));
ALTER TABLE form_submissions ENABLE ROW LEVEL SECURITY;
ALTER TABLE form_submissions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON form_submissions USING (organization_id = (SELECT app.current_organization()));
ALTER TABLE form_answers ENABLE ROW LEVEL SECURITY;
ALTER TABLE form_answers FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON form_answers USING (organization_id = (SELECT app.current_organization()));
ALTER TABLE form_uploads ENABLE ROW LEVEL SECURITY;
ALTER TABLE form_uploads FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON form_uploads USING (organization_id = (SELECT app.current_organization()));
