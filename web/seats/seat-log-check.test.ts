import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test.each(readdirSync('messages').filter((file) => file.endsWith('.json')))(
  'L9: no sentence about the log makes the browser load its formats of numbers and plurals: %s',
  (file) => {
    const sentences: Record<string, string> = JSON.parse(readFileSync(`messages/${file}`, 'utf8'))
    const ofTheLog = Object.entries(sentences).filter(([name]) => /^log[A-Z]/.test(name))
    expect(ofTheLog.length).toBeGreaterThan(20)
    expect(ofTheLog.filter(([, text]) => /, (number|plural|select)/.test(text))).toEqual([])
  },
)
