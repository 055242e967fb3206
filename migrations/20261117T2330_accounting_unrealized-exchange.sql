-- Accounts and posting rules of unrealized exchange differences, as new organizations have them. A code that an organization uses
-- already gets a suffix.
SELECT app.in_each_organization($statement$
  WITH wanted (rule, code, name, heading, beside) AS (
    VALUES ('unrealizedExchangeGain', '4208', 'Ganancia cambiaria no realizada', '42', 'exchangeGain'),
           ('unrealizedExchangeLoss', '6207', 'Pérdida cambiaria no realizada', '62', 'exchangeLoss')
  ), chosen AS (
    SELECT w.rule, w.name, beside.kind, beside.currency, gen_random_uuid() AS id,
           coalesce(heading.id, beside.parent_id) AS parent_id, coalesce(heading.depth, beside.parent_depth) AS parent_depth, free.code
    FROM wanted w
    JOIN posting_rules r ON r.organization_id = $1 AND r.name = w.beside
    JOIN chart_accounts beside ON beside.organization_id = $1 AND beside.id = r.chart_account_id
    LEFT JOIN chart_accounts heading ON heading.organization_id = $1 AND heading.code = w.heading COLLATE "C"
      AND heading.kind = beside.kind AND NOT heading.postable AND heading.archived_at IS NULL
    CROSS JOIN LATERAL (
      SELECT candidate.code
      FROM (SELECT w.code AS code, 0 AS place UNION ALL SELECT w.code || '.' || n, n FROM generate_series(1, 999) AS n) AS candidate
      WHERE NOT EXISTS (
        SELECT FROM chart_accounts taken WHERE taken.organization_id = $1 AND taken.code = candidate.code COLLATE "C")
      ORDER BY candidate.place LIMIT 1
    ) AS free
  ), added AS (
    INSERT INTO chart_accounts (organization_id, id, code, name, kind, currency, parent_id, parent_depth, postable, created_at)
    SELECT $1, id, code, name, kind, currency, parent_id, parent_depth, true, now() FROM chosen
  )
  INSERT INTO posting_rules (organization_id, name, chart_account_id, updated_at)
  SELECT $1, rule, id, now() FROM chosen
$statement$);
