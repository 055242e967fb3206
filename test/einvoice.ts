import { newCertificate } from './certificates.ts';
import { app, type Business, newBusiness } from './harness.ts';

/** One certificate for all tests of a process, because generating a key is slow. */
export const certificate = newCertificate();

export const companyBody = {
  taxId: '1-01-85004-3',
  name: 'Colmado La Esquina, SRL',
  address: 'C/ Duarte 12, Santo Domingo',
  phone: '809-555-0123',
  environment: 'simulator' as const,
  certificate: certificate.p12.toString('base64'),
  password: certificate.password,
};

/** A new RNC for each test, because the simulated authority remembers the numbers of each taxpayer. */
let issuers = 0;
export const newTaxId = (): string =>
  `4${String(process.pid % 10_000).padStart(4, '0')}${String(++issuers).padStart(4, '0')}`;

/** An organization that issues electronic invoices, on the simulator. */
export async function newIssuer(): Promise<Business & { taxId: string }> {
  const business = await newBusiness();
  const taxId = newTaxId();
  const { response } = await business.api.POST('/v1/einvoice/company', { body: { ...companyBody, taxId } });
  if (response.status !== 201) throw new Error(`The company was not registered: ${response.status}`);
  return { ...business, taxId };
}

export const { behaviours } = app.simulators.ecf;
