/** Finds the caller by the hash of a token: the first statement of every request of the product. */
export const CALLER = `
  SELECT s.id AS session_id, s.kind, s.user_id, u.email, u.name, s.authenticated_at, s.last_used_at,
         o.id AS organization_id, m.role, m.permissions, o.time_zone, o.clock_offset_ms
  FROM sessions s
  JOIN users u ON u.id = s.user_id
  LEFT JOIN memberships m
    ON m.organization_id = coalesce($1::uuid, s.organization_id) AND m.user_id = s.user_id AND m.active
  LEFT JOIN organizations o ON o.id = m.organization_id
  WHERE s.secret_hash = $2 AND s.expires_at > now()
    AND (s.kind = 'token' OR s.last_used_at > now() - interval '7 days')`;
