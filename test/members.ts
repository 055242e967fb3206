import type { ColmadoClient } from '#client';
import { letterTo } from '#test/harness.ts';

type Role = 'admin' | 'accountant' | 'seller' | 'agent' | 'viewer' | 'custom';

/** The token in the newest invitation letter to an address. */
export async function tokenFor(email: string, since = ''): Promise<string> {
  const letter = await letterTo(email, /te invita/, since);
  return /inv_[\w-]+/.exec(letter.text)![0];
}

/** Invites an address and returns the invitation with the token of its letter. */
export async function inviteAs(
  api: ColmadoClient,
  email: string,
  role: Role = 'viewer',
  permissions?: string[],
): Promise<{ id: string; token: string }> {
  const since = new Date().toISOString();
  const { data, error } = await api.POST('/v1/organization/invite', {
    body: { email, role, ...(permissions && { permissions: permissions as never }) },
  });
  if (!data) throw new Error(`Not invited: ${error?.code}`);
  return { id: data.id, token: await tokenFor(email, since) };
}
