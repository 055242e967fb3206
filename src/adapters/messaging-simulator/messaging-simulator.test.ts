import { MessagingCredentials } from '#modules/chats/messaging.port.ts';
import { newId } from '#platform/id.ts';
import { control, faults } from '#test/chats.ts';
import { app } from '#test/harness.ts';
import { messagingContract } from '#test/ports/messaging-contract.ts';

const { adapter } = app.simulators.messaging;
const organizationId = newId();

messagingContract('messaging-simulator', {
  connect: (credentials) => adapter.connect(MessagingCredentials.parse(credentials), organizationId),
  signUp: async () => {
    const made = await control.signUp();
    await control.switches(made.phoneNumberId, { reports: false });
    return made;
  },
  changeNumber: (id, change) => control.changeNumber(id, change),
  sentBy: async (id) => (await control.sent(id)).length,
  loseNextMessage: (how) => faults.next({ kind: `${how}-after-commit`, operation: 'send', organizationId }),
  sign: (body) => control.sign(body),
});
