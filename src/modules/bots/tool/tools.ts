import { z } from 'zod';
import { findConversation } from '#modules/chats/index.ts';
import { findContact } from '#modules/contacts/index.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { Refusal } from '#platform/refusal.ts';
import type { ModelTool } from '../model/model.port.ts';
import { type Bot, type CustomTool, customTools } from '../tables.ts';
import { type Arguments, type CallFacts, callCustomTool, runOwnTool, type ToolOutcome } from './call.ts';
import { isOwnTool, type OwnToolName } from './own-tool-names.ts';
import { type Customer, type OwnTool, ownTools, refused } from './own-tools.ts';

type Caller = CallFacts & { contactId: string | null };

export interface Tools {
  described: ModelTool[];
  run(steps: TenantSteps, name: string, args: unknown, caller: Caller, signal?: AbortSignal): Promise<ToolOutcome>;
}

/** The tools that a bot may use now: its own ones, and the custom ones that are approved. */
export async function loadTools(ctx: TenantContext, bot: Bot): Promise<Tools> {
  const own = bot.tools.filter(isOwnTool);
  const named = bot.tools.filter((name) => !isOwnTool(name));
  const custom = (await customTools.all(ctx, { name: named })).filter(({ approvedAt }) => approvedAt !== null);
  return {
    described: [...own.map(describeOwn), ...custom.map(describeCustom)],
    run: async (steps, name, args, caller, signal) => {
      if (!(await steps.transaction((current) => hasConversation(current, caller))))
        return refused('Somebody else has the conversation now.');
      if (isOwnTool(name) && own.includes(name)) return runOwn(steps, name, args, caller);
      const tool = custom.find((candidate) => candidate.name === name);
      if (!tool) return refused('There is no such tool.');
      const { contactId: _contactId, ...facts } = caller;
      if (facts.conversationId === null && tool.method !== 'GET') return refused('Only in a conversation.');
      return callCustomTool(steps, tool, args, facts, signal);
    },
  };
}

/** Somebody may have taken the conversation while the model thought. A question outside of one has nobody to take it. */
const hasConversation = async (ctx: TenantContext, { conversationId, botId }: Caller): Promise<boolean> =>
  conversationId === null || (await findConversation(ctx, conversationId))?.botId === botId;

async function runOwn(steps: TenantSteps, name: OwnToolName, args: unknown, caller: Caller): Promise<ToolOutcome> {
  const tool = ownTools[name];
  const { data, error } = tool.parameters.safeParse(args);
  if (error) return refused(z.prettifyError(error).slice(0, 500));
  const { contactId, ...facts } = caller;
  if (tool.hasEffect && facts.conversationId === null) return refused('Only in a conversation.');
  if (tool.ofContact && contactId === null) return refused('The customer is not known yet.');
  const prepared = await prepareOwn(steps, tool, data, { ...facts, contactId: contactId ?? '' });
  let isUsed = false;
  try {
    return await runOwnTool(steps, { ...facts, type: name, args: args as Arguments }, async (ctx) => {
      // A contact that was merged meanwhile is the one that it was merged into.
      const contact = contactId === null ? undefined : await findContact(ctx, contactId);
      if (tool.ofContact && !contact) return refused('The customer is not known yet.');
      const outcome = await tool.run(ctx, data, { ...facts, contactId: contact?.id ?? '', prepared });
      isUsed = outcome.error === null;
      return outcome;
    });
  } finally {
    if (!isUsed) await prepared?.discard();
  }
}

/** A refusal leaves nothing prepared: the tool does without it, and a document goes out as its page. */
const prepareOwn = async (steps: TenantSteps, tool: OwnTool, args: Arguments, customer: Customer) =>
  tool.prepare
    ? tool.prepare(steps, args, customer).catch((error: unknown) => {
        if (error instanceof Refusal) return null;
        throw error;
      })
    : null;

const describeOwn = (name: OwnToolName): ModelTool => ({
  name,
  description: ownTools[name].description,
  parameters: z.toJSONSchema(ownTools[name].parameters) as Arguments,
});

const describeCustom = ({ name, description, parameters }: CustomTool): ModelTool => ({
  name,
  description,
  parameters,
});
