import ts from 'typescript'

export type JsonSchema = boolean | { [keyword: string]: unknown }

export interface TypeConverter {
  convert(type: ts.Type): JsonSchema
  /** The fields that all events share; what an event carries is checked by its own kind. */
  convertEvent(events: ts.Type): JsonSchema
  /** Filled while converting: one definition for each object type, so that circles end. */
  defs: Record<string, JsonSchema>
}

/**
 * Objects with a field `object` that is not among `kinds` are never sent by the emulator: where one may stand, only
 * the other alternatives (an id, null, an empty list) are allowed. That also bounds how far the walk goes.
 */
export function createTypeConverter(checker: ts.TypeChecker, kinds: Set<string>): TypeConverter {
  const defs: Record<string, JsonSchema> = {}
  const names = new Map<ts.Type, string>()

  function convert(type: ts.Type): JsonSchema {
    const { flags } = type
    if (type.isUnion()) return convertUnion(type.types)
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value }
    if (flags & ts.TypeFlags.BooleanLiteral) return { const: checker.typeToString(type) === 'true' }
    if (flags & ts.TypeFlags.String || isOpenString(type)) return { type: 'string' }
    if (flags & ts.TypeFlags.Number) return { type: 'number' }
    if (flags & ts.TypeFlags.Null) return { type: 'null' }
    // `deleted?: void` says that the field is never there.
    if (flags & (ts.TypeFlags.Void | ts.TypeFlags.Undefined | ts.TypeFlags.Never)) return false
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return true
    if (checker.isArrayType(type)) return convertArray(type)
    // The SDK makes these of strings; on the wire, and in JSON again, they are strings.
    if (isDecimal(type)) return { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' }
    return convertObject(type)
  }

  function convertArray(type: ts.Type): JsonSchema {
    const [element] = checker.getTypeArguments(type as ts.TypeReference)
    return { type: 'array', items: element ? convert(element) : true }
  }

  function convertUnion(members: readonly ts.Type[]): JsonSchema {
    const values = members.filter((member) => member.isStringLiteral()).map((member) => member.value)
    const isEnum = values.length > 0
    const others = members.filter((member) => {
      if (member.isStringLiteral() || member.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void))
        return false
      // Open enums end in `string & {}`, so that tsc takes any string. Here only the listed values count.
      return !(isEnum && isOpenString(member))
    })
    const converted = others.map(convert).filter((schema) => schema !== false)
    const all = isEnum ? [{ enum: values }, ...converted] : converted
    if (all.length === 0) return false
    return all.length === 1 ? (all[0] ?? false) : { anyOf: all }
  }

  function convertObject(type: ts.Type): JsonSchema {
    const kind = kindOf(type)
    if (kind !== undefined && !kinds.has(kind)) return false
    const known = names.get(type)
    if (known) return { $ref: refTo(known) }
    const name = `${names.size}_${type.symbol?.name ?? 'object'}`
    names.set(type, name)
    defs[name] = objectSchema(type)
    return { $ref: refTo(name) }
  }

  function objectSchema(type: ts.Type): JsonSchema {
    const properties: Record<string, JsonSchema> = {}
    const required: string[] = []
    for (const symbol of checker.getPropertiesOfType(type)) {
      properties[symbol.name] = convert(checker.getTypeOfSymbol(symbol))
      if (!(symbol.flags & ts.SymbolFlags.Optional)) required.push(symbol.name)
    }
    const index = checker.getIndexInfoOfType(type, ts.IndexKind.String)
    const additionalProperties = index ? convert(index.type) : false
    return { type: 'object', properties, required, additionalProperties }
  }

  function kindOf(type: ts.Type): string | undefined {
    const symbol = checker.getPropertyOfType(type, 'object')
    const field = symbol && checker.getTypeOfSymbol(symbol)
    return field?.isStringLiteral() ? field.value : undefined
  }

  return {
    convert,
    defs,
    convertEvent(events) {
      const [first] = events.isUnion() ? events.types : [events]
      const schema = first && objectSchema(first)
      if (!schema || typeof schema === 'boolean') throw new Error('The SDK has no events.')
      return { ...schema, properties: { ...(schema.properties as object), type: true, data: eventData } }
    },
  }
}

/** All definitions live in one schema of this name. */
export const defsId = 'sdk'
const refTo = (name: string) => `${defsId}#/$defs/${name}`

const eventData = {
  type: 'object',
  properties: { object: { type: 'object' }, previous_attributes: { type: 'object' } },
  required: ['object'],
  additionalProperties: false,
}

/** A class with a brand: `DecimalImpl & { … }`. */
function isDecimal(type: ts.Type): boolean {
  return type.isIntersection() && type.types.some((part) => part.symbol?.name === 'DecimalImpl')
}

/** `string & Record<never, never>`: any string, written so that editors still list the known ones. */
function isOpenString(type: ts.Type): boolean {
  return type.isIntersection() && type.types.some((part) => Boolean(part.flags & ts.TypeFlags.String))
}
