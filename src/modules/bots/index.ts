/** The public interface: the parts of bots that other modules and adapters may use. */
export { Evaluation, evaluateBot } from './evaluate/evaluate.ts';
export { type EmbeddingModel, embeddingModel } from './model/embedding.port.ts';
export {
  type ChatModel,
  chatModel,
  type ModelAnswer,
  ModelConfig,
  type ModelMessage,
  type ModelRequest,
  type ModelTool,
  type ModelToolCall,
} from './model/model.port.ts';
export { bots } from './tables.ts';
export { checkToolParameters, InvalidToolSchema } from './tool/parameters.ts';
export { readAnswer } from './tool/request.ts';
export { extractText } from './training/read-source.ts';
