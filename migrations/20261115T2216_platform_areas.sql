-- Payroll and the reports of the books have their own areas. Permissions that were granted one by one keep what they allowed.
UPDATE memberships SET permissions = permissions || '{reports:read}'
WHERE permissions && '{accounting:read,accounting:write}' AND NOT permissions && '{reports:read,reports:write}';

UPDATE memberships SET permissions = permissions
  || CASE WHEN 'taxes:write' = ANY (permissions) THEN '{payroll:write}'::text[] ELSE '{payroll:read}' END
WHERE permissions && '{taxes:read,taxes:write}' AND NOT permissions && '{payroll:read,payroll:write}';

UPDATE api_keys SET permissions = permissions || '{reports:read}'
WHERE permissions && '{accounting:read,accounting:write}' AND NOT permissions && '{reports:read,reports:write}';

UPDATE api_keys SET permissions = permissions
  || CASE WHEN 'taxes:write' = ANY (permissions) THEN '{payroll:write}'::text[] ELSE '{payroll:read}' END
WHERE permissions && '{taxes:read,taxes:write}' AND NOT permissions && '{payroll:read,payroll:write}';
