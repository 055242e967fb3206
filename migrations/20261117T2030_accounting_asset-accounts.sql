-- Accounts and posting rules of fixed assets, as new organizations have them. The seeded accounts for furniture and accumulated
-- depreciation are used where they still are; the others are added. A code that an organization uses already gets a suffix.
SELECT app.in_each_organization($statement$
  WITH wanted (rule, code, name, heading, beside) AS (
    VALUES ('fixedAssets', '1201', 'Mobiliario y equipos', '12', 'inventory'),
           ('accumulatedDepreciation', '1202', 'Depreciación acumulada', '12', 'inventory'),
           ('depreciation', '6110', 'Gasto de depreciación', '61', 'expenses'),
           ('assetGain', '4207', 'Ganancia en la baja de activos fijos', '42', 'otherIncome'),
           ('assetLoss', '6206', 'Pérdida en la baja de activos fijos', '62', 'rounding')
  ), chosen AS (
    SELECT w.rule, w.name, beside.kind, beside.currency, seeded.id IS NULL AS is_new, coalesce(seeded.id, gen_random_uuid()) AS id,
           coalesce(heading.id, beside.parent_id) AS parent_id, coalesce(heading.depth, beside.parent_depth) AS parent_depth, free.code
    FROM wanted w
    JOIN posting_rules r ON r.organization_id = $1 AND r.name = w.beside
    JOIN chart_accounts beside ON beside.organization_id = $1 AND beside.id = r.chart_account_id
    LEFT JOIN chart_accounts heading ON heading.organization_id = $1 AND heading.code = w.heading COLLATE "C"
      AND heading.kind = beside.kind AND NOT heading.postable AND heading.archived_at IS NULL
    LEFT JOIN chart_accounts seeded ON seeded.organization_id = $1 AND seeded.code = w.code COLLATE "C" AND w.heading = '12'
      AND seeded.name = w.name AND seeded.kind = 'asset' AND seeded.currency = beside.currency AND seeded.postable
      AND seeded.archived_at IS NULL
    CROSS JOIN LATERAL (
      SELECT candidate.code
      FROM (SELECT w.code AS code, 0 AS place UNION ALL SELECT w.code || '.' || n, n FROM generate_series(1, 999) AS n) AS candidate
      WHERE NOT EXISTS (
        SELECT FROM chart_accounts taken WHERE taken.organization_id = $1 AND taken.code = candidate.code COLLATE "C")
      ORDER BY candidate.place LIMIT 1
    ) AS free
  ), added AS (
    INSERT INTO chart_accounts (organization_id, id, code, name, kind, currency, parent_id, parent_depth, postable, created_at)
    SELECT $1, id, code, name, kind, currency, parent_id, parent_depth, true, now() FROM chosen WHERE is_new
  )
  INSERT INTO posting_rules (organization_id, name, chart_account_id, updated_at)
  SELECT $1, rule, id, now() FROM chosen
$statement$);
