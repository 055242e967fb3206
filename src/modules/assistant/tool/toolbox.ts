import { z } from 'zod';
import type { ModelTool } from '#modules/bots/index.ts';
import type { TenantContext } from '#platform/context.ts';
import type { Operation, OperationRequest } from '#platform/http/operation.ts';
import { wordsOf } from '#platform/search/words.ts';
import { type AvailableOperation, availableOperations, toolNameOf } from './available.ts';
import { searchHelp } from './help.ts';

/** A call of the model, before anything is run. */
export type WantedCall =
  | { kind: 'operation'; tool: string; operation: Operation; request: Partial<OperationRequest>; asks: boolean }
  | { kind: 'local'; tool: string; args: { search: string }; run: () => Promise<unknown> }
  | { kind: 'refused'; tool: string; args: unknown; error: string };

export interface Toolbox {
  described: ModelTool[];
  resolve(name: string, args: unknown): WantedCall;
}

/** Models choose badly among hundreds of tools, so these are described, and the others are found by words. */
const DESCRIBED = [
  ...['contacts.list', 'contacts.get', 'contacts.create', 'products.list', 'stock.getOfProduct', 'documents.list'],
  ...['documents.listOpen', 'documents.get', 'documents.create', 'documentReports.get', 'documentPayments.payMany'],
  ...['accounts.listBalances', 'boardTasks.list', 'boardTasks.create'],
];

const Search = z.object({ search: z.string().trim().min(1).max(200) });
const Parts = z.strictObject({
  params: z.record(z.string(), z.unknown()).nullish(),
  query: z.record(z.string(), z.unknown()).nullish(),
  body: z.unknown().optional(),
});
const Run = Parts.extend({ operation: z.string().max(100) });
const FOUND_MAX = 6;

/** The tools of the caller, as a model sees them. */
export async function openToolbox(ctx: TenantContext): Promise<Toolbox> {
  const available = await availableOperations(ctx);
  const byName = new Map(available.map((one) => [toolNameOf(one.operation), one]));
  const direct = DESCRIBED.flatMap((id) => available.filter(({ operation }) => operation.id === id));
  const searches = new Map<string, (search: string) => unknown>([
    ['find_operations', (search) => bestMatches(available, search).map(describeFound)],
    ['search_help', searchHelp],
  ]);
  return {
    described: [...direct.map(describeDirect), ...generalTools],
    resolve: (name, args) => {
      const look = searches.get(name);
      return look ? resolveSearch(name, args, look) : resolveOperation(name, args, byName);
    },
  };
}

const refused = (tool: string, args: unknown, error: string): WantedCall => ({ kind: 'refused', tool, args, error });

function resolveSearch(tool: string, args: unknown, look: (search: string) => unknown): WantedCall {
  const { data } = Search.safeParse(args);
  if (!data) return refused(tool, args, 'It needs a text in `search`.');
  return { kind: 'local', tool, args: data, run: async () => look(data.search) };
}

/** An operation by the name of its tool, or by its own name in the arguments of `run_operation`. */
function resolveOperation(tool: string, args: unknown, known: ReadonlyMap<string, AvailableOperation>): WantedCall {
  const { data } = (tool === 'run_operation' ? Run : Parts).safeParse(args ?? {});
  if (!data) return refused(tool, args, 'The parts are `params`, `query` and `body`.');
  const { operation: named } = data as Partial<z.output<typeof Run>>;
  const found = known.get(named?.replace('.', '_') ?? tool);
  if (!found) return refused(tool, args, 'There is no such tool, or you may not use it.');
  const { params, query, body } = data;
  return {
    kind: 'operation',
    tool: toolNameOf(found.operation),
    operation: found.operation,
    asks: found.asks,
    request: { params: params ?? {}, query: query ?? {}, ...(body !== undefined && { body }) },
  };
}

const generalTools: ModelTool[] = [
  {
    name: 'find_operations',
    description: 'Finds operations of the business system by words, in English, with their parameters.',
    parameters: z.toJSONSchema(Search) as Record<string, unknown>,
  },
  {
    name: 'run_operation',
    description: 'Runs an operation that find_operations found. One that changes something waits for approval.',
    parameters: z.toJSONSchema(Run) as Record<string, unknown>,
  },
  {
    name: 'search_help',
    description: 'Finds passages of the guides: how something is done with this system.',
    parameters: z.toJSONSchema(Search) as Record<string, unknown>,
  },
];

function bestMatches(available: AvailableOperation[], search: string): AvailableOperation[] {
  const asked = wordsOf(search);
  const scoreOf = ({ operation: { id, summary } }: AvailableOperation): number => {
    const words = wordsOf(`${id.replace(/([A-Z])/g, ' $1')} ${summary}`);
    return asked.filter((word) => words.some((known) => known.startsWith(word) || word.startsWith(known))).length;
  };
  return available
    .map((one) => ({ one, score: scoreOf(one) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, FOUND_MAX)
    .map(({ one }) => one);
}

const describeFound = ({ operation, asks }: AvailableOperation) => ({
  operation: operation.id,
  summary: operation.summary,
  asks,
  parameters: parametersOf(operation),
});

const describeDirect = ({ operation, asks }: AvailableOperation): ModelTool => ({
  name: toolNameOf(operation),
  description: `${operation.summary}.${asks ? ' Waits for the approval of the user.' : ''}`,
  parameters: parametersOf(operation),
});

const known = new WeakMap<Operation, Record<string, unknown>>();

/** The JSON Schema of the parts of a request, made once. */
function parametersOf(operation: Operation): Record<string, unknown> {
  const found = known.get(operation);
  if (found) return found;
  const { params, query, body } = operation;
  const parts = Object.entries({ params, query, body }).filter(([, schema]) => schema !== undefined);
  const properties = parts.map(([name, schema]) => {
    const { $schema: _, ...part } = z.toJSONSchema(schema!, { io: 'input', unrepresentable: 'any' });
    return [name, part];
  });
  const made = { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false };
  known.set(operation, made);
  return made;
}
