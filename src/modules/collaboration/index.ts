/** The front door: what other modules may use of collaboration. */

export { moveComments } from './comment/comment.ts';
export { type Notice, notify } from './notification/notify.ts';
export { type PushOutcome, type PushTarget, type WebPush, webPush } from './web-push.port.ts';
