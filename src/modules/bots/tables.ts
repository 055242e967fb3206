import { json, type Row, table } from '#platform/db/table.ts';
import type { ToolParameters } from './tool/parameters.ts';

export const bots = table('bots');
export type Bot = Row<typeof bots>;
export const training = table('botTraining');
export type Training = Row<typeof training>;
export const trainingVersions = table('botTrainingVersions');
export type TrainingVersion = Row<typeof trainingVersions>;
export const passages = table('botPassages');
export const stems = table('botStems');
export const vectors = table('botVectors');
export const contextRequests = table('botContextRequests');
export type ContextRequest = Row<typeof contextRequests>;
export const contextWaiters = table('botContextWaiters');
export const turns = table('botTurns', json<{ sources: { trainingId: string; title: string; score: number }[] }>());
export type Turn = Row<typeof turns>;
export const customTools = table(
  'customTools',
  json<{ headers: Record<string, string>; parameters: ToolParameters }>(),
);
export type CustomTool = Row<typeof customTools>;
export const toolCalls = table('botToolCalls', json<{ args: Record<string, unknown>; result: unknown }>());
export type ToolCall = Row<typeof toolCalls>;
