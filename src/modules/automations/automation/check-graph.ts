import { z } from 'zod';
import { checkToolParameters } from '#modules/bots/index.ts';
import { allows, permissions } from '#platform/auth/permission.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { checkOutboundUrl, OutboundRefused } from '#platform/http/outbound.ts';
import { meant } from '#platform/http/probable-name.ts';
import { fieldErrors } from '#platform/http/validate.ts';
import { type FieldError, refusal } from '#platform/refusal.ts';
import { checkTexts, hasExpression, VARIABLES } from '../expression/evaluate.ts';
import { expressionsIn, replaceExpressions } from '../expression/template.ts';
import { secrets } from '../tables.ts';
import { EXPRESSION_LENGTH_MAX, type Graph, type Node, type NodeOf, type Trigger } from './graph.schema.ts';

export const InvalidAutomation = refusal(
  'invalid_automation',
  'The automation cannot run as it is: correct what `errors` lists.',
);

const GRAPH_LENGTH_MAX = 100_000;
const PROBLEMS_MAX = 20;

/** A text of a node that may contain expressions. */
interface PlacedText {
  path: string;
  text: string;
  /** Only headers and bodies of HTTP requests may contain secrets. */
  mayHoldSecrets: boolean;
}

const at = (place: number, field = ''): string => `body.nodes[${place}]${field && `.${field}`}`;
const problem = (path: string, code: string, message: string): FieldError => ({ path, code, message });

/** Checks expressions before the transaction begins, because they are parsed in a thread. */
export async function checkExpressions(steps: TenantSteps, { nodes }: Pick<Graph, 'nodes'>): Promise<FieldError[]> {
  const texts = nodes.flatMap((node, place) => textsOf(node, place));
  const long = texts.filter(({ text }) => expressionsIn(text).some((one) => one.length > EXPRESSION_LENGTH_MAX));
  if (long.length > 0)
    return long.map(({ path }) =>
      problem(path, 'too_big', `An expression has at most ${EXPRESSION_LENGTH_MAX} characters.`),
    );
  const unclosed = texts.filter(({ text }) => replaceExpressions(text, () => '').includes('{{'));
  if (unclosed.length > 0)
    return unclosed.map(({ path }) =>
      problem(path, 'invalid_expression', 'An expression has no end: `}}` is missing.'),
    );
  const checked = texts.map(({ path, text, mayHoldSecrets }) => ({
    path,
    text,
    variables: mayHoldSecrets ? [...VARIABLES, 'secrets'] : VARIABLES,
  }));
  const found = await checkTexts(steps, checked);
  return found.map(({ path, message }) => problem(path, 'invalid_expression', message));
}

/** Refuses a graph that could not run, with every problem that was found and the node where it is. */
export async function checkGraph(ctx: TenantContext, given: Graph, expressionProblems: FieldError[]): Promise<Graph> {
  const { nodes } = given;
  const trigger = withCheckedInput(given.trigger);
  const graph = { trigger, nodes };
  const problems = [
    ...(JSON.stringify(graph).length > GRAPH_LENGTH_MAX
      ? [problem('body.nodes', 'too_big', `The nodes have at most ${GRAPH_LENGTH_MAX} characters together.`)]
      : []),
    ...structureProblems(nodes),
    ...expressionProblems,
    ...stepReferenceProblems(nodes),
    ...triggerProblems(ctx, trigger),
    ...nodes.flatMap((node, place) => nodeProblems(ctx, node, place)),
    ...(await secretProblems(ctx, graph)),
  ];
  if (problems.length === 0) return graph;
  const named = problems.slice(0, PROBLEMS_MAX).map((each) => ({ ...each, message: nameNode(nodes, each) }));
  throw InvalidAutomation(named[0]!.message, { errors: named });
}

/** With the node and its field, such as `make_task.body.title`. */
function nameNode(nodes: Node[], { path, message }: FieldError): string {
  const [, place, field] = /^body\.nodes\[(\d+)\](.*)/.exec(path) ?? [];
  return place === undefined ? message : `${nodes[Number(place)]!.id}${field}: ${message}`;
}

function structureProblems(nodes: Node[]): FieldError[] {
  const places = new Map(nodes.map(({ id }, place): [string, number] => [id, place]).reverse());
  const problems = nodes.flatMap(({ id }, place) =>
    places.get(id) === place ? [] : [problem(at(place, 'id'), 'duplicate', 'Another node has this id.')],
  );
  for (const [place, node] of nodes.entries())
    for (const { field, to } of edgesOf(node))
      if (!places.has(to)) problems.push(problem(at(place, field), 'not_found', `There is no node ${to}.`));
  if (problems.length > 0) return problems;
  const reached = reachableFrom(nodes, nodes[0]!.id);
  return nodes.flatMap((node, place) => {
    if (!reached.has(node.id)) return [problem(at(place, 'id'), 'unreachable', 'No path leads to this node.')];
    const leadsBack = edgesOf(node).some(({ to }) => to === node.id || reachableFrom(nodes, to).has(node.id));
    return leadsBack ? [problem(at(place), 'cycle', 'Its path leads back to it: use a loop.')] : [];
  });
}

