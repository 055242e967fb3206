import { type ColmadoClient, unwrap } from '#client';
import { ensureStory } from './demo-story.ts';

interface Person {
  email: string;
  name: string;
}

export const owner: Person = { email: 'ana@laesquina.example', name: 'Ana Rosario' };

const staff = [
  { email: 'luis@laesquina.example', name: 'Luis Peña', role: 'accountant' },
  { email: 'marisol@laesquina.example', name: 'Marisol Taveras', role: 'seller' },
  { email: 'rafael@laesquina.example', name: 'Rafael Báez', role: 'admin' },
] as const;

const invited = { email: 'yokasta@laesquina.example', role: 'viewer' } as const;

const business = {
  name: 'Colmado La Esquina',
  legalName: 'Colmado La Esquina, SRL',
  taxId: '131246796',
  email: 'hola@laesquina.example',
  phone: '809-555-0123',
  address: 'Calle El Conde 25, Zona Colonial, Santo Domingo',
  website: 'https://laesquina.example',
};

interface Means {
  signIn(person: Person): Promise<ColmadoClient>;
  /** The sent e-mails, if there is a local mailbox. */
  letters: (() => Promise<{ to: string; text: string; sentAt: string }[]>) | null;
}

/** Gives the owner an organization with people and a month of business: only what is not there yet. */
export async function furnish(api: ColmadoClient, means: Means): Promise<string> {
  const organizationId = await ensureOrganization(api);
  await ensureStaff(api, means);
  await ensureStory(api);
  return organizationId;
}

async function ensureOrganization(api: ColmadoClient): Promise<string> {
  const { data: mine } = await api.GET('/v1/organization', { params: { query: { search: business.name } } });
  const found = mine!.data.find(({ name, role }) => name === business.name && role === 'owner');
  if (found) await unwrap(api.POST('/v1/organization/active', { body: { organizationId: found.id } }));
  return (found ?? (await unwrap(api.POST('/v1/organization', { body: { ...business, sandbox: true } })))).id;
}

/** Members join by invitation, with the token from the e-mail. */
async function ensureStaff(api: ColmadoClient, { signIn, letters }: Means): Promise<void> {
  const { data: members } = await unwrap(api.GET('/v1/organization/users'));
  const isMember = ({ email }: { email: string }): boolean => members.some((member) => member.email === email);
  for (const person of letters ? staff.filter((one) => !isMember(one)) : []) {
    const since = new Date().toISOString();
    await unwrap(api.POST('/v1/organization/invite', { body: { email: person.email, role: person.role } }));
    const token = await invitationToken(letters!, person.email, since);
    const own = await signIn(person);
    await unwrap(own.PATCH('/v1/organization/invite', { body: { action: 'accept', token } }));
    await own.DELETE('/v1/user/logout');
  }
  const { data: open } = await unwrap(
    api.GET('/v1/organization/invite', { params: { query: { status: 'pending', search: invited.email } } }),
  );
  if (open.length === 0 && !isMember(invited)) await unwrap(api.POST('/v1/organization/invite', { body: invited }));
}

async function invitationToken(letters: NonNullable<Means['letters']>, email: string, since: string): Promise<string> {
  for (let waitedMs = 0; waitedMs < 15_000; waitedMs += 100) {
    const letter = (await letters()).find(({ to, sentAt }) => to === email && sentAt >= since);
    const token = letter && /inv_[\w-]+/.exec(letter.text)?.[0];
    if (token) return token;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The invitation for ${email} did not arrive.`);
}
