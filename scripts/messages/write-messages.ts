import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { generateMessages } from './generate-messages.ts'

/** Only what has changed, so that nothing is built again without need. */
export function writeMessages(): void {
  for (const [file, content] of generateMessages())
    if (!existsSync(file) || readFileSync(file, 'utf8') !== content) writeFileSync(file, content)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeMessages()