/** The input schema with its defaults: fields that it does not name are not accepted. */
const withCheckedInput = (trigger: Trigger): Trigger =>
  trigger.kind === 'api' ? { ...trigger, input: checkToolParameters(trigger.input, 'body.trigger.input') } : trigger;

function triggerProblems(ctx: TenantContext, trigger: Trigger): FieldError[] {
  if (trigger.kind !== 'event') return [];
  const known = new Set(ctx.eventTypes.map(({ type }) => type));
  return trigger.types.flatMap((type, place) =>
    known.has(type) ? [] : [problem(`body.trigger.types[${place}]`, 'unknown_event', `There is no event ${type}.`)],
  );
}

function nodeProblems(ctx: TenantContext, node: Node, place: number): FieldError[] {
  if (node.kind === 'operation') return operationProblems(ctx, node, place);
  if (node.kind === 'approval') return approvalProblems(node, place);
  return node.kind === 'http' ? addressProblems(ctx, node, place) : [];
}

/** Nobody could ever decide with a permission that does not exist. */
const approvalProblems = ({ permission }: NodeOf<'approval'>, place: number): FieldError[] =>
  permissions().some((known) => known === permission)
    ? []
    : [problem(at(place, 'permission'), 'unknown_permission', `There is no permission ${permission}.`)];

const unknownOperation = ({ operations }: TenantContext, given: string): string =>
  `There is no operation ${given}${meant(
    given,
    operations.all.map(({ id }) => id),
  )}`;

function operationProblems(ctx: TenantContext, node: NodeOf<'operation'>, place: number): FieldError[] {
  const operation = ctx.operations.find(node.operation);
  // An automation that changes automations could give itself the rights of another publisher.
  if (!operation || operation.permission.startsWith('automations:'))
    return [problem(at(place, 'operation'), 'unknown_operation', unknownOperation(ctx, node.operation))];
  if (ctx.caller && !allows(ctx.caller.organization!.permissions, operation.permission))
    return [problem(at(place, 'operation'), 'forbidden', `You need the permission ${operation.permission} for this.`)];
  return (['params', 'query', 'body'] as const).flatMap((part) =>
    partProblems(operation[part], node[part] ?? {}, at(place, part)),
  );
}

/** Values with expressions are known only when the node runs. Fields without one are checked now. */
function partProblems(schema: z.core.$ZodType | undefined, given: Record<string, unknown>, path: string): FieldError[] {
  const { error } = z.safeParse(schema ?? z.strictObject({}), given);
  const isOpen = (field: unknown) => typeof field === 'string' && hasExpression(given[field]);
  const fixed = error?.issues.filter((issue) => !isOpen(issue.path[0])) ?? [];
  // Texts of `params` and `query` are read as numbers and flags only when the operation runs.
  const certain = path.endsWith('body') ? fixed : fixed.filter(({ code }) => code === 'unrecognized_keys');
  return certain.flatMap((issue) => fieldErrors(issue, path, given));
}

