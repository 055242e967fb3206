import type { z } from 'zod';
import type { Services, TenantContext } from '#platform/context.ts';
import { onViolation } from '#platform/db/violation.ts';
import { requireOutboundUrl } from '#platform/http/outbound.ts';
import { newId } from '#platform/id.ts';
import { refusal } from '#platform/refusal.ts';
import { sealedColumn } from '#platform/verification.ts';
import { HAND_OVER, RESOLVE } from '../answer/prompt.ts';
import { type CustomTool, customTools } from '../tables.ts';
import type { GivenTool } from './custom-tool.schema.ts';
import { isOwnTool } from './own-tool-names.ts';
import { checkToolParameters } from './parameters.ts';

export const ToolNameTaken = refusal('tool_name_taken', 'Another tool has this name: choose a different one.', 409);
export const TooManyTools = refusal(
  'too_many_tools',
  'An organization has at most 100 custom tools: delete one first.',
);
export const ToolNotAllowed = refusal(
  'tool_not_allowed',
  'A tool cannot be called at this address: give a public https address.',
);

const TOOLS_MAX = 100;

type Given = z.output<typeof GivenTool>;

export async function createTool(ctx: TenantContext, given: Given) {
  if ((await customTools.countForLimit(ctx)) >= TOOLS_MAX) throw TooManyTools();
  const id = newId();
  const row = { ...columnsOf(ctx, id, given, null), id };
  return describeTool(await customTools.insert(ctx, row).catch(refuseTaken));
}

export async function replaceTool(ctx: TenantContext, id: string, given: Given) {
  const before = await customTools.lock(ctx, id);
  return describeTool(await customTools.update(ctx, id, columnsOf(ctx, id, given, before)).catch(refuseTaken));
}

const refuseTaken = onViolation('custom_tools_name', ToolNameTaken);

function columnsOf(ctx: TenantContext, id: string, given: Given, before: CustomTool | null) {
  const { approved, secrets, parameters: schema, ...fields } = given;
  if (isOwnTool(given.name) || given.name === HAND_OVER || given.name === RESOLVE)
    throw ToolNameTaken('This name belongs to a tool of the business itself.');
  const parameters = checkToolParameters(schema);
  checkUrl(ctx, given.url, parameters.properties);
  const kept = secrets === undefined ? keptSecrets(ctx, given, before) : secrets;
  const unknown = [...JSON.stringify(given.headers).matchAll(/\{\{(.*?)\}\}/g)].find(
    ([, name]) => !Object.hasOwn(kept, name!),
  );
  if (unknown) throw ToolNotAllowed.at('body.headers', 'unknown_secret', `There is no secret ${unknown[1]}.`);
  const names = Object.keys(kept);
  if (names.length > 10) throw ToolNotAllowed.at('body.secrets', 'too_big', 'A tool has at most 10 secrets.');
  return {
    ...fields,
    parameters,
    secretNames: names,
    secrets: names.length > 0 ? ctx.secrets.encrypt(JSON.stringify(kept), secretsPurpose(ctx, id)) : null,
    approvedAt: approved ? ctx.now : null,
    approvedBy: approved ? ctx.userId : null,
    updatedAt: ctx.now,
  };
}

/** Secrets go only to the host for which they were given: otherwise a new URL would be a way to read them. */
function keptSecrets(ctx: TenantContext, { url }: Given, before: CustomTool | null): Record<string, string> {
  if (!before?.secrets) return {};
  if (originOf(before.url) !== originOf(url))
    throw ToolNotAllowed.at('body.secrets', 'required', 'Another host needs the secrets again.');
  return secretsOf(ctx, before);
}

const PLACEHOLDER = /\{([^{}]*)\}/g;
const originOf = (url: string): string => new URL(url.replace(PLACEHOLDER, 'x')).origin;

function checkUrl(ctx: TenantContext, url: string, properties: Record<string, unknown>): void {
  requireOutboundUrl(ctx, url.replace(PLACEHOLDER, 'x'), ToolNotAllowed, 'body.url');
  // Placeholders only in the path: an argument must not choose the host.
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const path = start < 0 ? '' : url.slice(start).split(/[?#]/)[0]!;
  const all = [...url.matchAll(PLACEHOLDER)].map(([, name]) => name!);
  const inPath = [...path.matchAll(PLACEHOLDER)];
  if (all.length !== inPath.length)
    throw ToolNotAllowed.at('body.url', 'placeholder', 'Arguments can be part of the path only.');
  const unknown = all.find((name) => !Object.hasOwn(properties, name));
  if (unknown !== undefined)
    throw ToolNotAllowed.at('body.url', 'unknown_parameter', `There is no parameter ${unknown}.`);
}

const secretsPurpose = ({ organizationId }: { organizationId: string }, id: string): string =>
  `custom tool secrets ${organizationId} ${id}`;

/** The secrets in plain text: never let them leave the service except to the tool's own host. */
export const secretsOf = (
  ctx: Pick<Services, 'secrets'> & { organizationId: string },
  tool: CustomTool,
): Record<string, string> =>
  tool.secrets === null ? {} : JSON.parse(ctx.secrets.decrypt(tool.secrets, secretsPurpose(ctx, tool.id)).toString());

export const describeTool = ({ secrets: _secrets, ...tool }: CustomTool) => ({
  ...tool,
  approved: tool.approvedAt !== null,
});

export const sealedToolSecrets = sealedColumn('secrets of custom tools', customTools, 'secrets', secretsPurpose);
