import { port } from '#platform/ports/port.ts';

/** A browser that asked for messages, as it described itself. */
export interface PushTarget {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** `gone`: there is no such browser any more. `refused`: the push service will not take this message, ever. */
export type PushOutcome = 'delivered' | 'gone' | 'refused';

/** Messages to browsers through the push services of their makers. What may work later is thrown. */
export interface WebPush {
  /** The service's own key (VAPID), with which a browser subscribes. */
  readonly publicKey: string;
  send(target: PushTarget, message: string, signal: AbortSignal): Promise<PushOutcome>;
}

export const webPush = port<WebPush>('web-push');
