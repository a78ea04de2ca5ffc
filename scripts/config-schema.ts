import { writeFileSync } from 'node:fs'
import { catalogueJsonSchema } from '../core/plans/catalogue-json-schema.ts'

// Writes pricing.schema.json, which gives editors completion in pricing.config.json.
writeFileSync('pricing.schema.json', `${JSON.stringify(catalogueJsonSchema(), null, 2)}\n`)
