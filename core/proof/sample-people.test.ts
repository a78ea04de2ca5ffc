import { expect, test } from 'vitest'
import { pickSamplePerson, samplePeople } from './sample-people.ts'

test('T6: the sample list has 12 people, each with a name, a country and a paid plan', () => {
  expect(samplePeople).toHaveLength(12)
  for (const { name, country, plan } of samplePeople) {
    expect(name).not.toBe('')
    expect(country).not.toBe('')
    expect(['monthly', 'lifetime']).toContain(plan)
  }
  expect(new Set(samplePeople.map(({ name }) => name)).size).toBe(12)
})

test('T6: the choice is uniform: equal parts of random() give each person once', () => {
  const picked = samplePeople.map((_, index) => pickSamplePerson(() => (index + 0.5) / 12))
  expect(picked).toEqual(samplePeople)
  expect(pickSamplePerson(() => 0)).toBe(samplePeople[0])
  expect(pickSamplePerson(() => 0.999_999)).toBe(samplePeople[11])
})
