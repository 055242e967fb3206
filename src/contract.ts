import { modules } from '#modules/index.ts';
import { openApiDocument } from '#platform/http/openapi.ts';

/** The API as OpenAPI: what is served at /openapi.json and committed as openapi.json. */
export const contract = (version: string): Record<string, unknown> =>
  openApiDocument({
    version,
    introduction,
    groups: modules.flatMap((module) => module.groups ?? []),
    events: modules.flatMap((module) => module.events ?? []),
    settings: {
      organization: modules.flatMap((module) => module.settings ?? []),
      user: modules.flatMap((module) => module.userSettings ?? []),
    },
  });

const introduction = `
Everything a business needs, behind one counter. Each object belongs to an organization; each write is one transaction.

**Authenticate** with one of three: a raw token (\`Authorization: Bearer …\`), the browser session, or a signed API key.

**Try a write without effect** with \`Dry-Run: true\`; **repeat one safely** with \`Idempotency-Key\`.

**Errors** are \`application/problem+json\` (RFC 9457) with a stable \`code\` and the fields at fault in \`errors\`.

**Lists** answer \`{ data, page, itemsPerPage, total, hasMore }\`.

**Amounts** are decimal strings, times RFC 3339 in UTC, ids UUIDv7.

**A signed request** carries \`X-Service-Apikey\`, \`X-Service-Organization-Id\` and
\`Authorization: CM1-HMAC-SHA256 ts=<unix seconds>, nonce=<16 or more random bytes, base64url>, sig=<hex>\`, where \`sig\` is the
HMAC-SHA256, with the key's secret, of these lines joined by a line feed: \`CM1-HMAC-SHA256\`, ts, nonce, key id, organization
id, the method, the path and query exactly as sent, and the hex SHA-256 of the body. The clock may differ by 300 seconds; a
nonce is used once.
`.trim();
