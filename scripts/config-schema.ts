import { writeFileSync } from 'node:fs'
import { z } from 'zod'
import { Catalogue } from '../core/plans/catalogue.ts'

// Writes pricing.schema.json, which gives editors completion in pricing.config.json.
writeFileSync(
  'pricing.schema.json',
  `${JSON.stringify(z.toJSONSchema(Catalogue, { io: 'input' }), null, 2)}\n`,
)
