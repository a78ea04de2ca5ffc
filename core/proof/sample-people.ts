import type { Purchase } from './purchase.ts'

/** The twelve invented buyers of the `simulated` source. */
export const samplePeople: readonly Purchase[] = [
  { name: 'Amara', country: 'Nigeria', plan: 'lifetime' },
  { name: 'Lukas', country: 'Germany', plan: 'monthly' },
  { name: 'Mei', country: 'Singapore', plan: 'lifetime' },
  { name: 'Sofía', country: 'Mexico', plan: 'lifetime' },
  { name: 'Noah', country: 'Canada', plan: 'monthly' },
  { name: 'Priya', country: 'India', plan: 'lifetime' },
  { name: 'Elif', country: 'Türkiye', plan: 'monthly' },
  { name: 'Niamh', country: 'Ireland', plan: 'lifetime' },
  { name: 'Camille', country: 'France', plan: 'lifetime' },
  { name: 'Haruto', country: 'Japan', plan: 'monthly' },
  { name: 'Thiago', country: 'Brazil', plan: 'lifetime' },
  { name: 'Ingrid', country: 'Norway', plan: 'lifetime' },
]

/** Rule T6: uniform over the list; `random` is as `Math.random`. */
export function pickSamplePerson(random: () => number): Purchase {
  const person = samplePeople[Math.floor(random() * samplePeople.length)]
  if (!person) throw new RangeError('random() must return a number from 0 up to, but not including, 1')
  return person
}
