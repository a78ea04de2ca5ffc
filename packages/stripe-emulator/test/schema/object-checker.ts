import { Ajv, type ValidateFunction } from 'ajv'
import { defsId } from './convert-type.ts'
import { type DerivedSchemas, deriveSchemas } from './derive-schemas.ts'

type Wire = Record<string, unknown>

export interface ObjectChecker {
  /** Complaints about an object, by place; none if the SDK's typings allow it. */
  complaints(object: unknown): string[]
  derived: DerivedSchemas
}

export function createObjectChecker(): ObjectChecker {
  const derived = deriveSchemas()
  // What we derived ourselves is not checked first, and code that runs a few hundred times not made faster: half the time.
  const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false, code: { optimize: false } })
  ajv.addSchema({ $id: defsId, $defs: derived.defs })
  const compiled = new Map<string, ValidateFunction>()

  function validate(schema: string, object: Wire): string[] {
    const found = derived.schemas[schema]
    if (found === undefined) return [`there is no schema for ${schema}`]
    const known = compiled.get(schema) ?? ajv.compile(found)
    compiled.set(schema, known)
    const place = `${object.object} ${object.id}`
    if (known(object)) return []
    // Alternatives that failed (an id instead of the object, null) are the noise of one real complaint.
    return (known.errors ?? []).map((error) => {
      const details = JSON.stringify(error.params).slice(0, 160)
      return `${place}${error.instancePath}: ${error.message} ${details}`
    })
  }

  function complaints(object: unknown): string[] {
    // What the SDK has turned into classes (decimals) is a string in JSON again.
    const wire = JSON.parse(JSON.stringify(object)) as Wire
    const kind = String(wire.object)
    if (kind === 'list') return checkList(wire)
    if (wire.deleted === true) return validate(`deleted ${nameOf(kind)}`, wire)
    if (kind !== 'event') return validate(kind, wire)
    const inner = (wire.data as Wire).object as Wire
    const wanted = derived.eventKinds.get(String(wire.type))
    const fits = inner.object === wanted ? [] : [`${wire.type} carries ${inner.object}, not ${wanted}`]
    return [...validate('event', wire), ...fits, ...complaints(inner)]
  }

  function checkList(list: Wire): string[] {
    const { data, has_more, url } = list
    const shape = Array.isArray(data) && typeof has_more === 'boolean' && typeof url === 'string'
    return shape ? data.flatMap(complaints) : ['a list without data, has_more or url']
  }

  return { complaints, derived }
}

function nameOf(kind: string): string {
  const words = kind.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return words.join('')
}
