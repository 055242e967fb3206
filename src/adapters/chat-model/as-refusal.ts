import { isRefusal, ProviderRefused, ProviderUnavailable } from '#platform/ports/port.ts';
import { shortened, storable } from '#platform/text.ts';

export const OPENAI_URL = 'https://api.openai.com/v1';
const SAID_MAX = 300;

/** A failed call of the AI SDK in the words of every port, without the key, which some providers repeat. */
export async function asRefusal(error: unknown, key: string | null) {
  const { APICallError } = await import('ai');
  const refused = causesOf(error).find((cause) => isRefusal(cause, ProviderRefused));
  if (refused) return refused;
  const failed = causesOf(error).find((cause) => APICallError.isInstance(cause));
  const status = APICallError.isInstance(failed) ? failed.statusCode : undefined;
  if (status !== undefined && status >= 400 && status < 500 && status !== 429 && status !== 408)
    return ProviderRefused(`The model answered ${status}: ${said(failed!.message, key)}`);
  return ProviderUnavailable('The model cannot be reached.');
}

const said = (message: string, key: string | null): string =>
  shortened(storable(key ? message.replaceAll(key, '•••') : message), SAID_MAX);

function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error && causes.length < 10; cause = cause.cause) causes.push(cause);
  return causes;
}
