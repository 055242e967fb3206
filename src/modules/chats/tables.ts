import { json, type Row, table } from '#platform/db/table.ts';
import type { Assignment, Hours, WidgetSettings } from './channel/channel.schema.ts';
import type { Audience, DiffusionTemplate } from './diffusion/diffusion.schema.ts';
import type { ListRule } from './list/list.schema.ts';

export const channels = table(
  'channels',
  json<{ hours: Hours | null; assignment: Partial<Assignment>; widget: Partial<WidgetSettings> }>(),
);
export type Channel = Row<typeof channels>;

export const conversations = table('conversations');
export type Conversation = Row<typeof conversations>;
export const conversationSources = table('conversationSources');
export const episodes = table('conversationEpisodes');
export const conversationLabels = table('conversationLabels');
export const conversationLinks = table('conversationLinks');
export const conversationReads = table('conversationReads');
export const conversationVisitors = table('conversationVisitors');

/** Why a message was not delivered, in the provider's words where it gave any. */
export interface Failure {
  code: string;
  message: string;
}

export const messages = table('messages', json<{ content: Record<string, unknown>; failure: Failure | null }>());
export type Message = Row<typeof messages>;
export type MessageStatus = Message['status'];
export const messageReceipts = table('messageReceipts', json<{ receipt: Record<string, unknown> }>());
export const messageMedia = table('messageMedia');
export type Medium = Row<typeof messageMedia>;
export const messageTemplates = table('messageTemplates', json<{ components: Record<string, unknown>[] }>());
export type MessageTemplate = Row<typeof messageTemplates>;
export const templateVersions = table('messageTemplateVersions', json<{ components: Record<string, unknown>[] }>());
export const templateStatuses = table('messageTemplateStatuses');
export type TemplateStatus = Row<typeof templateStatuses>;

export const connections = table('msgappConnections');
export type Connection = Row<typeof connections>;
export const accounts = table('msgappAccounts');
export type Account = Row<typeof accounts>;
export const numbers = table('msgappNumbers');
export type PhoneNumber = Row<typeof numbers>;

export const inboundDrops = table('inboundDrops', json<{ part: unknown }>());

export const conversationLists = table('conversationLists', json<{ rule: ListRule | null }>());
export type ConversationList = Row<typeof conversationLists>;
export const listMembers = table('conversationListMembers');
export const cannedAnswers = table('cannedAnswers');
export const blockedSenders = table('blockedSenders');
export type BlockedSender = Row<typeof blockedSenders>;

export const diffusions = table(
  'diffusions',
  json<{ audience: Audience; templates: DiffusionTemplate[]; windows: Hours | null }>(),
);
export type Diffusion = Row<typeof diffusions>;
export const diffusionEntries = table('diffusionEntries', json<{ fields: Record<string, string> }>());
export const diffusionRecipients = table('diffusionRecipients');
export type DiffusionRecipient = Row<typeof diffusionRecipients>;
export const diffusionCounts = table('diffusionCounts');
export type DiffusionCounts = Row<typeof diffusionCounts>;
export const optOuts = table('chatOptOuts');
export type OptOut = Row<typeof optOuts>;
export const channelSends = table('channelSends');
