import type { ChatModel, ModelAnswer, ModelRequest } from '#modules/bots/index.ts';

/** Asks a model: brings each part of its text as it arrives, and returns the whole answer. */
export async function* askModel(
  model: ChatModel,
  request: Omit<ModelRequest, 'onText'>,
): AsyncGenerator<string, ModelAnswer> {
  const parts: string[] = [];
  let isOver = false;
  let wake = (): void => {};
  const onText = (part: string): void => {
    parts.push(part);
    wake();
  };
  const answer = model.answer({ ...request, onText }).finally(() => {
    isOver = true;
    wake();
  });
  // Awaited below; until then a rejection must not count as unhandled.
  answer.catch(() => {});
  while (!isOver || parts.length > 0) {
    const part = parts.shift();
    if (part !== undefined) yield part;
    else
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  }
  return answer;
}