function addressProblems({ config }: TenantContext, { url }: NodeOf<'http'>, place: number): FieldError[] {
  try {
    const host = /^[a-z]+:\/\/[^/?#]*/i.exec(url)?.[0] ?? '';
    if (host.includes('{{')) throw new OutboundRefused('invalid_url', 'Expressions follow the host.');
    checkOutboundUrl(
      replaceExpressions(url, () => 'x'),
      config.WEBHOOK_ALLOW_PRIVATE,
    );
    return [];
  } catch (error) {
    if (!(error instanceof OutboundRefused)) throw error;
    return [problem(at(place, 'url'), error.reason, error.message)];
  }
}

/** The outputs that expressions and conditions name must be those of nodes. */
function stepReferenceProblems(nodes: Node[]): FieldError[] {
  const ids = new Set(nodes.map(({ id }) => id));
  return nodes.flatMap((node, place) => {
    const named = [
      ...textsOf(node, place).flatMap(({ path, text }) => expressionsIn(text).map((inner) => ({ path, text: inner }))),
      ...(node.kind === 'condition'
        ? node.conditions.map(({ field }, index) => ({ path: at(place, `conditions[${index}].field`), text: field }))
        : []),
    ];
    return named.flatMap(({ path, text }) =>
      [...text.matchAll(/\bsteps\.([a-z]\w*)/g)].flatMap(([, id]) => {
        if (!ids.has(id!)) return [problem(path, 'not_found', `There is no node ${id}.`)];
        const message = `The node ${id} never runs before this one, so it has no output here.`;
        return mayRunBefore(nodes, id!, node.id) ? [] : [problem(path, 'not_before', message)];
      }),
    );
  });
}

/** Whether a path leads from one node to the other, or a loop runs the first one before it goes on to the other. */
function mayRunBefore(nodes: Node[], first: string, second: string): boolean {
  if (first !== second && reachableFrom(nodes, first).has(second)) return true;
  return nodes.some(
    (node) =>
      node.kind === 'loop' &&
      reachableFrom(nodes, node.body).has(first) &&
      reachableFrom(nodes, node.id).has(second) &&
      node.id !== second,
  );
}

/** The names of the secrets in a graph, with the places where they are. */
export function secretsIn({ trigger, nodes }: Graph): { name: string; path: string; host: string | null }[] {
  const inTrigger = trigger.kind === 'webhook' && trigger.secret !== null ? [trigger.secret] : [];
  const inNodes = nodes.flatMap((node, place) => {
    if (node.kind !== 'http') return [];
    const host = URL.parse(replaceExpressions(node.url, () => 'x'))?.host ?? null;
    return textsOf(node, place)
      .filter(({ mayHoldSecrets }) => mayHoldSecrets)
      .flatMap(({ path, text }) =>
        [...text.matchAll(/\bsecrets\b(?:\.([A-Z][A-Z0-9_]*))?/g)].map(([, name]) => ({
          name: name ?? '',
          path,
          host,
        })),
      );
  });
  return [...inTrigger.map((name) => ({ name, path: 'body.trigger.secret', host: null })), ...inNodes];
}

async function secretProblems(ctx: TenantContext, graph: Graph): Promise<FieldError[]> {
  const used = secretsIn(graph);
  const known = await secrets.all(ctx, { name: [...new Set(used.map(({ name }) => name))] });
  const byName = new Map(known.map((secret) => [secret.name, secret]));
  return used.flatMap(({ name, path, host }) => {
    const secret = byName.get(name);
    if (!secret) return [problem(path, 'missing_secret', name ? `There is no secret ${name}.` : 'Write secrets.NAME.')];
    return host === null || secret.hosts.includes(host)
      ? []
      : [problem(path, 'secret_not_allowed', `The secret ${name} may not be sent to ${host}.`)];
  });
}

/** Every text of a node in which expressions are evaluated. */
function textsOf(node: Node, place: number): PlacedText[] {
  const texts = (field: string, value: unknown, mayHoldSecrets = false): PlacedText[] => {
    if (typeof value === 'string') return [{ path: at(place, field), text: value, mayHoldSecrets }];
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([key, item]) =>
      texts(Array.isArray(value) ? `${field}[${key}]` : `${field}.${key}`, item, mayHoldSecrets),
    );
  };
  switch (node.kind) {
    case 'condition':
      return [];
    case 'switch':
    case 'transform':
      return texts('value', node.value);
    case 'operation':
      return [...texts('params', node.params), ...texts('query', node.query), ...texts('body', node.body)];
    case 'http':
      return [...texts('url', node.url), ...texts('headers', node.headers, true), ...texts('body', node.body, true)];
    case 'wait':
      return texts('until', node.until);
    case 'approval':
      return texts('message', node.message);
    case 'loop':
      return texts('items', node.items);
    case 'email':
      return [...texts('to', node.to), ...texts('subject', node.subject), ...texts('text', node.text)];
  }
}

/** The nodes that may follow a node, with the field that names each. */
function edgesOf(node: Node): { field: string; to: string }[] {
  const edge = (field: string, to: string | null) => (to === null ? [] : [{ field, to }]);
  return [
    ...edge('next', node.next),
    ...('onError' in node ? edge('onError', node.onError) : []),
    ...(node.kind === 'condition' || node.kind === 'approval' ? edge('otherwise', node.otherwise) : []),
    ...(node.kind === 'switch' ? node.cases.flatMap(({ next }, place) => edge(`cases[${place}].next`, next)) : []),
    ...(node.kind === 'loop' ? edge('body', node.body) : []),
  ];
}

/** The ids of all nodes on some path from a node, itself included. */
function reachableFrom(nodes: Node[], id: string): Set<string> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const reached = new Set<string>();
  const open = [id];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    const node = byId.get(next);
    if (node) open.push(...edgesOf(node).map(({ to }) => to));
  }
  return reached;
}
