import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { hook } from '#platform/hook.ts';
import type { Channel, Conversation, Message } from './tables.ts';

/** Messages of customers that a transaction stored, in the order of their conversation. */
export interface ArrivedMessages {
  channel: Channel;
  /** After the messages: with its state, owner and window. */
  conversation: Conversation;
  /** Without duplicates, and without what the organization itself wrote elsewhere. */
  messages: Message[];
  /** Whether these are the first messages of the conversation. */
  isNew: boolean;
}

/**
 * A customer wrote. Called once for each conversation of the transaction that stores the messages: enqueue what follows, such as
 * a turn of the bot. An error here keeps the messages from being stored until it is gone.
 */
export const afterCustomerMessages =
  hook<[ctx: TenantContext, arrived: ArrivedMessages]>('chats.afterCustomerMessages');

/** Somebody else has a conversation that a bot had: it must not answer what it has begun. */
export const afterTakenFromBot = hook<[ctx: TenantContext, conversation: Conversation]>('chats.afterTakenFromBot');

/** Somebody gave a conversation to a bot, which answers a customer who waits. */
export const afterGivenToBot = hook<[ctx: TenantContext, conversation: Conversation]>('chats.afterGivenToBot');

/** The reason why an outbound message failed for good. Bots announce that theirs were not delivered. */
export const afterMessageFailed = hook<[ctx: TenantContext, message: Message]>('chats.afterMessageFailed');

/** A conversation that needs a category. Bots choose one of those that the organization uses. */
export interface WantedCategory {
  conversation: Conversation;
  /** The bot of the conversation or of its channel. */
  botId: string | null;
  /** The newest messages of the customer. */
  said: string;
  known: string[];
  /** Null: no bot has an answer. */
  category: string | null;
}

/** In steps, because a model may be asked. */
export const fillInCategory = hook<[steps: TenantSteps, wanted: WantedCategory]>('chats.fillInCategory');
