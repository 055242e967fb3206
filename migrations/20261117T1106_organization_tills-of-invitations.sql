-- Tills have their own area. Permissions that were granted one by one keep what they allowed.
ALTER TABLE invitations NO FORCE ROW LEVEL SECURITY;
UPDATE invitations SET permissions = permissions
  || CASE WHEN 'accounting:write' = ANY (permissions) THEN '{tills:write}'::text[] ELSE '{tills:read}' END
WHERE permissions && '{accounting:read,accounting:write}' AND NOT permissions && '{tills:read,tills:write}';
ALTER TABLE invitations FORCE ROW LEVEL SECURITY;
