import Ajv from 'ajv/dist/2020.js'

interface Document {
  paths: Record<string, Record<string, { responses?: Record<string, { content?: object }> }>>
}

/** Fails when a response is not as an OpenAPI document says: its path, method, status and body. */
export function createResponseCheck(document: Document) {
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema({ $id: 'document', ...document })
  const templates = Object.keys(document.paths).map((template) => ({
    template,
    // One without a parameter in a place goes before one with.
    parameters: template.split('{').length,
    pattern: new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`),
  }))
  templates.sort((a, b) => a.parameters - b.parameters)

  return async (method: string, path: string, response: Response): Promise<void> => {
    const [plain = ''] = path.split('?')
    const template = templates.find(({ pattern }) => pattern.test(plain))?.template
    if (template === undefined) return
    const key = method.toLowerCase()
    const where = `${method} ${template} ${response.status}`
    const described = document.paths[template]?.[key]?.responses?.[response.status]
    if (!described) throw new Error(`${where} is not in the document.`)
    if (!described.content) return
    const pointer = [
      'paths',
      template,
      key,
      'responses',
      `${response.status}`,
      'content',
      'application/json',
      'schema',
    ]
    const escaped = pointer.map((part) =>
      encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')),
    )
    const validate = ajv.compile({ $ref: `document#/${escaped.join('/')}` })
    if (!validate(await response.clone().json()))
      throw new Error(`${where}: ${ajv.errorsText(validate.errors)}`)
  }
}
