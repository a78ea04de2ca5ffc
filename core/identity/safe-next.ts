import { checkLocalPath, type LocalPath } from '../local-path.ts'
import { pathPrefix } from '../messages/page-path.ts'

/**
 * Rule I1: where to go after signing in. Only a path on this site is followed; everything else goes to /pricing in the
 * language of the prefix, by default the one that is being rendered.
 */
export const safeNext = (next: string | null | undefined, prefix = pathPrefix()): LocalPath =>
  checkLocalPath(next ?? '', prefix)
