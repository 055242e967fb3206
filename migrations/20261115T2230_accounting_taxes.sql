-- ISC, other taxes (CDT) and the legal tip have their own accounts: the accounts of ITBIS are what the IT-1 settles. Earlier
-- postings stay where they are. A code that an organization uses already gets a suffix.
ALTER TABLE chart_accounts NO FORCE ROW LEVEL SECURITY;
ALTER TABLE posting_rules NO FORCE ROW LEVEL SECURITY;

CREATE TEMPORARY TABLE added ON COMMIT DROP AS
SELECT r.organization_id, gen_random_uuid() AS id, wanted.rule, wanted.name, beside.kind, beside.currency, beside.parent_id,
       beside.parent_depth, free.code
FROM (VALUES
  ('salesIsc', 'salesTax', '2108', 'ISC por pagar'),
  ('salesOtherTax', 'salesTax', '2109', 'CDT y otros impuestos por pagar'),
  ('salesTip', 'salesTax', '2110', 'Propina legal por pagar'),
  ('purchaseIsc', 'expenses', '6107', 'ISC en compras'),
  ('purchaseOtherTax', 'expenses', '6108', 'CDT y otros impuestos en compras'),
  ('purchaseTip', 'expenses', '6109', 'Propina legal en compras')
) AS wanted (rule, beside, code, name)
JOIN posting_rules r ON r.name = wanted.beside
JOIN chart_accounts beside ON beside.organization_id = r.organization_id AND beside.id = r.chart_account_id
CROSS JOIN LATERAL (
  SELECT candidate.code
  FROM (SELECT wanted.code AS code, 0 AS place
        UNION ALL SELECT wanted.code || '.' || n, n FROM generate_series(1, 999) AS n) AS candidate
  WHERE NOT EXISTS (
    SELECT FROM chart_accounts taken
    WHERE taken.organization_id = r.organization_id AND taken.code = candidate.code COLLATE "C")
  ORDER BY candidate.place LIMIT 1
) AS free;

INSERT INTO chart_accounts (organization_id, id, code, name, kind, currency, parent_id, parent_depth, postable, created_at)
SELECT organization_id, id, code, name, kind, currency, parent_id, parent_depth, true, now() FROM added;
INSERT INTO posting_rules (organization_id, name, chart_account_id, updated_at)
SELECT organization_id, rule, id, now() FROM added;

ALTER TABLE posting_rules FORCE ROW LEVEL SECURITY;
ALTER TABLE chart_accounts FORCE ROW LEVEL SECURITY;
