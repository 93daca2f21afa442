/** Documentation is short, and its tables match the code. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseEnv } from '../../src/server/http/env.ts'

const splitWords = (text: string): number => text.split(/\s+/).filter(word => word !== '').length
const pages = readdirSync('docs').filter(name => name.endsWith('.md'))
const decisions = readdirSync('docs/decisions')
const all = [
  'README.md',
  'CONTRIBUTING.md',
  ...pages.map(name => `docs/${name}`),
  ...decisions.map(name => `docs/decisions/${name}`),
]

function firstCells(text: string, heading: string): readonly string[] {
  const section = text.slice(text.indexOf(`## ${heading}`)).split(/\n## /)[0] ?? ''
  return section.split('\n').flatMap(line => /^\| `([^`]+)`/.exec(line)?.[1] ?? [])
}

describe('documentation', () => {
  it('has a README of at most 900 words and pages of at most 2,000', () => {
    expect(splitWords(readFileSync('README.md', 'utf8'))).toBeLessThanOrEqual(900)
    for (const page of pages) expect(splitWords(readFileSync(`docs/${page}`, 'utf8')), page).toBeLessThanOrEqual(2_000)
  })

  it('numbers its decisions without a gap, each in at most 25 lines with its four parts', () => {
    const numbers = decisions.map(name => Number.parseInt(name, 10)).toSorted((a, b) => a - b)
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
    for (const name of decisions) {
      const text = readFileSync(`docs/decisions/${name}`, 'utf8')
      expect(text.split('\n').length, name).toBeLessThanOrEqual(25)
      for (const part of ['Context', 'Decision', 'Consequence', 'What would change it'])
        expect(text, name).toContain(`**${part}.**`)
    }
  })

  it('names every environment variable that the server reads, and no other', () => {
    const read = new Set<string>()
    parseEnv(new Proxy({}, { get: (_, name) => void (typeof name === 'string' && read.add(name)) }))
    // Set by the system: where user data is stored.
    for (const name of ['XDG_STATE_HOME', 'LOCALAPPDATA', 'HOME']) read.delete(name)
    const named = firstCells(readFileSync('docs/venues.md', 'utf8'), 'Environment')
    expect(named.toSorted()).toEqual([...read].toSorted())
  })

  it('links to files that exist, and names tests that exist', () => {
    for (const page of all) {
      const text = readFileSync(page, 'utf8')
      const folder = page.includes('/') ? page.slice(0, page.lastIndexOf('/')) : '.'
      for (const [, link = ''] of text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g))
        expect(existsSync(`${folder}/${link}`), `${page}: ${link}`).toBe(true)
      for (const [path] of text.matchAll(/src\/[\w/.-]+\.tsx?/g))
        expect(existsSync(path), `${page}: ${path}`).toBe(true)
    }
  })

  it('names every store of the browser and every key of its storage, and no other', () => {
    const data = readFileSync('docs/data.md', 'utf8')
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter(name => /\.tsx?$/.test(name) && !/\.test\.|^testing\//.test(name))
      .map(name => readFileSync(`src/${name}`, 'utf8'))
    const stores = sources.flatMap(text => [...text.matchAll(/createObjectStore\('(\w+)'/g)].map(([, name]) => name))
    expect(firstCells(data, "In the browser's database")).toEqual([...new Set(stores)].filter(name => name !== 'keys'))
    // Names of channels, locks and symbols, which store nothing.
    const transient = ['approver', 'armed', 'early', 'intents', 'journal', 'keys', 'relays', 'samples', 'sign-in'].map(
      name => `legwork.${name}`,
    )
    const keys = new Set(
      sources.flatMap(text => [...text.matchAll(/'(legwork\.[\w.-]+)'/g)].map(([, name]) => name ?? '')),
    )
    const section = data.split("## In the browser's storage")[1]?.split('\n## ')[0] ?? ''
    const named = [...section.matchAll(/`(legwork\.[\w.-]+)`/g)].map(([, name]) => name ?? '')
    expect(named.toSorted()).toEqual([...keys].filter(name => !transient.includes(name)).toSorted())
  })

  it('has the layers of the layer test', () => {
    const source = readFileSync('src/layers.test.ts', 'utf8')
    const table = /const layers:[^{]*\{(.*?)\n\}/s.exec(source)?.[1] ?? ''
    const law = [...table.matchAll(/^ {2}(\w+): \[(.*?)\]/gms)].map(
      ([, name, may = '']) => `${name}: ${may.match(/\w+/g)?.join(' ') ?? ''}`,
    )
    const section = readFileSync('docs/architecture.md', 'utf8').split('## Layers')[1]?.split('\n## ')[0] ?? ''
    const written = [...section.matchAll(/^\| `(\w+)` \| (.*) \|$/gm)].map(
      ([, name, may = '']) => `${name}: ${may.match(/\w+/g)?.join(' ') ?? ''}`,
    )
    expect(law.length).toBeGreaterThan(10)
    expect(written).toEqual(law)
  })
})
