import { z } from 'zod';
import { RawAnswer } from '#platform/http/route.ts';
import { ecfTypes } from './ecf-document.ts';
import { ecfEnvironments } from './ecf-stamp.ts';

export const EcfEnvironment = z
  .enum(ecfEnvironments)
  .describe('`simulator` reaches nobody; the others are the three environments of the tax authority.');
export const EcfType = z.enum(ecfTypes).describe('The type of the e-CF, as the tax authority numbers them.');
export const ENcf = z
  .string()
  .regex(/^E\d{12}$/, 'must be an e-NCF such as E310000000001')
  .meta({ example: 'E310000000001' });
export const EcfMessage = z.object({
  code: z.string().describe('As the tax authority numbers it.'),
  text: z.string().describe('In the words of the tax authority.'),
});

/** A signed document, byte for byte. */
export const xmlFile = ({ number, xml }: { number: string; xml: string | Buffer }): RawAnswer =>
  new RawAnswer(Buffer.from(xml), {
    'content-type': 'application/xml; charset=utf-8',
    'content-disposition': `attachment; filename="${number}.xml"`,
  });
