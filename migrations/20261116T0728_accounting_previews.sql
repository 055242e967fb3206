-- What the books expected in each account when a person last previewed the close of a till: a count that says nothing else was
-- made with it.
CREATE TABLE close_previews (
  organization_id uuid NOT NULL,
  division_id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id),
  -- The number of the close that was previewed, so that a preview of an earlier close is not used.
  number integer NOT NULL CHECK (number > 0),
  previewed_at timestamptz NOT NULL,
  expected jsonb NOT NULL CHECK (jsonb_typeof(expected) = 'object'),
  PRIMARY KEY (organization_id, division_id, user_id),
  FOREIGN KEY (organization_id, division_id) REFERENCES divisions (organization_id, id)
);
ALTER TABLE close_previews ENABLE ROW LEVEL SECURITY;
ALTER TABLE close_previews FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON close_previews USING (organization_id = (SELECT app.current_organization()));
