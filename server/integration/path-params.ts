const storedLength = 200

/** The values that a refused call named, as far as they can be stored: PostgreSQL stores no NUL. */
export const storableParams = (params: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, value.replaceAll('\0', '').slice(0, storedLength)]),
  )

export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
