import { randomBytes } from 'node:crypto'
import { createApiKey, hashOfKey } from '../integration/api-key.ts'

/** Prints what the operator's product needs; nothing is stored. */
export async function printNewKeys(): Promise<void> {
  const key = createApiKey()
  console.log(`For your product, which calls the API with it:
  ${key}
For Fairseat, as API_KEYS (or the key itself; several with commas between them):
  ${hashOfKey(key)}
For both, as the "secret" of PRODUCT_WEBHOOKS and in your product:
  whsec_${randomBytes(32).toString('base64')}`)
}
