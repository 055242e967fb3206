/** The public interface: the parts of chats that other modules and the adapters may use. */

export { chooseSuccessor } from './conversation/assignment.ts';
export { findConversation, lockConversation, selectHistory } from './conversation/find.ts';
export { assignConversation, closeConversation, type Doer } from './conversation/state.ts';
export {
  type ArrivedMessages,
  afterCustomerMessages,
  afterGivenToBot,
  afterMessageFailed,
  afterTakenFromBot,
  fillInCategory,
  type WantedCategory,
} from './hooks.ts';
export { listUnrouted, routeAgain } from './inbound/store.ts';
export { drawPdf, writeDocument } from './message/document.ts';
export { ConversationTaken, SenderBlocked, sendMessage } from './message/send.ts';
export {
  errorClassOf,
  type HealthEntity,
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
  type ProviderTemplate,
  ReconnectNeeded,
  RegistrationWait,
  type SendResult,
  TemplateGone,
} from './messaging.port.ts';
export type { Conversation, Message } from './tables.ts';
export { findWidgetKey, knownWidgets } from './widget/settings.ts';
