import * as messages from '../messages/messages.ts'
import type { Purchase } from './purchase.ts'

/** The twelve invented buyers of the `simulated` source, shown in browsers alone: there the language never changes. */
export const samplePeople: readonly Purchase[] = [
  { name: 'Amara', country: messages.countryNG, plan: 'lifetime' },
  { name: 'Lukas', country: messages.countryDE, plan: 'monthly' },
  { name: 'Mei', country: messages.countrySG, plan: 'lifetime' },
  { name: 'Sofía', country: messages.countryMX, plan: 'lifetime' },
  { name: 'Noah', country: messages.countryCA, plan: 'monthly' },
  { name: 'Priya', country: messages.countryIN, plan: 'lifetime' },
  { name: 'Elif', country: messages.countryTR, plan: 'monthly' },
  { name: 'Niamh', country: messages.countryIE, plan: 'lifetime' },
  { name: 'Camille', country: messages.countryFR, plan: 'lifetime' },
  { name: 'Haruto', country: messages.countryJP, plan: 'monthly' },
  { name: 'Thiago', country: messages.countryBR, plan: 'lifetime' },
  { name: 'Ingrid', country: messages.countryNO, plan: 'lifetime' },
]

/** Rule T6: uniform over the list; `random` is as `Math.random`. */
export function pickSamplePerson(random: () => number): Purchase {
  const person = samplePeople[Math.floor(random() * samplePeople.length)]
  if (!person) throw new RangeError('random() must return a number from 0 up to, but not including, 1')
  return person
}
