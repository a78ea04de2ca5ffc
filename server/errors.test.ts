import { beforeAll, expect, test } from 'vitest'
import { inLanguage, loadMessages } from '../core/messages/in-language.ts'
import { allLanguages, type Language } from '../core/messages/languages.ts'
import { providerErrorSentence, providerErrors } from '../web/identity/provider-error.ts'
import { errorCodes, errorSentence } from './errors.ts'

beforeAll(() => loadMessages(allLanguages))

const plans = { monthly: 'P', yearly: 'P', lifetime: 'P' }
const within = (language: Language, say: () => string) =>
  inLanguage({ language, prefix: `/${language}` }, say)

/** Our pages never cause these: only operators and programs read them. */
const forPrograms = new Set([
  ...['not-json', 'token-refused', 'api-key-refused', 'browser-refused', 'bad-api-request'],
  ...['grant-in-the-past', 'unknown-customer', 'unknown-grant', 'key-missing', 'webhook-forged'],
  ...['bad-host', 'wrong-host', 'needs-scope-read', 'needs-scope-write', 'needs-scope-gifts'],
  'needs-scope-sign-in',
])

test.each(errorCodes.filter((code) => !forPrograms.has(code)))(
  'F105: the refusal %s is said in the language of the page',
  (code) => {
    const say = () => errorSentence({ code, canStartMonthly: false }, plans)
    for (const language of allLanguages.filter((each) => each !== 'en'))
      expect([language, within(language, say)]).not.toEqual([language, within('en', say)])
  },
)

test.each([...providerErrors, ...errorCodes, 'unheard-of', ''])(
  'F105: the failed sign-in %j is said in the language of the page',
  (code) => {
    const say = () => providerErrorSentence(code)
    for (const language of allLanguages.filter((each) => each !== 'en'))
      expect([language, within(language, say)]).not.toEqual([language, within('en', say)])
  },
)
