import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { apiKeyScopes } from '../../core/integration/api-key-scopes.ts'
import { ConfigurationError } from '../configuration-error.ts'
import { createApiKey, defaultScopes, hashOfKey, nameOfKey, parseScopes } from '../integration/api-key.ts'

const usage = `Use \`keys [--scopes ${apiKeyScopes.join(',')}]\`; without it the key may only read.`

/** Prints what the operator's product needs; nothing is stored. */
export async function printNewKeys(args: string[]): Promise<void> {
  const scopes = readScopes(args)
  const key = createApiKey()
  console.log(`For your product, which calls the API with it:
  ${key}
For Fairseat, as API_KEYS (or the key itself before the colon; several with commas between them):
  ${hashOfKey(key)}:${scopes.join('+')}
In the audit log this key is called ${nameOfKey(hashOfKey(key))}.
For both, as the "secret" of PRODUCT_WEBHOOKS and in your product:
  whsec_${randomBytes(32).toString('base64')}`)
}

function readScopes(args: string[]) {
  try {
    const { values } = parseArgs({ args, options: { scopes: { type: 'string' } } })
    const scopes = values.scopes === undefined ? defaultScopes : parseScopes(values.scopes.split(','))
    if (!scopes) throw new Error('scopes')
    return scopes
  } catch {
    throw new ConfigurationError(usage)
  }
}
