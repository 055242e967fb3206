import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { modules } from '#modules/index.ts';
import type { EventType } from '#platform/events/event.ts';
import { problemExample } from '#platform/http/problem.ts';
import { anyRefusals, refusalsOf } from '#platform/http/route-refusals.ts';
import { InternalError, MethodNotAllowed, type RefusalKind, RouteNotFound, Unavailable } from '#platform/refusal.ts';
import { contract } from '../src/contract.ts';
import { type Contract, clientTypes } from './client-types.ts';
import { databaseTypes, tableColumns } from './database-types.ts';

const ROUTES_LISTED_MAX = 6;

/** A committed file that is generated from other files of the project. */
export interface Generated {
  path: string;
  content: () => string | Promise<string>;
}

export function generatedFiles(ownerUrl: string): Generated[] {
  return [
    { path: 'src/platform/db/schema.ts', content: () => databaseTypes(ownerUrl) },
    { path: 'src/platform/db/columns.ts', content: () => tableColumns(ownerUrl) },
    { path: 'openapi.json', content: openApi },
    { path: 'client/schema.ts', content: async () => clientTypes((await openApiDocument()) as unknown as Contract) },
    { path: 'docs/events.md', content: eventCatalogue },
    { path: 'docs/errors.md', content: refusalCatalogue },
  ];
}

export async function writeGenerated(ownerUrl: string): Promise<void> {
  for (const { path, content } of generatedFiles(ownerUrl)) await writeFile(path, await content());
}

/** The generated files that are out of date. */
export async function staleFiles(ownerUrl: string): Promise<string[]> {
  const stale: string[] = [];
  for (const { path, content } of generatedFiles(ownerUrl)) {
    if ((await readFile(path, 'utf8').catch(() => '')) !== (await content())) stale.push(path);
  }
  return stale;
}

const openApiDocument = () => contract(createRequire(import.meta.url)('../package.json').version);

const openApi = async (): Promise<string> => `${JSON.stringify(await openApiDocument(), null, 2)}\n`;

function eventCatalogue(): string {
  const events = modules.flatMap((module) => module.events ?? []).toSorted((a, b) => a.type.localeCompare(b.type));
  const rows = events.map((event) => `| \`${event.type}\` | ${event.emittedWhen} | ${fieldsOf(event)} |`);
  return [
    '# Events',
    '',
    'Made by `npm run generate` from the declarations. Fields with `?` are optional; those in bold are found by index when the',
    'feed is filtered with `payload`.',
    '',
    '| Event | Emitted when | Payload |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function fieldsOf(event: EventType): string {
  return Object.entries(event.payload.shape)
    .map(([name, schema]) => {
      const optional = (schema as { isOptional(): boolean }).isOptional() ? '?' : '';
      return event.indexed.has(name) ? `**${name}**${optional}` : `${name}${optional}`;
    })
    .join('; ');
}

/** Every refusal that a route declares or derives from its kind. */
function refusalCatalogue(): string {
  const routes = modules.flatMap((module) => module.groups ?? []).flatMap((group) => group.routes);
  const everywhere: RefusalKind[] = [RouteNotFound, MethodNotAllowed, InternalError, Unavailable, ...anyRefusals];
  const answeredBy = new Map(everywhere.map((kind) => [kind.code, { kind, routes: [] as string[] }]));
  for (const route of routes) {
    for (const kind of refusalsOf(route)) {
      const entry = answeredBy.get(kind.code) ?? { kind, routes: [] };
      entry.routes.push(`\`${route.method} ${route.path}\``);
      answeredBy.set(kind.code, entry);
    }
  }
  const common = new Set(everywhere.map(({ code }) => code));
  const rows = [...answeredBy.values()]
    .toSorted((a, b) => a.kind.status - b.kind.status || a.kind.code.localeCompare(b.kind.code))
    .map(({ kind, routes: by }) => {
      const where = common.has(kind.code)
        ? 'any'
        : by.length > ROUTES_LISTED_MAX
          ? `${by.length} routes`
          : by.join(', ');
      return `| ${kind.status} | \`${kind.code}\` | ${kind.title} | ${where} |`;
    });
  return [
    '# Errors',
    '',
    'Made by `npm run generate` from the declarations. An error is `application/problem+json` (RFC 9457). `code` is stable: decide',
    'by it. `title` and `detail` are for people and may change. `errors` names the fields at fault, `requestId` is in the log.',
    '',
    '```json',
    JSON.stringify(problemExample, null, 2),
    '```',
    '',
    '| Status | Code | Meaning | Answered by |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
