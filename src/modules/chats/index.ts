/** The public interface: the parts of chats that other modules and the adapters may use. */

export { chooseSuccessor } from './conversation/assignment.ts';
export { findConversation, lockConversation, selectHistory } from './conversation/find.ts';
export { assignConversation, closeConversation, type Doer, openConversation } from './conversation/state.ts';
export {
  type ArrivedMessages,
  afterCustomerMessages,
  afterGivenToBot,
  afterMessageFailed,
  afterTakenFromBot,
  fillInCategory,
  type WantedCategory,
} from './hooks.ts';
export { listUnrouted, routeAgain } from './inbound/unrouted-of-all.ts';
export { drawPdf, writeDocument } from './message/document.ts';
export { ChannelPaused, ConversationTaken, type Outgoing, sendMessage } from './message/send.ts';
export { WindowClosed } from './message/window.ts';
export {
  type ErrorClass,
  errorClassOf,
  type HealthEntity,
  type IncomingMedia,
  type Messaging,
  MessagingCredentials,
  messagesPerSecondOf,
  messaging,
  type NewProviderTemplate,
  type NumberSetUp,
  type OutgoingFile,
  type OutgoingMessage,
  PinTriesExceeded,
  PinWrong,
  type ProviderAccount,
  type ProviderNumber,
  type ProviderTemplate,
  ReconnectNeeded,
  RegistrationWait,
  type SendResult,
  TemplateGone,
} from './messaging.port.ts';
export type { Channel, Conversation, Message, MessageTemplate } from './tables.ts';
export { renderTemplate, type Values as TemplateValues } from './template/components.ts';
export { factsOf, readPrices, requireSendable, templateMessage } from './template/facts.ts';
export { findWidgetKey, knownWidgets } from './widget/settings.ts';
