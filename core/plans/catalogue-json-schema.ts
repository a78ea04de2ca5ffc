import { z } from 'zod'
import { allLanguages } from '../messages/languages.ts'
import { Catalogue } from './catalogue.ts'

/** What pricing.schema.json is: the catalogue as the operator writes it, where a text may be one for each language. */
export const catalogueJsonSchema = () =>
  z.toJSONSchema(Catalogue, {
    io: 'input',
    override({ jsonSchema }) {
      if (!jsonSchema.localized) return
      const { localized: _, description, ...text } = jsonSchema
      for (const name of Object.keys(jsonSchema)) delete jsonSchema[name]
      Object.assign(jsonSchema, {
        ...(description && { description }),
        anyOf: [
          text,
          {
            type: 'object',
            propertyNames: { enum: allLanguages },
            additionalProperties: { type: 'string' },
            minProperties: 1,
          },
        ],
      })
    },
  })
