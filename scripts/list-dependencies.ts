import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Dependency {
  name: string
  version: string
  licence: string
}

interface Manifest {
  name: string
  version: string
  license?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** Everything that is installed for production: what package.json names, and all that this needs in turn. */
export function listDependencies(root: string): Dependency[] {
  const found = new Map<string, Dependency>()
  const visit = (folder: string) => {
    const { dependencies, optionalDependencies } = readManifest(folder)
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = findPackage(root, folder, name)
      // Made for another machine.
      if (!place && optionalDependencies?.[name]) continue
      if (!place) throw new Error(`${name} is not installed: run \`npm install\`.`)
      if (found.has(place)) continue
      const { version, license = 'none' } = readManifest(place)
      found.set(place, { name, version, licence: license })
      visit(place)
    }
  }
  visit(root)
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name))
}

/** As Node looks for it: in this folder, then in the ones above. */
function findPackage(root: string, from: string, name: string): string | undefined {
  for (let folder = from; folder.startsWith(root); folder = join(folder, '..')) {
    const place = join(folder, 'node_modules', name)
    if (existsSync(join(place, 'package.json'))) return place
    if (folder === root) break
  }
  return undefined
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
