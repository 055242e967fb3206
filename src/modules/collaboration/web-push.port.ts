import { port } from '#platform/ports/port.ts';

/** The push subscription of a browser. */
export interface PushTarget {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** `gone`: the browser no longer exists. `refused`: the push service will never accept this message. */
export type PushOutcome = 'delivered' | 'gone' | 'refused';

/** Sends messages to browsers through their push services. A failure that may pass is thrown. */
export interface WebPush {
  /** The service's own key (VAPID), with which a browser subscribes. */
  readonly publicKey: string;
  send(target: PushTarget, message: string, signal: AbortSignal): Promise<PushOutcome>;
}

export const webPush = port<WebPush>('web-push');
