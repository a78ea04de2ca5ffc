import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface LockFile {
  packages: Record<string, LockedPackage>
}

interface LockedPackage {
  resolved?: string
  optionalDependencies?: Record<string, string>
}

/**
 * One sentence for each optional dependency that the lock file lists without locking it, and for each package that it
 * ties to one registry. Native tools publish one optional package per platform: where one is missing, `npm ci` refuses
 * the lock file and that platform cannot build.
 */
export function findLockProblems({ packages }: LockFile): string[] {
  return Object.entries(packages).flatMap(([path, { resolved, optionalDependencies = {} }]) => {
    const missing = Object.keys(optionalDependencies)
      .filter((name) => !isLocked(packages, path, name))
      .map((name) => `${path || 'package.json'} needs ${name} on some platform, which is not locked.`)
    return resolved?.includes('://') ? [...missing, `${path} is tied to the address ${resolved}.`] : missing
  })
}

/** Looks where Node would: in the package's own node_modules, then in those of the folders above it. */
function isLocked(packages: LockFile['packages'], path: string, name: string): boolean {
  const prefix = path === '' ? '' : `${path}/`
  if (packages[`${prefix}node_modules/${name}`]) return true
  if (path === '') return false
  return isLocked(packages, path.slice(0, Math.max(path.lastIndexOf('/node_modules/'), 0)), name)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = findLockProblems(JSON.parse(readFileSync('package-lock.json', 'utf8')))
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
