-- How often a discount with a coupon may be used, by all documents and by those of one contact.
ALTER TABLE discount_rules
  ADD COLUMN uses_max integer CHECK (uses_max > 0),
  ADD COLUMN uses_per_contact_max integer CHECK (uses_per_contact_max BETWEEN 1 AND 1000),
  -- Documents that use it now: the rows in discount_uses.
  ADD COLUMN uses integer NOT NULL DEFAULT 0 CHECK (uses >= 0),
  ADD CONSTRAINT discount_rules_uses CHECK (uses <= uses_max),
  ADD CONSTRAINT discount_rules_limited CHECK (coupon IS NOT NULL OR coalesce(uses_max, uses_per_contact_max) IS NULL);

-- A document that uses a discount with a coupon, on one line or several. It is deleted when the document is void or drops the discount.
CREATE TABLE discount_uses (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  rule_id uuid NOT NULL,
  document_id uuid NOT NULL,
  contact_id uuid,
  -- The lowest that no other use of the contact has, so that it is never above the limit of the rule.
  place integer CHECK (place > 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, rule_id, document_id),
  CHECK ((contact_id IS NULL) = (place IS NULL)),
  CONSTRAINT discount_uses_place UNIQUE (organization_id, rule_id, contact_id, place) DEFERRABLE,
  FOREIGN KEY (organization_id, rule_id) REFERENCES discount_rules (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, contact_id) REFERENCES contacts (organization_id, id)
);
CREATE INDEX discount_uses_document ON discount_uses (organization_id, document_id);
CREATE INDEX discount_uses_contact ON discount_uses (organization_id, contact_id) WHERE contact_id IS NOT NULL;
ALTER TABLE discount_uses ENABLE ROW LEVEL SECURITY;
ALTER TABLE discount_uses FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON discount_uses USING (organization_id = (SELECT app.current_organization()));

SELECT app.in_each_organization('
  INSERT INTO discount_uses (organization_id, rule_id, document_id, contact_id, place, created_at)
  SELECT $1, u.rule_id, u.taken_id, u.contact_id, CASE WHEN u.contact_id IS NOT NULL
      THEN row_number() OVER (PARTITION BY u.rule_id, u.contact_id ORDER BY u.taken_at, u.taken_id) END, u.taken_at
  FROM (
    SELECT DISTINCT ON (o.rule_id, o.taken_id) o.rule_id, o.taken_id, d.contact_id, o.taken_at
    FROM discount_offers o
    JOIN discount_rules r ON r.organization_id = $1 AND r.id = o.rule_id AND r.coupon IS NOT NULL
    LEFT JOIN pending_records d ON d.organization_id = $1 AND d.id = o.taken_id
    WHERE o.organization_id = $1 AND o.taken_id IS NOT NULL AND o.released_at IS NULL
    ORDER BY o.rule_id, o.taken_id, o.taken_at
  ) AS u');
SELECT app.in_each_organization('
  UPDATE discount_rules r SET uses = counted.uses
  FROM (SELECT u.rule_id, count(*) AS uses FROM discount_uses u WHERE u.organization_id = $1 GROUP BY u.rule_id) AS counted
  WHERE r.organization_id = $1 AND r.id = counted.rule_id');
