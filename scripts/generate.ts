// `npm run generate` writes the derived files: database types, openapi.json, the client's types, the event catalogue.
import { writeGenerated } from './generated.ts';
import { withScratchDatabase } from './scratch-database.ts';

await withScratchDatabase((server) => writeGenerated(server.ownerUrl()));
