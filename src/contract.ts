import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { modules } from '#modules/index.ts';
import { openApiDocument } from '#platform/http/openapi/openapi.ts';
import { contentsOf } from '#platform/module.ts';
import examples from './contract-examples.json' with { type: 'json' };
import { fieldWords } from './field-words.ts';

/** The API as OpenAPI: what is served at /openapi.json and committed as openapi.json. */
export async function contract(version: string): Promise<Record<string, unknown>> {
  const { events, settings } = contentsOf(modules);
  return openApiDocument({
    info: {
      title: 'Colmado',
      version,
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The operator of this service' },
    },
    guides: [{ name: 'Glossary', description: await glossary() }],
    sections: modules.map(({ name, groups = [] }) => ({ name: name[0]!.toUpperCase() + name.slice(1), groups })),
    firstSections,
    events,
    settings: { OrganizationSettings: settings.organization, MemberSettings: settings.user },
    examples,
    names: await componentNames(),
    fieldWords,
  });
}

/** The work of a business comes before members, permissions and the other foundations of all modules. */
const firstSections =
  'Invoicing Receivables Contacts Catalog Inventory Fulfilment Replenishment Payments Paypages Accounting Assets Taxes Filings Tasks Bookings Forms Chats Bots Websites Marketplace Automations Assistant Apps'.split(
    ' ',
  );

/** The reference shows the page without its title. */
const glossary = async (): Promise<string> =>
  (await readFile('docs/glossary.md', 'utf8')).replace(/^# .*\n/, '').trim();

/** An exported schema of a `*.schema.ts` file is a component: `BeneficiaryView` is `Contact`, in the users' words. */
async function componentNames(): Promise<Map<z.core.$ZodType, string>> {
  const names = new Map<z.core.$ZodType, string>();
  for (const path of globSync('src/**/*.schema.ts').sort()) {
    const exports = (await import(pathToFileURL(path).href)) as Record<string, unknown>;
    for (const [name, schema] of Object.entries(exports)) {
      if (schema instanceof z.core.$ZodType && isComponent(schema)) names.set(schema, componentName(name));
    }
  }
  return names;
}

/** Texts and numbers are shorter where they are used, unless they have an id of their own. */
function isComponent(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (z.globalRegistry.get(schema)?.id) return false;
  if (def.type === 'pipe') return isComponent(def.in);
  if (def.type === 'union') return def.options.some(isComponent);
  return ['object', 'enum', 'intersection'].includes(def.type);
}

const usersWords: Record<string, string> = {
  PendingRecord: 'Document',
  Beneficiary: 'Contact',
  Resource: 'Product',
  Division: 'Branch',
  Numerals: 'FiscalSequence',
};

function componentName(exported: string): string {
  const words = Object.entries(usersWords).reduce((name, [word, better]) => name.replace(word, better), exported);
  return words.replace(/View$/, '');
}

const introduction = `
The back end of a business as one HTTP API: documents (quotes, orders, invoices), contacts (customers, suppliers), products and
services, stock, branches and tills, payments, the books, taxes of the Dominican Republic (NCF, e-CF, 606, 607), chats and bots,
bookings, forms, tasks, files, websites and automations. Each object belongs to an organization; each write is one transaction.
The [guides](/docs/guides/) show each part with calls to copy.

**Words.** Paths and fields use the API's own words, for example \`pendingRecordId\` for a document. The section
[Glossary](#?route=tag--Glossary) lists them next to the words of users, in English and Spanish.

**Authenticate** with a raw token (\`Authorization: Bearer …\`), the browser session, or a signed API key.

**Try a write without effect** with \`Dry-Run: true\`. **Repeat a write safely** with \`Idempotency-Key\`: the stored answer has the
header \`Idempotent-Replayed: true\`. **Change only what you have read** with \`version\` in the body or the \`ETag\` in \`If-Match\`.

**Errors** are \`application/problem+json\` (RFC 9457) with a stable \`code\` and the fields at fault in \`errors\`. The section
[Errors](#?route=tag--Errors) explains every code.

**Lists** answer \`{ data, page, itemsPerPage, total, hasMore, nextCursor }\`; those of \`/v2\` answer \`{ data, nextCursor }\`.

**Amounts** are decimal strings, times RFC 3339 in UTC, ids UUIDv7.

**A signed request** has the headers \`X-Service-Apikey\`, \`X-Service-Organization-Id\` and
\`Authorization: CM2-HMAC-SHA256 ts=<unix seconds>, nonce=<16 or more random bytes, base64url>, sig=<hex>\`, where \`sig\` is the
HMAC-SHA256, with the key's secret, of these lines joined by a line feed: \`CM2-HMAC-SHA256\`, ts, nonce, key id, organization
id, the method, the path and query exactly as sent, the hex SHA-256 of the body, and the values of \`Idempotency-Key\` and
\`Dry-Run\`, empty where not sent. The clock may differ by 300 seconds; a nonce is used once. The first version,
\`CM1-HMAC-SHA256\`, lacks the last two lines; it is accepted, and its answers have a \`Deprecation\` header.
`.trim();
