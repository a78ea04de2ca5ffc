/** The SDK's API version, asserted in a test: the shapes in this folder are of that version. */
export const apiVersion = '2026-10-28.endive'

export type Metadata = Record<string, string>

export interface Address {
  city: string | null
  country: string | null
  line1: string | null
  line2: string | null
  postal_code: string | null
  state: string | null
}

export interface List<T> {
  object: 'list'
  data: T[]
  has_more: boolean
  url: string
}

export function wholeList<T>(url: string, data: T[]): List<T> {
  return { object: 'list', data, has_more: false, url }
}

export function countryOnly(country: string | null): Address {
  return { city: null, country, line1: null, line2: null, postal_code: null, state: null }
}
