const FIRST_WAIT_MS = 250;
const WAIT_MS_MAX = 8_000;
/** A longer `Retry-After` is for the caller to decide: the refusal is returned at once. */
const RETRY_AFTER_MS_MAX = 60_000;

/** Exponential backoff with full jitter, so that clients that failed together do not return together. */
export const backoffMs = (attempt: number): number =>
  Math.random() * Math.min(WAIT_MS_MAX, FIRST_WAIT_MS * 2 ** attempt);

/** How long to wait before the next attempt after a 429 or a 503; null where it is not worth waiting. */
export function waitAfterMs(response: Response, attempt: number): number | null {
  const wanted = retryAfterMs(response.headers.get('retry-after'));
  if (wanted > RETRY_AFTER_MS_MAX) return null;
  return wanted + backoffMs(attempt);
}

/** `Retry-After` holds seconds or a date. */
function retryAfterMs(header: string | null): number {
  if (header === null) return 0;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Math.max(0, ms || 0);
}

/** Resolves after a while; rejects with the signal's reason once it aborts. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
