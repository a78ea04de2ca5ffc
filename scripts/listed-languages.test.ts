import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { catalogueFile, listedLanguages } from './listed-languages.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairseat-catalogue-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const brand = path.resolve('examples/brands/night/pricing.config.json')
const inFolder = (name: string) => path.join(folder, name)
function writeCatalogue(name: string, languages: string[]): string {
  const catalogue = JSON.parse(fs.readFileSync('pricing.config.json', 'utf8'))
  fs.writeFileSync(inFolder(name), JSON.stringify({ ...catalogue, languages }))
  return inFolder(name)
}

test('F99: build, start, dev and example read the catalogue of the environment, then of .env, then the usual one', () => {
  const [ofEnvironment, ofFile] = [inFolder('environment.json'), inFolder('file.json')]
  expect(catalogueFile(folder, {})).toBe('pricing.config.json')
  fs.writeFileSync(inFolder('.env'), `PRICING_CONFIG=${ofFile}\n`)
  expect(catalogueFile(folder, {})).toBe(ofFile)
  expect(catalogueFile(folder, { PRICING_CONFIG: ofEnvironment })).toBe(ofEnvironment)
  expect(catalogueFile(folder, { PRICING_CONFIG: '' })).toBe('pricing.config.json')
  expect(catalogueFile(folder, { NODE_ENV: 'production' })).toBe('pricing.config.json')
})

test('F99: the languages are those of that catalogue, also in another folder with files of a brand', () => {
  const languages = ['fr', 'ja']
  expect(listedLanguages(writeCatalogue('other.json', languages))).toEqual(languages)
  expect(listedLanguages(brand)).toEqual(JSON.parse(fs.readFileSync(brand, 'utf8')).languages ?? ['en'])
  expect(listedLanguages(inFolder('missing.json'))).toEqual(['en'])
})
