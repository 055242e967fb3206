import { createECDH } from 'node:crypto';
import library from 'web-push';
import { z } from 'zod';
import { type PushOutcome, type PushTarget, type WebPush, webPush } from '#modules/collaboration/index.ts';
import type { OutboundFetch } from '#platform/http/outbound.ts';
import { type Adapter, adapter } from '#platform/ports/port.ts';
import type { Secrets } from '#platform/secrets.ts';

const TIMEOUT_MS = 15_000;
const ANSWER_BYTES_MAX = 1_000;
const KEPT_SECONDS = 24 * 3600;

/** Web push with the service's own keys, shared by all organizations. */
export function webPushAdapter(options: {
  secrets: Secrets;
  /** The contact address for push services: `Colmado <no-reply@…>`. */
  contact: string;
  call: OutboundFetch;
}): Adapter<WebPush> {
  const keys = vapidKeys(options.secrets);
  const vapidDetails = { ...keys, subject: `mailto:${/<(.+)>/.exec(options.contact)?.[1] ?? options.contact}` };
  const service: WebPush = {
    publicKey: keys.publicKey,
    send: async (target, message, signal) => {
      const request = sealed(target, message, { vapidDetails, TTL: KEPT_SECONDS });
      if (!request) return 'gone';
      const limits = { timeoutMs: TIMEOUT_MS, answerBytesMax: ANSWER_BYTES_MAX, signal };
      const { status } = await options.call(target.endpoint, { method: 'POST', ...request, ...limits });
      return outcomeOf(status);
    },
  };
  return adapter({ port: webPush, name: 'web-push', config: z.object({}), connect: () => service });
}

/** Null if the browser's keys are invalid: nobody could read the message. */
function sealed(target: PushTarget, message: string, options: Parameters<typeof library.generateRequestDetails>[2]) {
  try {
    const { headers, body } = library.generateRequestDetails(target, message, options);
    const texts = Object.entries(headers as Record<string, unknown>).map(([name, value]) => [name, String(value)]);
    return { headers: Object.fromEntries(texts) as Record<string, string>, body: body! };
  } catch {
    return null;
  }
}

function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'delivered';
  if (status === 404 || status === 410) return 'gone';
  if (status === 429 || status >= 500) throw new Error(`The push service answered ${status}.`);
  return 'refused';
}

/** Derived from the secret key, so that all processes share it and nothing is stored. */
function vapidKeys(secrets: Secrets): { publicKey: string; privateKey: string } {
  for (let attempt = 0; ; attempt++) {
    const ecdh = createECDH('prime256v1');
    const candidate = secrets.pepper(String(attempt), 'vapid private key');
    try {
      ecdh.setPrivateKey(candidate);
    } catch {
      // Rarely the number is not a valid key of the curve: try the next one.
      continue;
    }
    return { publicKey: ecdh.getPublicKey('base64url'), privateKey: candidate.toString('base64url') };
  }
}
