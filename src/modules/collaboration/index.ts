/** The public interface: the parts of collaboration that other modules may use. */
export { mentionsIn, moveComments } from './comment/comment.ts';
export { commentCreated } from './events.ts';
export { type Notice, notify, notifyOwner } from './notification/notify.ts';
export { type PushOutcome, type PushTarget, type WebPush, webPush } from './web-push.port.ts';
