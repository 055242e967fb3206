import { json, type Row, table } from '#platform/db/table.ts';
import type { OperationRequest } from '#platform/http/operation.ts';

export const conversations = table('assistantConversations');
export type Conversation = Row<typeof conversations>;
export const messages = table('assistantMessages');
export type Message = Row<typeof messages>;
export const calls = table('assistantCalls', json<{ request: Partial<OperationRequest>; result: unknown }>());
export type Call = Row<typeof calls>;
