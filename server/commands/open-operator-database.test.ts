import { expect, test } from 'vitest'
import { authSecret } from '../../tests/support/app/test-app.ts'
import { emptyDataFolder } from '../../tests/support/database/embedded-data-folder.ts'
import { openDatabase } from '../db/open-database.ts'
import { parseEnvironment } from '../env.ts'
import { openOperatorDatabase } from './open-operator-database.ts'

test('a command beside the running server says to stop it', async () => {
  const dataDir = emptyDataFolder()
  const env = parseEnvironment({
    BACKEND_URL: 'http://127.0.0.1:3000',
    PUBLIC_KEY: 'pk_of_a_test',
    AUTH_SECRET: authSecret,
    DATA_DIR: dataDir,
  })
  await expect(openOperatorDatabase(env)).rejects.toThrow('There is no embedded database')
  const server = await openDatabase({ dataDir, embeddedAllowed: true })
  await expect(openOperatorDatabase(env)).rejects.toThrow('Stop it, run this command, and start it again.')
  await server.close()
  await (await openOperatorDatabase(env)).close()
})
