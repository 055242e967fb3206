import { isRefusal, ProviderRefused, ProviderUnavailable } from '#platform/ports/port.ts';

export const OPENAI_URL = 'https://api.openai.com/v1';
const SAID_MAX = 300;

/** A failed call of the AI SDK in the words of every port. */
export async function asRefusal(error: unknown) {
  const { APICallError } = await import('ai');
  const refused = causesOf(error).find((cause) => isRefusal(cause, ProviderRefused));
  if (refused) return refused;
  const failed = causesOf(error).find((cause) => APICallError.isInstance(cause));
  const status = APICallError.isInstance(failed) ? failed.statusCode : undefined;
  if (status !== undefined && status >= 400 && status < 500 && status !== 429 && status !== 408)
    return ProviderRefused(`The model answered ${status}: ${failed!.message.slice(0, SAID_MAX)}`);
  return ProviderUnavailable('The model cannot be reached.');
}

function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error && causes.length < 10; cause = cause.cause) causes.push(cause);
  return causes;
}
